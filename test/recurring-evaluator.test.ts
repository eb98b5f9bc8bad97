// Runs the evaluator of recurring billing on the examples of its design.

import assert from 'node:assert/strict'
import test from 'node:test'
import { evaluate } from './recurring-evaluator.ts'
import type { Act, Life } from './recurring-terms.ts'

const on = (text: string) => Date.parse(text.includes('T') ? text : `${text}T00:00:00Z`)
type More = Partial<Life['prices'][string]>
const price = (unit_amount: string, more: More = {}) =>
  ({ unit_amount, billing: 'advance', ...more }) as Life['prices'][string]
const item = (name: string, quantity = 1, id = 'plan') => ({ id, price: name, quantity })
const act = (day: string, type: Act['type'], more: object) =>
  ({ at: on(day), type, ...more }) as Act
const change = (day: string, to: string, more = {}) =>
  act(day, 'change', { items: [item(to)], proration: 'prorate', anchor: 'keep', ...more })
const cancel = (day: string, unused: 'none' | 'credit') => act(day, 'cancel', { unused })

/** Returns a monthly life in June 2027 with one item, of the first price. */
const life = (prices: Life['prices'], acts: Act[], more: Partial<Life> = {}): Life => ({
  zone: 'UTC',
  unit: 'second',
  anchor: { year: 2027, month: 6, day: 1, time: '00:00' },
  interval: 'month',
  interval_count: 1,
  first_period: 'prorate',
  start: on('2027-06-01'),
  prices,
  items: [item(Object.keys(prices)[0]!)],
  acts,
  ...more,
})
/** Checks the amounts that a life has charged and returned up to an instant. */
const bills = (of: Life, until: string, charged: number, returned = 0) => {
  const found = evaluate(of, on(until))
  assert.deepEqual([found.charged, found.returned], [charged, returned], until)
}
const starts = (of: Life, until: string) =>
  evaluate(of, on(until)).rows.map((row) => new Date(row.period[0]).toISOString().slice(0, 16))

// Section 4: the table of 65.94; Team alone, cut on these days, is 17.23 + 17.24 + 12.53.
test('a plan changed twice in June is billed by the value of the rest', () => {
  const prices = { team: price('4700'), business: price('8300'), pro: price('6850') }
  const acts = [change('2027-06-12', 'business'), change('2027-06-23', 'pro')]
  for (const unit of ['second', 'day'] as const) {
    const plan = life(prices, acts, { unit })
    bills(plan, '2027-06-01', 4700)
    bills(plan, '2027-06-12', 4700 + 5257, 2977)
    bills(plan, '2027-06-30', 4700 + 5257 + 1827, 2977 + 2213)
    assert.equal(evaluate(plan, on('2027-06-30')).due, 6594)
  }
  const after = (day: string, id: string, next: string) =>
    change(day, '', { items: [{ id, remove: true }, item('team', 1, next)] })
  const cut = [after('2027-06-12', 'plan', 'second'), after('2027-06-23', 'second', 'third')]
  const { rows } = evaluate(
    life({ team: price('4700', { billing: 'arrears' }) }, cut),
    on('2027-07-01'),
  )
  assert.deepEqual(
    rows.map((row) => row.charged),
    [1723, 1724, 1253],
  )
})

// Section 4: 54.00 for 30 days, before the cap of the note.
test('a canceled subscription returns the unused time', () => {
  for (const [day, returned] of [
    ['2027-06-04', 4860],
    ['2027-06-16', 2700],
  ] as const) {
    bills(life({ plan: price('5400') }, [cancel(day, 'credit')]), '2028-01-01', 5400, returned)
    bills(life({ plan: price('5400') }, [cancel(day, 'none')]), '2028-01-01', 5400)
  }
})

