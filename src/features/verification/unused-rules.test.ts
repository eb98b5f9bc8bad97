// The amounts that lines return for unused time: the worked examples of recurring billing, sections 4 and 8.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BooksLine } from './store-invoices.ts'
import { unusedOf } from './unused-rules.ts'

const [JUNE, JULY, AUGUST] = ['2027-06-01', '2027-07-01', '2027-08-01'].map(
  (day) => `${day}T00:00:00.000Z`,
) as [string, string, string]

const line = (unit_price: string, more: Partial<BooksLine> = {}) =>
  ({
    ...{ quantity: '1', unit_price, pricing: null, amount: `${unit_price}`, discount: '0' },
    ...{ period_start: JUNE, period_end: JULY, ...more },
  }) as BooksLine
type Ended = [at: string, Parameters<typeof unusedOf>[2]]
const ended = (at: string, proration_unit = 'second', zone = 'Etc/UTC'): Ended => [
  at,
  { proration_unit, zone },
]
/** From 10 to 20 June of a period from 1 to 20 June, less than the whole one of 19.00. */
const parted = line('900', {
  ...{ unit_price: null, amount: '1000' },
  ...{ period_start: '2027-06-10T15:00:00.000Z', period_end: '2027-06-20T15:00:00.000Z' },
  pricing: {
    terms: { model: 'per_unit', unit_amount_decimal: '1900' },
    part: { from: '2027-06-10', to: '2027-06-20', start: '2027-06-01', end: '2027-06-20' },
  },
})

test('a line returns the unused part of its period', () => {
  const of = (from: BooksLine, [at, counting]: Ended) => {
    const { base, period } = unusedOf(from, at, counting) ?? {}
    return [Number(base), period?.start]
  }
  // 54.00 for 30 days, with 27 and 15 days left.
  assert.deepEqual(of(line('5400'), ended('2027-06-04T00:00:00.000Z'))[0], 4860)
  assert.deepEqual(of(line('5400'), ended('2027-06-16T00:00:00.000Z'))[0], 2700)
  // 38.00 of 60.00, less 5.70 of a discount of 9.00.
  const less = line('6000', { discount: '900' })
  assert.deepEqual(of(less, ended('2027-06-12T00:00:00.000Z'))[0], 3230)
  // 0.5 for half the time is rounded up.
  assert.deepEqual(of(line('1'), ended('2027-06-16T00:00:00.000Z'))[0], 1)
  // 62.00 for 31 days: 21 are left at the beginning of the day, and 20 and 5.5 hours at its time.
  const july = line('6200', { period_start: JULY, period_end: AUGUST })
  const evening = ended('2027-07-11T18:30:00.000Z', 'day')
  assert.deepEqual(of(july, evening), [4200, '2027-07-11T00:00:00.000Z'])
  assert.deepEqual(of(july, ended(evening[0])), [4046, evening[0]])
  // 8 and 10 of 19 days; a period that begins at 15:00 returns nothing before that.
  const days = (at: string) => of(parted, ended(at, 'day'))
  assert.deepEqual(days('2027-06-12T09:00:00.000Z'), [800, '2027-06-12T00:00:00.000Z'])
  assert.deepEqual(days('2027-06-10T16:00:00.000Z'), [1000, '2027-06-10T15:00:00.000Z'])
  assert.deepEqual(days('2027-06-20T14:00:00.000Z')[0], 0)
})

test('a line returns nothing outside of its period', () => {
  assert.equal(unusedOf(line('5400'), ...ended('2027-05-31T23:59:59.000Z')), undefined)
  assert.equal(unusedOf(line('5400'), ...ended(JULY)), undefined)
  assert.equal(unusedOf(line('5400', { period_start: null }), ...ended(JUNE)), undefined)
})

test('a day begins where the clocks of its zone say so', () => {
  const year = { period_start: '2026-01-01T12:00:00.000Z', period_end: '2027-01-01T12:00:00.000Z' }
  const begin = (at: string, zone: string) =>
    unusedOf(line('36500', year), ...ended(at, 'day', zone))?.period.start
  assert.equal(begin('2026-07-15T12:00:00.000Z', 'America/Toronto'), '2026-07-15T04:00:00.000Z')
  // Havana has two midnights on 1 November 2026, and none on 8 March.
  assert.equal(begin('2026-11-01T12:00:00.000Z', 'America/Havana'), '2026-11-01T04:00:00.000Z')
  assert.equal(begin('2026-03-08T12:00:00.000Z', 'America/Havana'), '2026-03-08T05:00:00.000Z')
  assert.throws(() => begin('2026-03-08T12:00:00.000Z', 'Moon/Tycho'), /time zone Moon\/Tycho/)
})
