// The periods of subscriptions follow one another without gap or overlap: each is compared with a model written from
// the design only.

import assert from 'node:assert/strict'
import { afterEach, type TestContext, test } from 'node:test'
import {
  boundaryOf,
  clocksAt,
  dayAnchorOf,
  dayNumber,
  forgetInstants,
  instantOn,
  isSkipped,
  periodOf,
  weekdayAnchorOf,
} from '../../test/periods-model.ts'
import { type Random, randomFrom, SUITE_SEED } from '../../test/random.ts'
import {
  anchorAt,
  anchorOnDay,
  anchorOnWeekday,
  boundaryAt,
  INTERVALS,
  type Interval,
  type Period,
  periodAfter,
  periodAt,
  type Recurrence,
} from './recurrence.ts'

const IS_WHOLE = process.env.PERIODS === 'all'
const SEED = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)

interface Zone {
  name: string
  /** A time of day that its clocks skip or repeat, if any. */
  second: number
}

const ZONES: Zone[] = [
  // Until 2011 clocks were turned at one minute past midnight, so that a part of the day before returned.
  { name: 'America/St_Johns', second: 30 },
  // By half an hour, in the southern hemisphere.
  { name: 'Australia/Lord_Howe', second: 8_100 },
  // Had no midnight on one day of each year.
  { name: 'America/Sao_Paulo', second: 0 },
  // UTC+14.
  { name: 'Pacific/Kiritimati', second: 0 },
  // UTC−11.
  { name: 'Pacific/Pago_Pago', second: 0 },
  // Had no 30 December 2011.
  { name: 'Pacific/Apia', second: 36_000 },
]
/** 00:00:00, 00:00:30, 01:45:00, 02:15:00 and 23:30:59. */
const SECONDS = [0, 30, 6_300, 8_100, 84_659]

/** 2008 to 2015; in the sample 2010 and 2011. */
const FIRST_DAY = dayNumber(IS_WHOLE ? 2008 : 2010, 1, 1)
const DAYS = IS_WHOLE ? 2_922 : 730

/** At most three years of each unit. */
const MOST = { day: 1_095, week: 156, month: 36, year: 3 }
const EVERY_INTERVAL: Interval[] = INTERVALS.flatMap((unit) =>
  Array.from({ length: MOST[unit] }, (_, index) => ({ unit, count: index + 1 })),
)

const shown = ({ index, start, end }: Period): string =>
  `${index}: ${new Date(start).toISOString()} to ${new Date(end).toISOString()}`

/** Compares before it formats: a whole campaign comes here 100 million times. */
function assertPeriod(
  recurrence: Recurrence,
  instant: number,
  expected: Period,
  actual = periodAt(recurrence, instant),
) {
  const isEqual =
    actual.index === expected.index &&
    actual.start === expected.start &&
    actual.end === expected.end
  if (isEqual) return
  const why = `${JSON.stringify(recurrence)} at ${new Date(instant).toISOString()}`
  assert.equal(shown(actual), shown(expected), why)
}

/** The period of an instant, those before and after it, and both sides of its boundaries. Returns the next. */
function checkPeriod(recurrence: Recurrence, instant: number): Period {
  const period = periodOf(recurrence, instant)
  const next = periodOf(recurrence, period.end)
  assert.ok(period.start <= instant && instant < period.end && next.start === period.end)
  assertPeriod(recurrence, period.start - 1, periodOf(recurrence, period.start - 1))
  assertPeriod(recurrence, period.start, period)
  assertPeriod(recurrence, period.end - 1, period)
  assertPeriod(recurrence, period.end, next, periodAfter(recurrence, period))
  return next
}

function recurrenceFrom(day: number, second: number, interval: Interval, zone: string): Recurrence {
  const date = new Date(day * 86_400_000)
  const [year, month, wanted] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  const isLast = new Date(date.getTime() + 86_400_000).getUTCDate() === 1
  // The last day of a month is that day, or wanted as the last of every month.
  const anchored = isLast && interval.count % 2 === 0 ? 31 : wanted
  return { interval, anchor: { year, month, day: anchored, second }, zone }
}

function anyInterval(random: Random): Interval {
  const unit = random.pick(INTERVALS)
  return { unit, count: 1 + random.below(MOST[unit]) }
}

/** Every start day × every interval, with times of day in turn; or a sample of both. */
function* starts(random: Random): Generator<[day: number, second: number, interval: Interval]> {
  if (!IS_WHOLE) {
    for (let turn = 0; turn < 100; turn += 1)
      yield [FIRST_DAY + random.below(DAYS), random.pick(SECONDS), anyInterval(random)]
    return
  }
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 1)
    for (const [index, interval] of EVERY_INTERVAL.entries())
      yield [day, SECONDS[(day + index) % SECONDS.length] as number, interval]
}

