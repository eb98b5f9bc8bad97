// The periods of subscriptions: worked examples.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvariantError } from '../invariant.ts'
import {
  type Anchor,
  anchorAt,
  anchorOnDay,
  anchorOnWeekday,
  boundaryAt,
  type IntervalUnit,
  periodAfter,
  periodAt,
  type Recurrence,
} from './recurrence.ts'

const at = (text: string): number => Date.parse(text)

/** `2027-02-31T02:30:00`: the wanted day may be missing in its month. */
function anchor(text: string): Anchor {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text
    .split(/[-T:]/)
    .map(Number)
  return { year, month, day, second: 3600 * hour + 60 * minute + second }
}

const every = (count: number, unit: IntervalUnit, from: string, zone: string): Recurrence => ({
  interval: { unit, count },
  anchor: anchor(from),
  zone,
})

// The literals are from the design, or counted on a calendar with the offsets of the IANA database.
const boundaries: [why: string, Recurrence, first: number, expected: string[]][] = [
  [
    'day 30, with a start on 12 January 2027: February is shorter, and March has summer time',
    every(1, 'month', '2027-01-30', 'Europe/Berlin'),
    -1,
    [
      '2026-12-30T00:00:00+01:00',
      '2027-01-30T00:00:00+01:00',
      '2027-02-28T00:00:00+01:00',
      '2027-03-30T00:00:00+02:00',
    ],
  ],
  [
    'the 31st at a time of day',
    every(1, 'month', '2027-01-31T09:15:30', 'America/Toronto'),
    -2,
    [
      '2026-11-30T09:15:30-05:00',
      '2026-12-31T09:15:30-05:00',
      '2027-01-31T09:15:30-05:00',
      '2027-02-28T09:15:30-05:00',
      '2027-03-31T09:15:30-04:00',
      '2027-04-30T09:15:30-04:00',
    ],
  ],
  [
    'the 31st of February: the month of the anchor is shorter itself',
    every(1, 'month', '2027-02-31', 'UTC'),
    0,
    ['2027-02-28T00:00:00Z', '2027-03-31T00:00:00Z', '2027-04-30T00:00:00Z'],
  ],
  [
    'the 31st of February, by days',
    every(1, 'day', '2027-02-31', 'UTC'),
    -1,
    ['2027-02-27T00:00:00Z', '2027-02-28T00:00:00Z', '2027-03-01T00:00:00Z'],
  ],
  [
    'a leap day, yearly',
    every(1, 'year', '2024-02-29', 'UTC'),
    -1,
    [
      '2023-02-28T00:00:00Z',
      '2024-02-29T00:00:00Z',
      '2025-02-28T00:00:00Z',
      '2026-02-28T00:00:00Z',
      '2027-02-28T00:00:00Z',
      '2028-02-29T00:00:00Z',
    ],
  ],
  [
    '2100 is not a leap year',
    every(2, 'year', '2096-02-29', 'UTC'),
    0,
    [
      '2096-02-29T00:00:00Z',
      '2098-02-28T00:00:00Z',
      '2100-02-28T00:00:00Z',
      '2102-02-28T00:00:00Z',
      '2104-02-29T00:00:00Z',
    ],
  ],
  [
    'a skipped time moves later by an hour',
    every(1, 'day', '2027-03-13T02:30:00', 'America/New_York'),
    0,
    ['2027-03-13T02:30:00-05:00', '2027-03-14T03:30:00-04:00', '2027-03-15T02:30:00-04:00'],
  ],
  [
    'the same in October, in the southern hemisphere',
    every(1, 'week', '2027-09-26T02:30:00', 'Australia/Sydney'),
    0,
    ['2027-09-26T02:30:00+10:00', '2027-10-03T03:30:00+11:00', '2027-10-10T02:30:00+11:00'],
  ],
  [
    'by half an hour',
    every(1, 'day', '2027-10-02T02:15:00', 'Australia/Lord_Howe'),
    0,
    ['2027-10-02T02:15:00+10:30', '2027-10-03T02:45:00+11:00', '2027-10-04T02:15:00+11:00'],
  ],
  [
    'a repeated time is the first of two',
    every(1, 'day', '2027-11-06T01:30:00', 'America/New_York'),
    0,
    ['2027-11-06T01:30:00-04:00', '2027-11-07T01:30:00-04:00', '2027-11-08T01:30:00-05:00'],
  ],
  [
    'also of two half an hour apart',
    every(1, 'month', '2027-03-04T01:45:00', 'Australia/Lord_Howe'),
    0,
    ['2027-03-04T01:45:00+11:00', '2027-04-04T01:45:00+11:00', '2027-05-04T01:45:00+10:30'],
  ],
  [
    'a day without midnight',
    every(1, 'month', '2018-10-04', 'America/Sao_Paulo'),
    0,
    ['2018-10-04T00:00:00-03:00', '2018-11-04T01:00:00-02:00', '2018-12-04T00:00:00-02:00'],
  ],
  [
    'a day with two midnights',
    every(1, 'day', '2027-11-06', 'America/Havana'),
    0,
    ['2027-11-06T00:00:00-04:00', '2027-11-07T00:00:00-04:00', '2027-11-08T00:00:00-05:00'],
  ],
  [
    'a skipped date, monthly',
    every(1, 'month', '2011-11-30', 'Pacific/Apia'),
    0,
    [
      '2011-11-30T00:00:00-10:00',
      '2011-12-31T00:00:00+14:00',
      '2012-01-30T00:00:00+14:00',
      '2012-02-29T00:00:00+14:00',
    ],
  ],
  [
    'a skipped date, weekly',
    every(1, 'week', '2011-12-23', 'Pacific/Apia'),
    0,
    ['2011-12-23T00:00:00-10:00', '2011-12-31T00:00:00+14:00', '2012-01-06T00:00:00+14:00'],
  ],
  [
    'a skipped date, every other day',
    every(2, 'day', '2011-12-28T10:00:00', 'Pacific/Apia'),
    0,
    ['2011-12-28T10:00:00-10:00', '2011-12-31T10:00:00+14:00', '2012-01-01T10:00:00+14:00'],
  ],
  [
    'three years of days: 2024 and 2028 are leap years',
    every(1_095, 'day', '2027-01-01', 'UTC'),
    -1,
    ['2024-01-02T00:00:00Z', '2027-01-01T00:00:00Z', '2029-12-31T00:00:00Z'],
  ],
  [
    'three years of weeks',
    every(156, 'week', '2027-01-01', 'UTC'),
    -1,
    ['2024-01-05T00:00:00Z', '2027-01-01T00:00:00Z', '2029-12-28T00:00:00Z'],
  ],
  [
    'three years of months',
    every(36, 'month', '2024-02-29', 'UTC'),
    -1,
    ['2021-02-28T00:00:00Z', '2024-02-29T00:00:00Z', '2027-02-28T00:00:00Z'],
  ],
  [
    'three years',
    every(3, 'year', '2027-12-31T23:59:59', 'Pacific/Kiritimati'),
    -1,
    ['2024-12-31T23:59:59+14:00', '2027-12-31T23:59:59+14:00', '2030-12-31T23:59:59+14:00'],
  ],
]

