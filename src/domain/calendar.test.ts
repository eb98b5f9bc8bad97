// Dates, date arithmetic, and the instants at which dates end, in the time zones with the oddest rules.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { InvariantError } from '../invariant.ts'
import {
  addDays,
  dateIn,
  endOfDate,
  isCalendarDate,
  isTimeZone,
  startOfDate,
  timestamp,
} from './calendar.ts'

const ZONES = [
  'UTC',
  'America/Toronto',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Kwajalein',
]

test('real dates are accepted in exactly one format', () => {
  const table: [string, boolean, string][] = [
    ['2026-11-20', true, ''],
    ['2024-02-29', true, 'a leap year'],
    ['2000-02-29', true, 'divisible by 400'],
    ['2100-02-29', false, 'divisible by 100'],
    ['2026-02-29', false, 'no leap year'],
    ['2026-02-30', false, 'never'],
    ['2026-04-31', false, 'April has 30 days'],
    ['2026-12-31', true, ''],
    ['2026-13-01', false, 'no such month'],
    ['2026-00-10', false, 'no such month'],
    ['2026-01-00', false, 'no such day'],
    ['1900-01-01', true, 'the first'],
    ['1899-12-31', false, 'too early'],
    ['9999-12-31', true, 'the last'],
    ['0026-11-20', false, 'two digits of a year, mistaken'],
    ['+02026-11-20', false, ''],
    ['2026-1-2', false, 'zeros are written'],
    ['2026-11-20T00:00:00Z', false, 'an instant is no date'],
    ['2026-11-20\n', false, ''],
    ['20261120', false, ''],
    ['', false, ''],
  ]
  for (const [text, expected, why] of table) {
    assert.equal(isCalendarDate(text), expected, `${JSON.stringify(text)} ${why}`)
  }
})

test('adding days crosses months, years and leap days', () => {
  const table: [string, number, string, string][] = [
    ['2026-11-20', 30, '2026-12-20', 'November has 30 days'],
    ['2026-12-20', 30, '2027-01-19', 'over the year'],
    ['2024-02-28', 1, '2024-02-29', 'a leap day'],
    ['2026-02-28', 1, '2026-03-01', 'none'],
    ['2024-03-01', -1, '2024-02-29', 'backwards'],
    ['2026-01-01', 0, '2026-01-01', 'nothing'],
    ['2026-01-01', 365, '2027-01-01', ''],
    ['1970-01-01', 20_777, '2026-11-20', '56 years with 14 leap days, and 323 days'],
    ['1900-02-28', 1, '1900-03-01', '1900 was no leap year'],
  ]
  for (const [date, days, expected, why] of table) assert.equal(addDays(date, days), expected, why)
  assert.throws(() => addDays('9999-12-31', 1), InvariantError)
  assert.throws(() => addDays('2026-02-30', 1), InvariantError)
})

