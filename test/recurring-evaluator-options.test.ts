// Runs the evaluator of recurring billing on what changes can ask for: the next invoice, another billing day, an instant
// that is past, and items with other intervals. The figures are computed by hand: June 2027 has 30 days, July 31.

import assert from 'node:assert/strict'
import test from 'node:test'
import { evaluate } from './recurring-evaluator.ts'
import type { Act, Life } from './recurring-terms.ts'

const on = (day: string) => Date.parse(`${day}T00:00:00Z`)
const price = (unit_amount: string, more: Partial<Life['prices'][string]> = {}) =>
  ({ unit_amount, billing: 'advance', ...more }) as Life['prices'][string]
const PRICES = {
  ...{ team: price('4700'), business: price('8300'), pro: price('6850') },
  late: price('3000', { billing: 'arrears' }),
  year: price('12000', { interval: 'year' }),
}
const item = (name: keyof typeof PRICES, id = 'plan') => ({ id, price: name, quantity: 1 })
const change = (day: string, to: keyof typeof PRICES, more: object = {}): Act => ({
  ...{ at: on(day), type: 'change', items: [item(to)], proration: 'prorate', anchor: 'keep' },
  ...{ follows: true, ...more },
})
const next = (day: string, to: keyof typeof PRICES) => change(day, to, { invoice: 'next' })
const cancel = (day: string, unused: 'none' | 'credit'): Act => ({
  ...{ at: on(day), type: 'cancel', unused, follows: true },
})
const life = (acts: Act[], more: Partial<Life> = {}): Life => ({
  ...{ zone: 'UTC', unit: 'second', interval: 'month', interval_count: 1, prices: PRICES },
  anchor: { year: 2027, month: 6, day: 1, time: '00:00' },
  ...{ first_period: 'prorate', start: on('2027-06-01'), items: [item('team')], acts, ...more },
})
/** Checks the sums that are charged and returned up to a day. */
const bills = (of: Life, until: string, charged: number, returned = 0) => {
  const found = evaluate(of, on(until))
  assert.deepEqual([found.charged, found.returned], [charged, returned], until)
}

// 19/30 of 83.00 and 47.00 are 52.57 and 29.77, 8/30 of 83.00, 68.50 and 47.00 are 22.13, 18.27 and 12.53.
test('changes for the next invoice are billed together at the next boundary', () => {
  const acts = [next('2027-06-12', 'business')]
  bills(life(acts), '2027-06-30', 4700)
  bills(life(acts), '2027-07-01', 4700 + 5257 + 8300, 2977)
  const both = [...acts, next('2027-06-23', 'pro')]
  bills(life(both), '2027-06-30', 4700)
  bills(life(both), '2027-07-01', 4700 + 3044 + 1827 + 6850, 2977)
  bills(life([...acts, next('2027-06-12', 'team')]), '2027-07-01', 4700 + 4700)
})

test('changes for the next invoice are also billed with an immediate change, a pause or an end', () => {
  const acts = [next('2027-06-12', 'business')]
  bills(life([...acts, change('2027-06-23', 'pro')]), '2027-06-23', 4700 + 3044 + 1827, 2977)
  bills(life([...acts, cancel('2027-06-23', 'credit')]), '2027-06-23', 4700 + 3044, 2977)
  // Only from 12 to 23 June is Business billed instead of Team, which stays paid for the rest.
  const end = evaluate(life([...acts, cancel('2027-06-23', 'none')]), on('2027-08-01'))
  assert.equal(end.due, 4700 - (2977 - 1253) + 3044)
  const pause: Act = { at: on('2027-06-23'), type: 'pause', credit_unused: true, follows: true }
  bills(life([...acts, pause]), '2027-07-01', 4700 + 3044, 2977)
  const trial = { trial_end: on('2027-06-20') }
  bills(life(acts, trial), '2027-06-20', 3043)
})

// From 12 to 20 June, 8 of the 31 days from 20 May are billed, 12.13; to 30 June 18 of the 30 from 31 May, 28.20.
test('a billing day that moves begins a part of a period', () => {
  const plan = (anchor: object) => life([change('2027-06-12', 'team', { items: [], anchor })])
  bills(plan({ day_of_month: 20 }), '2027-06-19', 4700 + 1213, 2977)
  bills(plan({ day_of_month: 20 }), '2027-06-20', 4700 + 1213 + 4700, 2977)
  bills(plan({ day_of_month: 'last' }), '2027-06-29', 4700 + 2820, 2977)
  bills(plan({ day_of_month: 'last' }), '2027-07-30', 4700 + 2820 + 4700, 2977)
  bills(plan({ day_of_month: 12 }), '2027-07-11', 4700 + 4700, 2977)
})

test('a change for an earlier instant counts from there, and is billed when it is sent', () => {
  const past = change('2027-06-12', 'business', { sent: on('2027-06-15') })
  bills(life([past]), '2027-06-14', 4700)
  bills(life([past]), '2027-06-15', 4700 + 5257, 2977)
})

// Half of 47.00; 351/366 of 120.00 are 115.08; 22/31 of 47.00 are 33.35.
test('items with other intervals have periods of their own', () => {
  const items = { items: [item('team'), item('year', 'support')] }
  bills(life([], items), '2027-07-01', 4700 + 12_000 + 4700)
  bills(life([], items), '2028-06-01', 13 * 4700 + 2 * 12_000)
  bills(life([cancel('2027-06-16', 'credit')], items), '2027-06-16', 4700 + 12_000, 2350 + 11_508)
  const pause: Act = { at: on('2027-06-16'), type: 'pause', credit_unused: false, follows: true }
  const resume: Act = { at: on('2027-07-10'), type: 'resume', anchor: 'keep', follows: true }
  bills(life([pause, resume], items), '2027-07-10', 4700 + 12_000 + 3335)
})

// 11 of 30 days of 30.00 are 11.00, 19 of 47.00 29.77.
test('an item that is billed at the end of its period returns nothing', () => {
  const items = { items: [item('late')] }
  bills(life([], items), '2027-06-30', 0)
  bills(life([], items), '2027-07-01', 3000)
  bills(life([change('2027-06-12', 'team')], items), '2027-06-12', 2977)
  bills(life([change('2027-06-12', 'team')], items), '2027-07-01', 2977 + 1100 + 4700)
  bills(life([cancel('2027-06-12', 'none')], items), '2027-06-12', 1100)
})
