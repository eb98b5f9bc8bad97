// Random invoices and requests for credit notes.

import * as model from './note-model.ts'
import type { Random } from './random.ts'

/** Invoices as they could be: taxes split over lines are up to one unit off, and prices are small or large. */
export function drawLines({ below, pick }: Random, digits: number): model.Line[] {
  return Array.from({ length: 1 + below(4) }, (_, at) => {
    const most = pick([12, 300, 10 ** (digits + 3), 2 ** 31])
    const amount = BigInt(1 + below(most))
    const discount = below(3) === 0 ? BigInt(below(Number(amount) + 1)) : 0n
    const base = amount - discount
    const inclusive = below(3) === 0
    const tenths = Array.from({ length: below(4) }, () =>
      BigInt(pick([0, 50, 99, 130, 210, inclusive ? 250 : 1000])),
    )
    const under = 1000n + (inclusive ? tenths.reduce((sum, each) => sum + each, 0n) : 0n)
    let room = base
    const taxes = tenths.map((own, nth) => {
      const exact = model.rounded(base * own, under)
      const near = exact > 0n ? exact + BigInt(below(3) - 1) : exact
      const amount = inclusive && near > room ? room : near
      room -= amount
      return { rate: `rate ${nth}`, inclusive, amount }
    })
    const quantity = pick(['1', '3', '7', '12', '2.5', '0.333', '1000'])
    return { id: `line ${at}`, amount, discount, quantity, taxes }
  })
}

/** A line whose price includes taxes of these amounts. */
export const including = (amount: bigint, ...taxes: bigint[]): model.Line => ({
  ...{ id: 'a', amount, discount: 0n, quantity: '1' },
  taxes: taxes.map((tax, at) => ({ rate: `rate ${at}`, inclusive: true, amount: tax })),
})

/** Lines so small that rounding decides, with all ways to share out included taxes. */
export function drawIncluding({ below, pick }: Random): model.Line {
  const amount = 1 + below(pick([4, 30, 300]))
  let room = below(amount + 1)
  const taxes = Array.from({ length: 1 + below(4) }, (_, at) => {
    const tax = at === 0 && below(2) === 0 ? Math.floor(room / 2) : below(room + 1)
    room -= tax
    return BigInt(tax)
  })
  return including(BigInt(amount), ...taxes)
}

/** The remaining total of a line. */
export function totalLeft(line: model.Line, notes: model.Part[][]): bigint {
  const credited = model.creditedOn(line, notes)
  const taxes = line.taxes.map(({ amount }, at) => amount - (credited.taxes[at] as bigint))
  return model.totalOf({ line, base: model.baseOf(line) - credited.base, taxes })
}

export const allLeft = (lines: model.Line[], notes: model.Part[][]): bigint =>
  lines.reduce((sum, each) => sum + totalLeft(each, notes), 0n)

/** A random part of an amount: mostly all, one unit, or a simple share. */
export const partOf = ({ below, pick }: Random, most: bigint): bigint =>
  pick([most, most > 0n ? 1n : 0n, most / 2n, most / 3n, BigInt(below(Number(most) + 1))])

/** A random request for a note; some exceed the remainder. */
export function drawAsked(random: Random, lines: model.Line[], notes: model.Part[][]): model.Asked {
  const { below, pick, some } = random
  if (below(3) === 0) return { amount: partOf(random, allLeft(lines, notes)) }
  const chosen = [...new Set(some(lines, 3))]
  return {
    lines: chosen.map((line) => {
      const quantity = pick(['0.1', '0.5', '1', '0.333', line.quantity])
      if (below(2) === 0) return { id: line.id, quantity }
      const left = model.baseOf(line) - model.creditedOn(line, notes).base
      return { id: line.id, amount: below(9) === 0 ? left + 1n : partOf(random, left) }
    }),
  }
}