for (const [why, recurrence, first, expected] of boundaries)
  test(`boundaries are computed from the anchor: ${why}`, () => {
    const instants = expected.map(at)
    assert.deepEqual(
      instants.map((_, position) => boundaryAt(recurrence, first + position)),
      instants,
    )
    const periods = instants.slice(1).map((end, position) => ({
      index: first + position,
      start: instants[position] as number,
      end,
    }))
    for (const [position, period] of periods.entries()) {
      for (const instant of [period.start, period.start + 1, period.end - 1])
        assert.deepEqual(periodAt(recurrence, instant), period)
      const before = periods[position - 1]
      if (before) assert.deepEqual(periodAfter(recurrence, before), period)
    }
  })

test('a daily period whose date the zone skips is left out', () => {
  for (const time of ['00:00:00', '10:00:00', '23:59:59']) {
    const daily = every(1, 'day', `2011-12-28T${time}`, 'Pacific/Apia')
    let period = periodAt(daily, at(`2011-12-28T${time}-10:00`))
    const periods = [period]
    while (periods.length < 4) {
      period = periodAfter(daily, period)
      periods.push(period)
    }
    const starts = [
      [0, `2011-12-28T${time}-10:00`],
      [1, `2011-12-29T${time}-10:00`],
      // Number 2 is 30 December.
      [3, `2011-12-31T${time}+14:00`],
      [4, `2012-01-01T${time}+14:00`],
    ] as const
    assert.deepEqual(
      periods.map(({ index, start }) => [index, start]),
      starts.map(([index, start]) => [index, at(start)]),
    )
    assert.deepEqual(
      periods.map(({ start, end }) => end - start),
      Array(4).fill(86_400_000),
    )
  }
})

