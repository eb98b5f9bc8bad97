// Reminders: their days and instants, and what happens to missed ones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysBetween, instantOf, timestamp } from './calendar.ts'
import { dueReminder, nextReminder } from './reminder.ts'

test('an hour of a date is the instant at which local clocks show it', () => {
  // New Zealand: summer time until 4 April 2027 3:00 and from 27 September 2026 2:00 (Daylight Time
  // Order 2007). Toronto: 8 March and 1 November 2026, 2:00 (Time Act, Ontario).
  const table: [string, number, string, string, string][] = [
    ['2026-09-26', 9, 'Pacific/Auckland', '2026-09-25T21:00:00.000Z', 'winter, +12'],
    ['2026-09-27', 9, 'Pacific/Auckland', '2026-09-26T20:00:00.000Z', 'the day it begins, +13'],
    ['2027-04-03', 9, 'Pacific/Auckland', '2027-04-02T20:00:00.000Z', 'summer, +13'],
    ['2027-04-04', 9, 'Pacific/Auckland', '2027-04-03T21:00:00.000Z', 'the day it ends, +12'],
    ['2026-03-08', 2, 'America/Toronto', '2026-03-08T07:00:00.000Z', 'left out: an hour later'],
    ['2026-11-01', 1, 'America/Toronto', '2026-11-01T05:00:00.000Z', 'twice: the first'],
    ['2011-12-30', 9, 'Pacific/Apia', '2011-12-30T19:00:00.000Z', 'a day left out: the next'],
    ['2026-12-31', 9, 'UTC', '2026-12-31T09:00:00.000Z', 'no summer time'],
    ['2026-12-31', 0, 'Pacific/Kiritimati', '2026-12-30T10:00:00.000Z', '+14'],
  ]
  for (const [date, hour, zone, expected, why] of table) {
    assert.equal(timestamp(instantOf(date, hour, zone)), expected, `${date} ${zone} ${why}`)
  }
})

test('the number of days between two dates is exact', () => {
  assert.equal(daysBetween('2026-12-31', '2027-01-03'), 3)
  assert.equal(daysBetween('2028-03-01', '2028-02-28'), -2)
  assert.equal(daysBetween('2026-12-31', '2026-12-31'), 0)
})

const reminders = { due_date: '2026-12-31', days: [-3, 0, 3, 10], timeZone: 'Pacific/Auckland' }
const at = (text: string) => Date.parse(text)

test('the next reminder is the first one in the future', () => {
  const next = (text: string) => {
    const instant = nextReminder(reminders, at(text))
    return instant === null ? null : timestamp(instant)
  }
  assert.equal(next('2026-11-20T12:00:00Z'), '2026-12-27T20:00:00.000Z')
  assert.equal(next('2026-12-27T19:59:59.999Z'), '2026-12-27T20:00:00.000Z')
  assert.equal(next('2026-12-27T20:00:00Z'), '2026-12-30T20:00:00.000Z')
  assert.equal(next('2027-01-02T20:00:00Z'), '2027-01-09T20:00:00.000Z')
  assert.equal(next('2027-01-09T20:00:00Z'), null)
  assert.equal(nextReminder({ ...reminders, days: [] }, 0), null)
  const early = { due_date: '1900-01-01', days: [-7, 1], timeZone: 'UTC' }
  assert.equal(nextReminder(early, at('1800-01-01T00:00:00Z')), at('1900-01-02T09:00:00Z'))
  const late = { due_date: '9999-12-31', days: [0, 1], timeZone: 'Etc/GMT+12' }
  assert.equal(nextReminder(late, 0), at('9999-12-31T21:00:00Z'))
  assert.equal(nextReminder(late, at('9999-12-31T21:00:00Z')), null)
})

test('only one of several missed reminders is sent, with the current number of days', () => {
  const first = at('2026-12-27T20:00:00Z')
  const due = (today: string, now: string, days = reminders.days) =>
    dueReminder({ ...reminders, days }, first, today, at(now))
  assert.equal(due('2026-12-28', '2026-12-27T19:00:00Z'), undefined)
  assert.equal(due('2026-12-28', '2026-12-27T20:00:00Z'), -3)
  assert.equal(due('2027-01-05', '2027-01-05T00:00:00Z'), 5)
  // The settings no longer include a day that has passed.
  assert.equal(due('2026-12-29', '2026-12-29T00:00:00Z', [10]), undefined)
  // The day in the settings is before the planned one, so it was already sent or will never be.
  assert.equal(due('2026-12-29', '2026-12-29T00:00:00Z', [-10]), undefined)
})
