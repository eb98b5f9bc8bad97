// Weighted lists as defined by RFC 9110, and as clients send them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaPreference, preferences } from './preferences.ts'

test('a list is parsed with its weights', () => {
  const cases: [string, [string, number][]][] = [
    ['', []],
    [' , ,', []],
    ['gzip', [['gzip', 1]]],
    [
      'GZIP;q=0.5 , br; Q=1.0,*;q=0',
      [
        ['gzip', 0.5],
        ['br', 1],
        ['*', 0],
      ],
    ],
    ['text/html;level=1;q=0.300', [['text/html', 0.3]]],
    // Invalid weights are ignored.
    ['a;q=2', [['a', 1]]],
    ['a;q=0.1234', [['a', 1]]],
    ['a;q=-1', [['a', 1]]],
    ['a;q=', [['a', 1]]],
  ]
  for (const [header, expected] of cases) {
    const listed = preferences(header).map(({ name, weight }) => [name, weight])
    assert.deepEqual(listed, expected, header)
  }
})

test('the most specific range determines the weight of a type', () => {
  const cases: [string, number, number][] = [
    ['application/json', 1, 2],
    ['*/*', 1, 0],
    ['application/*;q=0.4, */*;q=0.9', 0.4, 1],
    ['application/json;q=0, */*', 0, 2],
    ['text/html', 0, -1],
  ]
  for (const [header, weight, exactness] of cases) {
    const found = mediaPreference(preferences(header), 'application/json')
    assert.deepEqual(found, { weight, exactness }, header)
  }
})