test('a start in a repeated hour lies in the period that begins at the first of the two times', () => {
  const expected = {
    index: 0,
    start: at('2027-11-07T01:30:00-04:00'),
    end: at('2027-11-08T01:30:00-05:00'),
  }
  for (const start of ['2027-11-07T01:30:00-04:00', '2027-11-07T01:30:00-05:00']) {
    const from = anchorAt(at(start), 'America/New_York')
    assert.deepEqual(from, anchor('2027-11-07T01:30:00'), start)
    const daily: Recurrence = {
      interval: { unit: 'day', count: 1 },
      anchor: from,
      zone: 'America/New_York',
    }
    assert.deepEqual(periodAt(daily, at(start)), expected, start)
  }
})

test('a day that has begun does not end while clocks show the day before again', () => {
  const daily = every(1, 'day', '2010-11-01', 'America/St_Johns')
  const expected = {
    index: 6,
    start: at('2010-11-07T00:00:00-02:30'),
    end: at('2010-11-08T00:00:00-03:30'),
  }
  for (const instant of ['2010-11-07T00:00:30-02:30', '2010-11-06T23:30:00-03:30'])
    assert.deepEqual(periodAt(daily, at(instant)), expected, instant)
})

test('an anchor that is an instant has the date and the whole seconds of local clocks', () => {
  const table: [instant: string, zone: string, expected: string][] = [
    ['2027-01-31T14:15:30.999Z', 'America/Toronto', '2027-01-31T09:15:30'],
    ['2027-01-31T09:59:59.999Z', 'Pacific/Kiritimati', '2027-01-31T23:59:59'],
    ['2027-01-31T10:00:00Z', 'Pacific/Kiritimati', '2027-02-01T00:00:00'],
    ['2027-03-01T10:59:59Z', 'Pacific/Pago_Pago', '2027-02-28T23:59:59'],
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29T23:59:59'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31T00:00:00'],
    ['1969-12-31T23:59:59.001Z', 'UTC', '1969-12-31T23:59:59'],
  ]
  for (const [instant, zone, expected] of table)
    assert.deepEqual(anchorAt(at(instant), zone), anchor(expected), `${instant} ${zone}`)
})

test('a day of the month is the first at or after the start, at local midnight', () => {
  const table: [start: string, zone: string, day: number, month: number | undefined, string][] = [
    ['2027-01-12T00:00:00+01:00', 'Europe/Berlin', 30, undefined, '2027-01-30'],
    ['2027-01-30T00:00:00+01:00', 'Europe/Berlin', 30, undefined, '2027-01-30'],
    ['2027-01-30T00:00:00.999+01:00', 'Europe/Berlin', 30, undefined, '2027-01-30'],
    ['2027-01-30T00:00:01+01:00', 'Europe/Berlin', 30, undefined, '2027-02-30'],
    ['2027-02-28T00:00:01+01:00', 'Europe/Berlin', 30, undefined, '2027-03-30'],
    ['2027-12-06T00:00:00Z', 'UTC', 5, undefined, '2028-01-05'],
    // 31 is the last day of any month.
    ['2028-02-10T00:00:00Z', 'UTC', 31, undefined, '2028-02-31'],
    ['2027-04-30T00:00:00Z', 'UTC', 31, undefined, '2027-04-31'],
    ['2027-04-30T00:00:01Z', 'UTC', 31, undefined, '2027-05-31'],
    ['2027-12-31T00:00:01Z', 'UTC', 31, undefined, '2028-01-31'],
    ['2028-01-01T00:00:00Z', 'UTC', 1, 1, '2028-01-01'],
    ['2028-01-01T00:00:01Z', 'UTC', 1, 1, '2029-01-01'],
    ['2027-03-01T00:00:00Z', 'UTC', 29, 2, '2028-02-29'],
    ['2026-06-15T00:00:00Z', 'UTC', 29, 2, '2027-02-29'],
    ['2027-05-01T00:00:00Z', 'UTC', 31, 4, '2028-04-31'],
    // The day begins at 01:00.
    ['2018-11-04T01:00:00-02:00', 'America/Sao_Paulo', 4, undefined, '2018-11-04'],
    ['2018-11-04T01:00:01-02:00', 'America/Sao_Paulo', 4, undefined, '2018-12-04'],
    // The second of two midnights comes after the first.
    ['2027-11-07T00:00:00-04:00', 'America/Havana', 7, undefined, '2027-11-07'],
    ['2027-11-07T00:00:00-05:00', 'America/Havana', 7, undefined, '2027-12-07'],
    // Clocks went back from 00:01 on the 7th to the 6th, so it is the 6th again after the midnight of the 7th.
    ['2010-11-06T23:30:00-02:30', 'America/St_Johns', 7, undefined, '2010-11-07'],
    ['2010-11-06T23:30:00-03:30', 'America/St_Johns', 7, undefined, '2010-12-07'],
    // The midnight that the zone skipped moved to the 31st.
    ['2011-12-29T23:59:59-10:00', 'Pacific/Apia', 30, undefined, '2011-12-30'],
    ['2011-12-31T00:00:00+14:00', 'Pacific/Apia', 30, undefined, '2011-12-30'],
    ['2011-12-31T00:00:01+14:00', 'Pacific/Apia', 30, undefined, '2012-01-30'],
    // Here it moved to the next month.
    ['1995-01-01T00:00:00+14:00', 'Pacific/Kiritimati', 31, undefined, '1994-12-31'],
    ['1995-01-01T00:00:01+14:00', 'Pacific/Kiritimati', 31, undefined, '1995-01-31'],
  ]
  for (const [start, zone, day, month, expected] of table)
    assert.deepEqual(
      anchorOnDay(at(start), day, zone, month),
      anchor(expected),
      `${day} ${month} after ${start}`,
    )
})

