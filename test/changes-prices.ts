// Prices of the random subscriptions that change within a period: the request, and the exact price of a quantity.

import type { Fraction } from './recurring-grid.ts'

export interface Priced {
  name: string
  interval: 'day' | 'week' | 'month' | 'year'
  count: number
  body: object
  /** True if its quantity is always one, and never sent. */
  isFlat: boolean
  /** The price of a quantity in the smallest unit, not rounded. */
  of(quantity: number): Fraction
}

interface Tier {
  up_to?: number
  /** Tenths of the smallest unit. */
  tenths: number
  flat?: number
}

/** How frequent each interval is. */
const FREQUENT = {
  ...{ 'month 1': 12, 'month 3': 3, 'year 1': 4, 'year 2': 1, 'week 1': 2, 'week 2': 2 },
  ...{ 'day 10': 2, 'day 1': 1 },
}

export const INTERVALS = Object.entries(FREQUENT).flatMap(([each, times]) =>
  Array.from({ length: times }, () => each),
)

/** From eleven seats on, all of them cost less than ten. */
const VOLUME: Tier[] = [
  { up_to: 4, tenths: 19_999 },
  { up_to: 10, tenths: 15_005 },
  { tenths: 9_990 },
]
const GRADUATED: Tier[] = [
  { up_to: 2, tenths: 21_005, flat: 333 },
  { up_to: 6, tenths: 12_345 },
  { tenths: 4_001, flat: 777 },
]

const tiersSent = (tiers: Tier[]) =>
  tiers.map(({ up_to, tenths, flat }) => ({
    ...(up_to !== undefined && { up_to }),
    unit_amount_decimal: decimal(tenths),
    ...(flat !== undefined && { flat_amount: flat }),
  }))

const decimal = (tenths: number) => `${Math.floor(tenths / 10)}.${tenths % 10}`
const tenth = (tenths: number): Fraction => [BigInt(tenths), 10n]

/** All units have the price of the tier that holds the quantity. */
const volume = (quantity: number): Fraction => {
  const { tenths = 0 } = VOLUME.find(({ up_to = quantity }) => quantity <= up_to) ?? {}
  return tenth(quantity * tenths)
}

/** Each unit has the price of its own tier; each tier that is entered adds its flat amount. */
const graduated = (quantity: number): Fraction => {
  let [sum, before] = [0, 0]
  for (const { up_to = quantity, tenths, flat = 0 } of GRADUATED) {
    if (quantity <= before) break
    sum += (Math.min(quantity, up_to) - before) * tenths + 10 * flat
    before = up_to
  }
  return tenth(sum)
}

export const PRICES: Priced[] = Object.keys(FREQUENT).flatMap((each) => {
  const [interval = '', count] = each.split(' ')
  const repeats = { interval: interval as Priced['interval'], count: Number(count) }
  const sent = { interval, interval_count: repeats.count }
  const price = (name: string, terms: object, of: Priced['of']): Priced => ({
    ...{
      ...repeats,
      of,
      name: `${each} ${name}`,
      isFlat: name === 'flat',
      body: { ...sent, ...terms },
    },
  })
  return [
    price('seats', { model: 'per_unit', unit_amount: 4700 }, (n) => [BigInt(n * 4700), 1n]),
    price('decimal', { model: 'per_unit', unit_amount_decimal: '1999.5' }, (n) =>
      tenth(n * 19_995),
    ),
    price('fraction', { model: 'per_unit', unit_amount_decimal: '19.3' }, (n) => tenth(n * 193)),
    price('flat', { model: 'flat', unit_amount: 8300 }, () => [8300n, 1n]),
    price('volume', { model: 'volume', tiers: tiersSent(VOLUME) }, volume),
    price('graduated', { model: 'graduated', tiers: tiersSent(GRADUATED) }, graduated),
    price('free', { model: 'per_unit', unit_amount: 0 }, () => [0n, 1n]),
  ]
})

export const pricesOf = (each: string) =>
  PRICES.filter(({ interval, count }) => `${interval} ${count}` === each)
