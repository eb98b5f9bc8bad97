// Hand-written derivations, for the tests of the evaluator.

export type Json = ReturnType<typeof JSON.parse>

export const copy = (value: Json): Json => structuredClone(value)
export const flat = { model: 'flat', unit_amount: 1999 }
export const perUnit = (unit_amount_decimal: string) => ({ model: 'per_unit', unit_amount_decimal })
const tiers = [
  { up_to: 10, unit_amount_decimal: '5', flat_amount: 0 },
  { up_to: 20, unit_amount_decimal: '2.5', flat_amount: 100 },
  { up_to: null, unit_amount_decimal: '0.1', flat_amount: 7 },
]
export const graduated = { model: 'graduated', tiers }
export const volume = { model: 'volume', tiers }
export const packages = { model: 'package', size: 100, unit_amount: 250, free_units: 50 }
export const percentage = {
  model: 'percentage',
  rate: '2.9',
  per_event: 30,
  free_events: 1,
  free_amount: 1000,
}

const tier = (
  number: number,
  units: string,
  unit_amount: string,
  flat_amount: number,
  exact: string,
) => ({
  rule: 'tier',
  inputs: { tier: number, units, unit_amount, flat_amount },
  exact,
})
export const pack = (units: string, count: number, exact: string) => ({
  rule: 'packages',
  inputs: { units, size: 100, packages: count, unit_amount: 250 },
  exact,
})
export const rate = (amount: string, exact: string, percent = '2.9') => ({
  rule: 'rate',
  inputs: { rate: percent, amount },
  exact,
})
export const paying = (count: number, exact: string) => ({
  rule: 'events',
  inputs: { events: count, per_event: 30 },
  exact,
})

export interface Extra {
  parts?: Json[]
  events?: string[]
  exact?: string
  rests?: Json
}
export const line = (pricing: Json, quantity: string, result: number, extra: Extra = {}): Json => ({
  rule: 'line_amount',
  pricing: copy(pricing),
  inputs: { quantity },
  ...copy(extra),
  steps: [],
  result,
})
const june = (day: number) => new Date(Date.UTC(2027, 5, day)).toISOString()
/** Terms of a line from one day of June 2027 to another; it has 30 days. */
export const inJune = (pricing: Json, from: number, to = 31) => ({
  ...pricing,
  part: { from: june(from), to: june(to), start: june(1), end: june(31) },
})
/** Of June 2027, with the days left to its end. */
export const restsInJune = (price: string, left: number[], rests: number[]) => ({
  rests: { price, seconds: 2_592_000, left: left.map((days) => days * 86_400), rests },
})
export const plain = (quantity: number, unit_amount: number, result: number): Json => ({
  rule: 'line_amount',
  inputs: { quantity, unit_amount },
  steps: [],
  result,
})
export const node = (rule: string, steps: Json[], result: number) => ({
  rule,
  inputs: {},
  steps,
  result,
})

/** A tree of version 2 around lines that add up to `sum`. */
export function tree(lines: Json[], sum: number, currency = 'cad', exponent = 2): Json {
  const total = [node('subtotal', lines, sum), node('discount', [], 0), node('tax', [], 0)]
  const root = node('amount_due', [node('total', total, sum)], sum)
  return { version: 2, currency, exponent, ...root }
}
export function credited(root: Json, balance: string, credit: number): Json {
  const step = { rule: 'credit_applied', inputs: { balance }, steps: [], result: -credit }
  return { ...root, steps: [...root.steps, step], result: root.result - credit }
}

export const T10 = (units: string, exact: string) => tier(1, units, '5', 0, exact)
export const T20 = (units: string, exact: string) => tier(2, units, '2.5', 100, exact)
export const T30 = (units: string, exact: string) => tier(3, units, '0.1', 7, exact)
export const of = (free_events: number | null, free_amount: number | null, percent = '2.9') => ({
  ...percentage,
  rate: percent,
  free_events,
  free_amount,
})

/** A sound invoice with every kind of line, which the forgeries start from. */
export function whole(): Json {
  const lines = [
    plain(3, 1999, 5997),
    line(flat, '1', 1999),
    line(perUnit('0.07'), '13.5', 1, { exact: '0.945' }),
    line(graduated, '11', 153, { parts: [T10('10', '50'), T20('1', '102.5')], exact: '152.5' }),
    line(volume, '20', 150, { parts: [T20('20', '150')] }),
    line(packages, '151', 500, { parts: [pack('101', 2, '500')] }),
    line(percentage, '300', 36, {
      events: ['100', '200'],
      parts: [rate('200', '5.8'), paying(1, '30')],
      exact: '35.8',
    }),
  ]
  return credited(tree(lines, 8836), '20.00000000', 2000)
}
/** A line for a part of June: 152.5 × 19/30 = 96.58. */
export const parted = (): Json =>
  line(inJune(graduated, 12), '11', 97, {
    parts: [T10('10', '50'), T20('1', '102.5')],
    ...restsInJune('152.5', [19, 0], [97, 0]),
  })
export const total = (root: Json) => root.steps[0]
export const at = (root: Json, number: number) => total(root).steps[0].steps[number - 1]

/** The invoice as the API would show the whole tree. */
export function shown(): Json {
  const integers = { quantity_decimal: null, unit_amount_decimal: null }
  const lines = whole().steps[0].steps[0].steps
  const single = (index: number, quantity_decimal: string, unit_amount_decimal: string | null) => {
    const { pricing, result } = lines[index]
    return {
      id: `il_${index}`,
      price_id: 'price_1',
      quantity: 1,
      unit_amount: result,
      amount: result,
      quantity_decimal,
      unit_amount_decimal,
      pricing,
    }
  }
  const line_items = [
    { price_id: null, quantity: 3, unit_amount: 1999, amount: 5997, pricing: null, ...integers },
    { quantity: 1, unit_amount: 1999, amount: 1999, pricing: flat, ...integers },
    single(2, '13.5', '0.07'),
    single(3, '11', null),
    single(4, '20', null),
    single(5, '151', null),
    single(6, '300', null),
  ]
  return {
    id: 'inv_1',
    currency: 'cad',
    subtotal: 8836,
    tax: 0,
    total: 8836,
    credit_applied: 2000,
    amount_due: 6836,
    line_items,
  }
}
