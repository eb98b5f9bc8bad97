// Random lines of all pricing models, priced by counting: every tenth of a unit is computed separately.

import fc from 'fast-check'

type Json = ReturnType<typeof JSON.parse>

/** Formats an integer as a decimal with that many decimal places. */
function spell(digits: number, places: number): string {
  const text = String(digits).padStart(places + 1, '0')
  const rest = text.slice(text.length - places).replace(/0+$/, '')
  return text.slice(0, text.length - places) + (places > 0 && rest ? `.${rest}` : '')
}

/** Tenths of a unit, times hundredths of an amount. */
const PLACES = 3

/** A line whose exact value has that many decimal places. */
function line(pricing: Json, tenths: number, digits: number, more: Json, places = PLACES): Json {
  const one = 10 ** places
  let result = 0
  while ((result + 1) * one <= digits) result += 1
  const rest = digits - result * one
  if (rest * 2 >= one) result += 1
  const exact = rest > 0 ? { exact: spell(digits, places) } : {}
  const inputs = { quantity: spell(tenths, 1) }
  return { rule: 'line_amount', pricing, inputs, ...more, ...exact, steps: [], result }
}

const tenths = fc.integer({ min: 0, max: 200 })
const price = fc.integer({ min: 0, max: 300 })
const amount = fc.integer({ min: 0, max: 50 })

const flat = amount.map((unit_amount) =>
  line({ model: 'flat', unit_amount }, 10, unit_amount, {}, 0),
)

const perUnit = fc.tuple(tenths, price).map(([quantity, hundredths]) => {
  let exact = 0
  for (let each = 0; each < quantity; each++) exact += hundredths
  const pricing = { model: 'per_unit', unit_amount_decimal: spell(hundredths, 2) }
  return line(pricing, quantity, exact, {})
})

const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 18 }), { maxLength: 4 }),
    fc.array(fc.tuple(price, amount), { minLength: 5, maxLength: 5 }),
  )
  .map(([bounds, prices]) => {
    const ends: (number | null)[] = [...bounds.sort((a, b) => a - b), null]
    return ends.map((up_to, index) => ({
      up_to,
      price: prices[index]![0],
      flat: prices[index]![1],
    }))
  })

const tiered = fc
  .tuple(fc.constantFrom('graduated', 'volume'), tiers, tenths)
  .map(([model, all, quantity]) => {
    // The tier of each tenth: the first one whose bound is not below the end of that tenth.
    const tierOf = (end: number) =>
      all.findIndex(({ up_to }) => up_to === null || end <= up_to * 10)
    const counts = all.map(() => 0)
    for (let each = 1; each <= quantity; each++) {
      counts[tierOf(model === 'volume' ? quantity : each)]! += 1
    }
    let exact = 0
    const parts: Json[] = []
    for (const [index, count] of counts.entries()) {
      const { price: hundredths, flat: flat_amount } = all[index]!
      if (count === 0) continue
      const digits = count * hundredths + flat_amount * 1000
      exact += digits
      const unit_amount = spell(hundredths, 2)
      const inputs = { tier: index + 1, units: spell(count, 1), unit_amount, flat_amount }
      parts.push({ rule: 'tier', inputs, exact: spell(digits, PLACES) })
    }
    const terms = all.map(({ up_to, price: hundredths, flat: flat_amount }) => {
      return { up_to, unit_amount_decimal: spell(hundredths, 2), flat_amount }
    })
    return line({ model, tiers: terms }, quantity, exact, { parts })
  })

const packages = fc
  .tuple(tenths, fc.integer({ min: 1, max: 7 }), amount, fc.integer({ min: 0, max: 9 }))
  .map(([quantity, size, unit_amount, free_units]) => {
    const units = quantity - free_units * 10
    let begun = 0
    for (let left = units; left > 0; left -= size * 10) begun += 1
    const inputs = { units: spell(units, 1), size, packages: begun, unit_amount }
    const exact = begun * unit_amount
    const parts = begun > 0 ? [{ rule: 'packages', inputs, exact: String(exact) }] : []
    return line({ model: 'package', size, unit_amount, free_units }, quantity, exact, { parts }, 0)
  })

const allowance = fc.option(fc.integer({ min: 0, max: 6 }))
const percentage = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 8 }),
    fc.integer({ min: 0, max: 300 }),
    fc.integer({ min: 0, max: 9 }),
    allowance,
    allowance,
  )
  .map(([events, rate, per_event, free_events, free_amount]) => {
    let [seen, pays, count] = [0, 0, 0]
    for (const [index, event] of events.entries()) {
      const isOpen = (free_events ?? free_amount) !== null && index < (free_events ?? 99)
      const isFree = isOpen && seen < (free_amount ?? 99) * 10
      const before = pays
      for (let each = 0; each < event; each++) {
        if (!isFree || (free_amount !== null && seen >= free_amount * 10)) pays += 1
        seen += 1
      }
      if (!isFree || pays > before) count += 1
    }
    // Tenths of an amount, times tenths of a percent: 4 places.
    const share = pays * rate
    const fee = { events: count, per_event }
    const parts = [
      {
        rule: 'rate',
        inputs: { rate: spell(rate, 1), amount: spell(pays, 1) },
        exact: spell(share, 4),
      },
      { rule: 'events', inputs: fee, exact: String(count * per_event) },
    ]
    const pricing = {
      model: 'percentage',
      rate: spell(rate, 1),
      per_event,
      free_events,
      free_amount,
    }
    const more = { events: events.map((event) => spell(event, 1)), parts: count > 0 ? parts : [] }
    return line(pricing, seen, share + count * per_event * 10_000, more, 4)
  })

const wholeLines: fc.Arbitrary<Json> = fc.oneof(flat, perUnit, tiered, packages, percentage)

const second = fc.integer({ min: 0, max: 40 })

/** The line for a part of a period of at most 40 seconds. Halves of an amount are counted, so that every odd one rounds up. */
const partLines = fc
  .tuple(
    wholeLines,
    fc.nat({ max: 2_000_000_000 }),
    fc.array(second, { minLength: 4, maxLength: 4 }),
  )
  .map(([{ exact, result, ...line }, begin, drawn]) => {
    const [start = 0, from = 0, to = 0, end = 0] = drawn
      .toSorted((a, b) => a - b)
      .map((each, at) => each + (at > 1 ? 1 : 0))
    const price = exact ?? String(result)
    const tenThousandths = Math.round(Number(price) * 10_000)
    const left = [end - from, end - to]
    const rests = left.map((seconds) => {
      let halves = 0
      while ((halves + 1) * (end - start) * 5_000 <= tenThousandths * seconds) halves += 1
      return Math.ceil(halves / 2)
    })
    const instant = (each: number) => new Date((begin + each) * 1000).toISOString()
    const part = {
      ...{ from: instant(from), to: instant(to), start: instant(start), end: instant(end) },
    }
    return {
      ...line,
      pricing: { ...line.pricing, part },
      rests: { price, seconds: end - start, left, rests },
      result: (rests[0] ?? 0) - (rests[1] ?? 0),
    }
  })

export const pricedLines: fc.Arbitrary<Json> = fc.oneof(wholeLines, partLines)
