// Random invoices and wishes for credit notes.

import * as model from './note-model.ts'
import type { Random } from './random.ts'

/** What is left of the total of a line. */
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

/** A random wish; some exceed what is left. */
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
