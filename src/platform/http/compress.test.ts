// A client's preferred coding (RFC 9110, 12.5.3).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codingFor } from './compress.ts'

for (const [header, coding, why] of [
  [undefined, undefined, 'nobody asked'],
  ['', undefined, 'nothing is wanted'],
  ['gzip', 'gzip', 'asked for'],
  ['GZIP', 'gzip', 'in any case'],
  ['gzip, deflate, br', 'br', 'the better one of two that are as welcome'],
  ['gzip, deflate, br, zstd', 'br', 'others are not known'],
  ['br;q=0.5, gzip', 'gzip', 'the heavier one'],
  ['gzip;q=0.1, br;q=0.2', 'br', 'the heavier one'],
  ['gzip;q=0', undefined, 'refused'],
  ['gzip;q=0.000, br;q=0', undefined, 'refused'],
  ['gzip;q=0, *', 'br', 'any but that one'],
  ['*', 'br', 'any'],
  ['*;q=0', undefined, 'none'],
  ['*;q=0, gzip', 'gzip', 'none but that one'],
  ['identity', undefined, 'as it is'],
  ['identity, gzip;q=0.5', undefined, 'rather as it is'],
  ['identity;q=0.5, gzip;q=0.8', 'gzip', 'rather compressed'],
  ['identity, gzip', 'gzip', 'both as welcome, and shorter'],
  ['identity;q=0', undefined, 'nothing else fits: as it is'],
  ['identity;q=0, *', 'br', 'anything else'],
  ['deflate', undefined, 'not known'],
  ['gzipped, xbr', undefined, 'not known'],
  [',;q=,gzip;q=x', 'gzip', 'what is no weight says nothing'],
] as const) {
  test(`${header}: ${coding ?? 'as it is'}, ${why}`, () => assert.equal(codingFor(header), coding))
}