// Section 8: 18.00 a month to 190.00 a year; with `keep` 190.00 × 351/366 = 182.21.
test('a change of the interval begins a new period or bills the rest of its own', () => {
  const prices = { month: price('1800'), year: price('19000', { interval: 'year' }) }
  const more = { anchor: { year: 2027, month: 8, day: 5, time: '00:00' }, start: on('2027-08-05') }
  const plan = (options: object) => life(prices, [change('2027-08-20', 'year', options)], more)
  bills(plan({ anchor: 'reset' }), '2028-08-19', 1800 + 19000, 929)
  bills(plan({ anchor: 'reset' }), '2028-08-20', 1800 + 19000 + 19000, 929)
  bills(plan({ anchor: 'keep' }), '2028-08-04', 1800 + 18221, 929)
  bills(plan({ anchor: 'reset', proration: 'none' }), '2028-08-19', 1800 + 19000)
})

// Section 8: minimum 80.00, fee 25.00; billed for 12 of 30 days, the minimum is 32.00, the fee 10.00.
test('a minimum is billed at the period end by the billed share', () => {
  const prices = { fee: price('2500', { minimum_amount: '8000' }) }
  bills(life(prices, []), '2027-06-30', 2500)
  bills(life(prices, []), '2027-07-01', 8000 + 2500)
  bills(life(prices, [cancel('2027-06-13', 'credit')]), '2027-06-13', 2500 + 2200, 1500)
})

// Section 8: 70.00 and 50.00 for 19 of 30 days, 44.33 − 31.67; four seats are 25.33.
test('more seats return nothing, and fewer seats return the rest', () => {
  const seats = (quantity: number) => ({ items: [item('seat', quantity)] })
  const plan = (quantity: number) =>
    life({ seat: price('1000') }, [change('2027-06-12', '', seats(quantity))], seats(5))
  bills(plan(7), '2027-06-30', 5000 + 1266)
  bills(plan(5), '2027-06-30', 5000)
  bills(plan(4), '2027-06-30', 5000 + 2533, 3167)
})

// Section 8: 15.00 − 10.00 charged; half of 15.00 returned. A state never billed is not compared.
test('a full difference is billed at once and returned by its own rest', () => {
  const prices = { small: price('1000'), big: price('1500'), huge: price('9900') }
  const full = { proration: 'full_difference' }
  const acts = [change('2027-06-12', 'big', full), cancel('2027-06-16', 'credit')]
  bills(life(prices, acts), '2027-06-12', 1500)
  bills(life(prices, acts), '2027-06-16', 1500, 750)
  bills(life(prices, acts.slice(0, 1)), '2027-07-01', 1500 + 1500)
  const waiting = [
    change('2027-06-04', 'huge', { proration: 'none' }),
    change('2027-06-05', 'small'),
  ]
  bills(life(prices, [...waiting, change('2027-07-12', 'big', full)]), '2027-07-12', 1000 + 1500)
  bills(life(prices, acts, { trial_end: on('2027-06-14') }), '2027-06-13', 0)
})

// 20/30 of 30.00 returned, 11/30 charged; from 10 July 22/31; arrears of 10 of 30 days.
test('a pause keeps or returns paid time, and a resume bills the unpaid rest', () => {
  const plan = (credit_unused: boolean, day: string, billing: 'advance' | 'arrears') =>
    life({ plan: price('3000', { billing }) }, [
      act('2027-06-11', 'pause', { credit_unused }),
      act(day, 'resume', { anchor: 'keep' }),
    ])
  bills(plan(false, '2027-06-20', 'advance'), '2027-06-30', 3000)
  bills(plan(true, '2027-06-20', 'advance'), '2027-06-30', 3000 + 1100, 2000)
  bills(plan(false, '2027-07-10', 'advance'), '2027-07-31', 3000 + 2129)
  bills(plan(false, '2027-06-20', 'arrears'), '2027-06-10', 0)
  bills(plan(false, '2027-06-20', 'arrears'), '2027-06-11', 1000)
  bills(plan(false, '2027-06-20', 'arrears'), '2027-07-01', 1000 + 1100)
})