const report = (t: TestContext, count: number, what: string) =>
  t.diagnostic(`${count} ${what}; seed ${SEED}`)

afterEach(forgetInstants)

for (const { name: zone } of ZONES)
  test(`periods tile for every start day and every interval: ${zone}`, (t) => {
    const random = randomFrom(SEED)
    let count = 0
    for (const [day, second, interval] of starts(random)) {
      const recurrence = recurrenceFrom(day, second, interval, zone)
      const next = checkPeriod(recurrence, instantOn(day, second, zone))
      assert.ok(next.index > 0)
      const index = random.below(25) - 12
      const boundary = boundaryAt(recurrence, index)
      if (boundary !== boundaryOf(recurrence, index))
        assert.equal(boundary, boundaryOf(recurrence, index), JSON.stringify({ recurrence, index }))
      count += 1
    }
    report(t, count, 'recurrences')
  })

for (const { name: zone, second: own } of ZONES)
  test(`each date that the zone has is one daily period: ${zone}`, (t) => {
    let count = 0
    for (const second of IS_WHOLE ? new Set([own, ...SECONDS]) : [own]) {
      const daily = recurrenceFrom(FIRST_DAY, second, { unit: 'day', count: 1 }, zone)
      let instant = instantOn(FIRST_DAY, second, zone)
      for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 1) {
        if (isSkipped(day, zone)) continue
        const period = periodOf(daily, instant)
        assert.equal(period.index, day - FIRST_DAY, 'a date was left out or counted twice')
        assert.equal(period.start, instantOn(day, second, zone))
        instant = checkPeriod(daily, instant).start
        // Clocks that go back over midnight show the day before again after half an hour.
        for (const later of [1, 1_800_000]) assertPeriod(daily, period.start + later, period)
        count += 1
      }
    }
    report(t, count, 'periods')
  })

/** An instant near a local midnight, where anchors change, or anywhere in a day. */
const nearMidnight = (random: Random, zone: string): number =>
  instantOn(FIRST_DAY + random.below(DAYS), 0, zone) +
  random.pick([-1_000, -1, 0, 1, 999, 1_000, 1_800_000, 3_600_000, random.below(86_400_000)])

test('random starts are anchored at the first matching day', (t) => {
  const random = randomFrom(SEED)
  const turns = IS_WHOLE ? 100_000 : 300
  for (let turn = 0; turn < turns; turn += 1) {
    const { name: zone } = random.pick(ZONES)
    const start = nearMidnight(random, zone)
    const why = `${zone} ${new Date(start).toISOString()}`
    assert.deepEqual(anchorAt(start, zone), clocksAt(start, zone), why)
    const weekday = 1 + random.below(7)
    assert.deepEqual(
      anchorOnWeekday(start, weekday, zone),
      weekdayAnchorOf(start, weekday, zone),
      `${why} weekday ${weekday}`,
    )
    const [day, month] = [
      1 + random.below(31),
      random.below(4) === 0 ? 1 + random.below(12) : undefined,
    ]
    assert.deepEqual(
      anchorOnDay(start, day, zone, month),
      dayAnchorOf(start, day, zone, month),
      `${why} day ${day} month ${month}`,
    )
  }
  report(t, turns, 'starts')
})

test('periods of random instants from 1910 to 9990 match the model', (t) => {
  const random = randomFrom(SEED)
  const zones = [...ZONES.map(({ name }) => name), 'UTC', 'Europe/Dublin', 'Africa/Casablanca']
  const [earliest, latest] = [Date.UTC(1910, 0, 1), Date.UTC(9990, 0, 1)]
  const turns = IS_WHOLE ? 50_000 : 200
  for (let turn = 0; turn < turns; turn += 1) {
    const isFar = random.below(2) === 0
    const day = dayNumber(isFar ? 1910 + random.below(8_080) : 2027, 1, 1) + random.below(366)
    const [interval, zone] = [anyInterval(random), random.pick(zones)]
    const recurrence = recurrenceFrom(day, random.below(86_400), interval, zone)
    const span = isFar ? latest - earliest : Date.UTC(2100, 0, 1) - earliest
    checkPeriod(recurrence, earliest + Math.floor((random.below(2 ** 31) / 2 ** 31) * span))
  }
  report(t, turns, 'instants')
})
