// Rules of webhooks, table by table.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES, typesOf } from './event.ts'
import { ATTEMPT_WAITS_MS, isEventPattern, nextWaitMs, retryAfterMs, wants } from './webhook.ts'

const HOUR = 3_600_000

test('the retry delays are 0 s, 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h', () => {
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * HOUR)
  assert.deepEqual(ATTEMPT_WAITS_MS, [0, 5_000, 300_000, 1_800_000, ...hours])
})

test('a delay is lengthened by up to a tenth, never shortened, and ends after ten attempts', () => {
  const cases: [number, number, number | undefined, number | undefined][] = [
    [1, 0, undefined, 5_000],
    [1, 0.999_999, undefined, 5_499],
    [2, 0.5, undefined, 315_000],
    [9, 0, undefined, 24 * HOUR],
    [10, 0, undefined, undefined],
    [11, 0.5, 1_000, undefined],
    // Retry-After lengthens the delay, up to a day, and never shortens it.
    [1, 0, HOUR, HOUR],
    [1, 0, 48 * HOUR, 24 * HOUR],
    [4, 0, 1_000, 2 * HOUR],
    [1, 0, 0, 5_000],
  ]
  for (const [attempts, random, requested, expected] of cases) {
    assert.equal(nextWaitMs(attempts, random, requested), expected, `after ${attempts}`)
  }
})

test('Retry-After is seconds or a date; anything else is ignored', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const cases: [string | undefined, number | undefined][] = [
    [undefined, undefined],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['0', 0],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    ['99999999999999', undefined],
  ]
  for (const [header, expected] of cases)
    assert.equal(retryAfterMs(header, now), expected, String(header))
})

test('patterns are *, a group or a type', () => {
  for (const good of [
    '*',
    'invoice.*',
    'invoice.paid',
    'webhook_endpoint.test',
    'later.invented',
  ]) {
    assert.equal(isEventPattern(good), true, good)
  }
  const bad = ['', 'invoice', '*.paid', 'invoice.', '.paid', 'Invoice.paid', 'a.b.c', 'invoice.**']
  for (const text of [...bad, 'invoice.paid ', "a.b'", 'a,b.c', `a.${'b'.repeat(64)}`]) {
    assert.equal(isEventPattern(text), false, text)
  }
})

test('an endpoint gets the events that match its patterns', () => {
  const cases: [string[], string, boolean][] = [
    [['*'], 'invoice.paid', true],
    [['invoice.*'], 'invoice.paid', true],
    [['invoice.*'], 'invoice_item.created', false],
    [['invoice.paid'], 'invoice.paid', true],
    [['invoice.paid'], 'invoice.paid_late', false],
    [['customer.*', 'invoice.voided'], 'invoice.voided', true],
    [['customer.*', 'invoice.voided'], 'invoice.paid', false],
    [[], 'invoice.paid', false],
  ]
  for (const [patterns, type, expected] of cases) {
    assert.equal(wants(patterns, type), expected, `${patterns} and ${type}`)
  }
})

test('a pattern matches its types', () => {
  assert.deepEqual(typesOf('*'), [...EVENT_TYPES])
  assert.deepEqual(typesOf('product.*'), ['product.archived', 'product.created', 'product.updated'])
  assert.deepEqual(typesOf('invoice.paid'), ['invoice.paid'])
  for (const none of ['invoice', 'invoice.lost', 'web*', 'inv.*', '']) {
    assert.deepEqual(typesOf(none), [], none)
  }
  assert.deepEqual([...EVENT_TYPES], [...EVENT_TYPES].sort(), 'kept in order')
})