// Returned 12/30 of 30.00 from 19 June with the reset; 60.00 for an item that was changed in the pause.
test('a resume with a reset returns what is open and bills a full period', () => {
  const prices = { plan: price('3000'), big: price('6000') }
  const plan = (day: string, acts: Act[] = []) =>
    life(prices, [
      act('2027-06-11', 'pause', { credit_unused: false }),
      ...acts,
      act(day, 'resume', { anchor: 'reset' }),
    ])
  bills(plan('2027-06-19'), '2027-07-18', 3000 + 3000, 1200)
  bills(plan('2027-06-19'), '2027-07-19', 3000 + 3000 + 3000, 1200)
  bills(plan('2027-07-10'), '2027-08-09', 3000 + 3000)
  const waiting = plan('2027-07-10', [change('2027-07-01', 'big')])
  bills(waiting, '2027-07-09', 3000)
  bills(waiting, '2027-08-09', 3000 + 6000)
})

// 22/31 of 60.00 from 10 July; the added item waits for the end of the time that is paid.
test('an item that was added without proration waits for the end of the paid time', () => {
  const prices = { plan: price('3000'), big: price('6000') }
  const added = { items: [item('big', 1, 'extra')], proration: 'none', follows: true }
  const plan = (credit_unused: boolean, day: string) =>
    life(prices, [
      change('2027-06-04', '', added),
      { ...act('2027-06-11', 'pause', { credit_unused }), follows: true },
      act(day, 'resume', { anchor: 'keep' }),
    ])
  bills(plan(false, '2027-06-19'), '2027-06-30', 3000)
  bills(plan(false, '2027-06-19'), '2027-07-01', 3000 + 3000 + 6000)
  bills(plan(false, '2027-07-10'), '2027-07-31', 3000 + 2129 + 4258)
  bills(plan(true, '2027-06-19'), '2027-06-30', 3000 + 1200 + 2400, 2000)
})

// Section 7: a step applies the acts of its instant before it bills; a reset bills arrears at once.
test('an act at a boundary precedes its billing', () => {
  const prices = { small: price('1000'), big: price('1500') }
  for (const proration of ['prorate', 'none', 'full_difference'])
    bills(life(prices, [change('2027-07-01', 'big', { proration })]), '2027-07-31', 1000 + 1500)
  for (const unused of ['none', 'credit'] as const)
    bills(life(prices, [cancel('2027-07-01', unused)]), '2027-09-01', 1000)
  const trial = { trial_end: on('2027-06-16') }
  bills(life(prices, [change('2027-06-16', 'big')], trial), '2027-06-30', 750)
  const late = { late: price('3000', { billing: 'arrears' }), big: price('4500') }
  bills(life(late, [change('2027-06-12', 'late', { anchor: 'reset' })]), '2027-06-12', 1100)
  const full = { proration: 'full_difference' }
  bills(life(late, [change('2027-06-12', 'big', full)]), '2027-07-01', 3000 + 4500)
})

// Section 7: a change now follows the billing of its instant, so that July is paid for Team.
test('a change now without proration leaves the period that has just begun', () => {
  const prices = { team: price('4700'), business: price('8300') }
  const now = { proration: 'none', follows: true }
  bills(life(prices, [change('2027-07-01', 'business', now)]), '2027-07-31', 4700 + 4700)
  bills(life(prices, [change('2027-07-01', 'business', now)]), '2027-08-01', 4700 + 4700 + 8300)
  bills(life(prices, [change('2027-06-01', 'business', now)]), '2027-07-01', 4700 + 8300)
  const end = { ...cancel('2027-07-01', 'none'), follows: true }
  bills(life(prices, [end]), '2027-09-01', 4700 + 4700)
})

// Section 8: the full amount of eleven is 110.00, that of ten 150.00; 19/30 are 69.67 and 95.00.
test('more seats that cost less in total return the rest', () => {
  const of = (quantity: number) => [BigInt(quantity * (quantity > 10 ? 1000 : 1500)), 1n] as const
  const prices = { seat: price('0', { of }) }
  const seats = (quantity: number) => ({ items: [item('seat', quantity)] })
  const plan = (to: number) => life(prices, [change('2027-06-12', '', seats(to))], seats(10))
  bills(plan(11), '2027-06-30', 15000 + 6967, 9500)
  bills(plan(16), '2027-06-30', 15000 + 633)
})

