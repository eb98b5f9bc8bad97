// When a failed payment is tried again, in local time: where clocks change, where months end, and after a gap.

import assert from 'node:assert/strict'
import test from 'node:test'
import { retriesAfter, retryPlanFrom, stepsAhead } from './retry-plan.ts'

const minute = (at: number) => new Date(at).toISOString().slice(0, 16)

interface Row {
  failed: string
  zone: string
  days: number[]
  at_hour?: number
  tried: string[]
}

const ROWS: Record<string, Row> = {
  'at the time of day of the first failure, also after clocks went back': {
    ...{ failed: '2027-11-05T20:00:00Z', zone: 'America/Toronto', days: [1, 2, 3] },
    tried: ['2027-11-06T20:00', '2027-11-07T21:00', '2027-11-08T21:00'],
  },
  'at the first of two equal hours': {
    ...{ failed: '2027-11-05T20:00:00Z', zone: 'America/Toronto', days: [1, 2, 3], at_hour: 1 },
    tried: ['2027-11-06T05:00', '2027-11-07T05:00', '2027-11-08T06:00'],
  },
  'after an hour that does not exist': {
    ...{ failed: '2027-03-12T20:00:00Z', zone: 'America/Toronto', days: [1, 2, 3], at_hour: 2 },
    tried: ['2027-03-13T07:00', '2027-03-14T07:00', '2027-03-15T06:00'],
  },
  'where autumn begins in April': {
    ...{ failed: '2027-04-02T12:30:00Z', zone: 'Pacific/Auckland', days: [1, 2] },
    tried: ['2027-04-03T12:30', '2027-04-04T13:30'],
  },
  'where it is already the next day, half an hour off': {
    ...{ failed: '2027-01-31T20:00:00Z', zone: 'Asia/Kolkata', days: [1], at_hour: 9 },
    tried: ['2027-02-02T03:30'],
  },
  'at the end of February of a leap year': {
    ...{ failed: '2028-02-28T12:00:00Z', zone: 'UTC', days: [1, 2] },
    tried: ['2028-02-29T12:00', '2028-03-01T12:00'],
  },
  'across the end of a year': {
    ...{ failed: '2027-12-30T09:00:00Z', zone: 'Europe/Paris', days: [1, 3, 60], at_hour: 0 },
    tried: ['2027-12-30T23:00', '2028-01-01T23:00', '2028-02-27T23:00'],
  },
}

for (const [title, { failed, zone, days, at_hour, tried }] of Object.entries(ROWS))
  test(`a payment is tried again ${title}`, () => {
    const plan = retryPlanFrom({ days, ...(at_hour !== undefined && { at_hour }) })
    assert.deepEqual(retriesAfter(plan, Date.parse(failed), zone).map(minute), tried)
  })

const plan = retryPlanFrom({ days: [1, 3, 5, 7] })
const payment_failed_at = Date.parse('2027-03-01T10:00:00Z')
const stepsSince = (since: string) => {
  const planned = { payment_failed_at, retry_at: null, retry_ended_at: null }
  const { steps, ends_at } = stepsAhead(planned, {
    ...{ plan, since: Date.parse(since), timeZone: 'UTC' },
  })
  return [steps.map(minute), ends_at && minute(ends_at)]
}

test('steps in the past are not made up for', () => {
  const [fifth, eighth] = ['2027-03-06T10:00', '2027-03-08T10:00']
  assert.deepEqual(stepsSince('2027-03-06T09:59:59Z'), [[fifth, eighth], eighth])
  assert.deepEqual(stepsSince('2027-03-06T10:00:00Z'), [[eighth], eighth])
  assert.deepEqual(stepsSince('2027-07-01T00:00:00Z'), [[], null])
})
