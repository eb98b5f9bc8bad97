// The platform's string formats: which strings are email addresses and which are timestamps.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFormat } from './formats.ts'

const accepts = (format: string, text: string) => findFormat(format)?.check(text)

test('an email address has one @, a dotted domain, no spaces or control characters', () => {
  for (const text of ['a@b.c', 'first.last+tag@mail.example.com', 'ü@ü.example', '"a"@b.c']) {
    assert.equal(accepts('email', text), true, text)
  }
  for (const text of [
    '',
    '@',
    'a@',
    '@b.c',
    'a@b',
    'a@b.',
    'a@.c',
    'a@b..c',
    'a@b@c.d',
    'a @b.c',
    'a@b.c\n',
    'a\u0000@b.c',
    'a@b\u200a.c',
  ]) {
    assert.equal(accepts('email', text), false, JSON.stringify(text))
  }
})

test('a long invalid email address is refused quickly', () => {
  // A quadratic check would take minutes; processor time excludes other programs.
  const before = process.cpuUsage()
  assert.equal(accepts('email', `a@${'b.'.repeat(500_000)}@`), false)
  assert.ok(process.cpuUsage(before).user < 10_000_000, 'microseconds')
})

test('a timestamp is RFC 3339 with a real date, to the millisecond', () => {
  for (const text of [
    '2026-11-20T21:36:00Z',
    '2026-11-20T21:36:00.1Z',
    '2026-11-20T21:36:00.123Z',
    '2028-02-29T00:00:00-05:00',
    '2026-12-31T23:59:59+14:00',
  ]) {
    assert.equal(accepts('date-time', text), true, text)
  }
  for (const text of [
    '',
    '2026-11-20',
    '2026-11-20 21:36:00Z',
    '2026-11-20T21:36Z',
    '2026-11-20T21:36:00',
    '2026-11-20T21:36:00.1234Z',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-11-20T24:01:00Z',
    '2026-11-20T23:60:00Z',
    '2026-11-20t21:36:00z',
  ]) {
    assert.equal(accepts('date-time', text), false, text)
  }
})