// Section 8: an item removed without proration is returned by a reset, half of 30.00.
test('a reset returns the open time of removed items', () => {
  const prices = { plan: price('3000') }
  const two = { items: [item('plan'), item('plan', 1, 'extra')] }
  const gone = { items: [{ id: 'extra', remove: true }], proration: 'none' }
  const acts = [change('2027-06-04', '', gone), change('2027-06-16', 'plan', { anchor: 'reset' })]
  bills(life(prices, acts, two), '2027-06-30', 6000 + 3000, 1500 + 1500)
})

// Section 3: wanted 30, start 12 Jan 2027, 18 of 31 days remain; on 21 Jan 9 of them.
test('the wanted day survives February, and the first part is prorated, full or free', () => {
  const prices = { plan: price('3100'), big: price('6200') }
  const anchor = { year: 2027, month: 1, day: 30, time: '00:00' }
  const plan = (first_period: Life['first_period'], acts: Act[] = [], more = {}) =>
    life(prices, acts, { anchor, start: on('2027-01-12'), first_period, ...more })
  const days = starts(plan('prorate'), '2027-03-30').map((start) => start.slice(0, 10))
  assert.deepEqual(days, ['2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30'])
  bills(plan('prorate'), '2027-01-12', 1800)
  bills(plan('full'), '2027-01-12', 3100)
  bills(plan('full', [change('2027-01-21', 'big')]), '2027-01-21', 3100 + 3100, 1550)
  bills(plan('free', [change('2027-01-21', 'big')]), '2027-01-30', 6200)
  bills(plan('prorate', [], { trial_end: on('2027-01-21') }), '2027-01-21', 900)
  // A first period that begins at a boundary is no part.
  bills(plan('free', [], { start: on('2027-01-30') }), '2027-01-30', 3100)
})

// Section 3: Toronto has no 02:30 on 14 March 2027 and 01:30 twice on 7 November.
// Apia has no 30 December 2011.
test('boundaries follow the clock of the zone', () => {
  const daily = (zone: string, date: [number, number, number], time: string, start: string) => {
    const anchor = { year: date[0], month: date[1], day: date[2], time }
    return life({ day: price('100', { interval: 'day' }) }, [], { zone, anchor, start: on(start) })
  }
  const gap = daily('America/Toronto', [2027, 3, 13], '02:30', '2027-03-13T07:30Z')
  const three = ['2027-03-13T07:30', '2027-03-14T07:30', '2027-03-15T06:30']
  assert.deepEqual(starts(gap, '2027-03-15T12:00Z'), three)
  const twice = daily('America/Toronto', [2027, 11, 6], '01:30', '2027-11-06T05:30Z')
  const fall = ['2027-11-06T05:30', '2027-11-07T05:30', '2027-11-08T06:30']
  assert.deepEqual(starts(twice, '2027-11-08T12:00Z'), fall)
  const apia = daily('Pacific/Apia', [2011, 12, 29], '00:00', '2011-12-29T10:00Z')
  const days = ['2011-12-29T10:00', '2011-12-30T10:00', '2011-12-31T10:00']
  assert.deepEqual(starts(apia, '2011-12-31T10:00Z'), days)
})

// March has 743 hours in Toronto: at noon of the 14th 420 of them remain, or 18 of 31 days.
// December 2011 had 30 days in Apia: on the 31st one remains.
test('a proration counts seconds or civil days', () => {
  const prices = { plan: price('74300'), zero: price('0') }
  const acts = [change('2027-03-14T16:00Z', 'zero')]
  const more = { zone: 'America/Toronto', start: on('2027-03-01T05:00Z') }
  bills(life(prices, acts, { ...more, unit: 'second' }), '2027-03-31', 74300, 42000)
  bills(life(prices, acts, { ...more, unit: 'day' }), '2027-03-31', 74300, 43142)
  const apia = { zone: 'Pacific/Apia', unit: 'day', start: on('2011-12-01T10:00Z') } as const
  const last = life(prices, [change('2011-12-30T22:00Z', 'zero')], apia)
  bills(last, '2011-12-31', 74300, 2477)
})