test('an instant has different dates in different time zones', () => {
  const table: [string, string, string][] = [
    ['2026-11-21T04:59:59.999Z', 'America/Toronto', '2026-11-20'],
    ['2026-11-21T05:00:00.000Z', 'America/Toronto', '2026-11-21'],
    ['2026-11-20T10:00:00.000Z', 'Pacific/Kiritimati', '2026-11-21'],
    ['2026-11-20T18:14:59.999Z', 'Asia/Kathmandu', '2026-11-20'],
    ['2026-11-20T18:15:00.000Z', 'Asia/Kathmandu', '2026-11-21'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31'],
    // Samoa crossed the date line at the end of 29 December 2011 and skipped the 30th.
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31'],
  ]
  for (const [instant, zone, expected] of table) {
    assert.equal(dateIn(Date.parse(instant), zone), expected, `${instant} ${zone}`)
  }
})

test('a date ends when its time zone says so', () => {
  const table: [string, string, string, string][] = [
    ['2026-11-20', 'UTC', '2026-11-21T00:00:00.000Z', ''],
    ['2026-11-20', 'America/Toronto', '2026-11-21T05:00:00.000Z', 'standard time, -5'],
    ['2025-07-01', 'America/Toronto', '2025-07-02T04:00:00.000Z', 'daylight time, -4'],
    ['2025-03-08', 'America/Toronto', '2025-03-09T05:00:00.000Z', 'the day before it begins'],
    ['2025-03-09', 'America/Toronto', '2025-03-10T04:00:00.000Z', 'the day it begins: 23 hours'],
    ['2025-11-01', 'America/Toronto', '2025-11-02T04:00:00.000Z', 'the day before it ends'],
    ['2025-11-02', 'America/Toronto', '2025-11-03T05:00:00.000Z', 'the day it ends: 25 hours'],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', 'the first to end, +14'],
    ['2026-01-15', 'America/St_Johns', '2026-01-16T03:30:00.000Z', '-3:30'],
    ['2025-04-05', 'Australia/Lord_Howe', '2025-04-05T13:00:00.000Z', 'daylight time, +11'],
    ['2025-04-06', 'Australia/Lord_Howe', '2025-04-06T13:30:00.000Z', 'half an hour back, +10:30'],
    // Clocks went from 0:00 to 1:00: the day began at 1:00.
    ['2018-11-03', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 'no midnight'],
    // Clocks went from 24:00 back to 23:00 of the same day.
    [
      '2018-02-17',
      'America/Sao_Paulo',
      '2018-02-18T03:00:00.000Z',
      'an hour twice before midnight',
    ],
    // Newfoundland changed at 0:01 until 2011: one minute of the 7th, then an hour of the 6th again.
    ['2010-11-06', 'America/St_Johns', '2010-11-07T03:30:00.000Z', 'midnight twice: the second'],
    ['2011-12-29', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 'the day before the one left out'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 'left out: over as it would begin'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-31T10:00:00.000Z', 'the day after'],
    // Kwajalein crossed the other way after 30 September 1969 and had that date twice.
    ['1969-09-30', 'Pacific/Kwajalein', '1969-10-01T12:00:00.000Z', 'a date twice: the second'],
    // Neither the API nor a database column can represent the year 10000.
    ['9999-12-31', 'America/Toronto', '9999-12-31T23:59:59.999Z', 'the last date'],
    ['9999-12-31', 'UTC', '9999-12-31T23:59:59.999Z', 'the last date'],
    ['9999-12-31', 'Pacific/Kiritimati', '9999-12-31T10:00:00.000Z', 'over before the year is'],
  ]
  for (const [date, zone, expected, why] of table) {
    assert.equal(timestamp(endOfDate(date, zone)), expected, `${date} ${zone} ${why}`)
  }
})

test('dates in zones agree with Intl at any distance', () => {
  const days = fc.integer({ min: Date.parse('1970-01-01'), max: Date.parse('2400-01-01') })
  fc.assert(
    fc.property(days, fc.constantFrom(...ZONES), (instant, zone) => {
      assert.equal(dateIn(instant, zone), intlDate(instant, zone))
    }),
    { numRuns: 300 },
  )
})

test('a date is current until just before its end and over from its end on', () => {
  const dates = fc.integer({ min: 0, max: 130_000 }).map((days) => addDays('1970-01-01', days))
  fc.assert(
    fc.property(dates, fc.constantFrom(...ZONES), (date, zone) => {
      const end = endOfDate(date, zone)
      assert.ok(intlDate(end - 1, zone) <= date)
      for (const hours of [0, 1, 24]) assert.ok(intlDate(end + hours * 3_600_000, zone) > date)
    }),
    { numRuns: 300 },
  )
})

test('adding and subtracting days cancel out', () => {
  const days = fc.integer({ min: -20_000, max: 200_000 })
  fc.assert(
    fc.property(days, days, (from, by) => {
      const date = addDays('2000-01-01', from)
      fc.pre(from + by > -36_000)
      assert.ok(isCalendarDate(date))
      assert.equal(addDays(addDays(date, by), -by), date)
    }),
  )
})

test('time zone names are validated', () => {
  const table: [string, boolean, string][] = [
    ['UTC', true, ''],
    ['America/Toronto', true, ''],
    ['Asia/Kolkata', true, ''],
    ['Europe/Kyiv', true, 'a younger name'],
    ['US/Eastern', true, 'an older name'],
    ['Mars/Olympus', false, 'none'],
    ['+05:00', false, 'an offset is no zone'],
    ['', false, 'nothing'],
    ['America/Toronto ', false, 'a space'],
  ]
  for (const [name, expected, why] of table) assert.equal(isTimeZone(name), expected, name + why)
})

test('timestamps have milliseconds and a Z', () => {
  const table: [number, string][] = [
    [0, '1970-01-01T00:00:00.000Z'],
    [1_795_134_896_007, '2026-11-20T00:34:56.007Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [951_782_400_000, '2000-02-29T00:00:00.000Z'],
  ]
  for (const [ms, expected] of table) assert.equal(timestamp(ms), expected)
  fc.assert(
    fc.property(fc.integer({ min: -2_208_988_800_000, max: 253_402_300_799_999 }), (ms) => {
      assert.equal(Date.parse(timestamp(ms)), ms)
    }),
  )
  assert.throws(() => timestamp(253_402_300_800_000), InvariantError)
})

const intlFormats = new Map(
  ZONES.map((zone) => [
    zone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
  ]),
)

/** Computes the date with Intl, which shares no code with the code under test. */
function intlDate(instant: number, zone: string): string {
  return intlFormats.get(zone)!.format(instant)
}

test('a date begins when the previous date ends', () => {
  const table: [string, string, string, string][] = [
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', ''],
    ['2026-03-02', 'Pacific/Auckland', '2026-03-01T11:00:00.000Z', 'thirteen hours ahead'],
    ['2026-11-20', 'America/Toronto', '2026-11-20T05:00:00.000Z', 'five hours behind'],
    ['1900-01-01', 'UTC', '1900-01-01T00:00:00.000Z', 'the first date there is'],
  ]
  for (const [date, zone, expected, why] of table) {
    assert.equal(timestamp(startOfDate(date, zone)), expected, `${date} ${zone} ${why}`)
  }
})