test('a weekday is the first at or after the start, at local midnight', () => {
  // 12 January 2027 is a Tuesday.
  const table: [start: string, zone: string, weekday: number, expected: string][] = [
    ['2027-01-12T00:00:00-05:00', 'America/Toronto', 2, '2027-01-12'],
    ['2027-01-12T00:00:00.999-05:00', 'America/Toronto', 2, '2027-01-12'],
    ['2027-01-12T00:00:01-05:00', 'America/Toronto', 2, '2027-01-19'],
    ['2027-01-12T00:00:00-05:00', 'America/Toronto', 1, '2027-01-18'],
    ['2027-01-12T23:59:59-05:00', 'America/Toronto', 3, '2027-01-13'],
    ['2027-12-28T12:00:00+14:00', 'Pacific/Kiritimati', 7, '2028-01-02'],
    ['2018-11-04T01:00:00-02:00', 'America/Sao_Paulo', 7, '2018-11-04'],
    ['2018-11-04T01:00:01-02:00', 'America/Sao_Paulo', 7, '2018-11-11'],
    ['2011-12-29T12:00:00-10:00', 'Pacific/Apia', 6, '2011-12-31'],
    // A Friday that the zone skipped: its midnight moved to the 31st.
    ['2011-12-29T12:00:00-10:00', 'Pacific/Apia', 5, '2011-12-30'],
    ['2011-12-31T00:00:00+14:00', 'Pacific/Apia', 5, '2011-12-30'],
    ['2011-12-31T00:00:01+14:00', 'Pacific/Apia', 5, '2012-01-06'],
  ]
  for (const [start, zone, weekday, expected] of table)
    assert.deepEqual(anchorOnWeekday(at(start), weekday, zone), anchor(expected), start)
})

test('periods long before the anchor and long after it are found, from 1900 to 9999', () => {
  const monthly = every(1, 'month', '2027-01-31', 'UTC')
  const table: [instant: string, index: number, start: string, end: string][] = [
    ['1900-02-15T00:00:00Z', -1_524, '1900-01-31T00:00:00Z', '1900-02-28T00:00:00Z'],
    ['9999-11-30T12:00:00Z', 95_674, '9999-11-30T00:00:00Z', '9999-12-31T00:00:00Z'],
  ]
  for (const [instant, index, start, end] of table)
    assert.deepEqual(periodAt(monthly, at(instant)), { index, start: at(start), end: at(end) })
  for (const instant of ['1900-01-30T23:59:59.999Z', '9999-12-31T00:00:00Z'])
    assert.throws(() => periodAt(monthly, at(instant)), InvariantError, instant)
})
