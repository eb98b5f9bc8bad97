// What lines take of an amount that is theirs together, in an order that does not depend on theirs.

import type { LineInput } from './invoice-lines.ts'
import { allocate } from './money.ts'
import type { Share } from './parts.ts'
import type { LineTaxing } from './tax/tax.ts'

/** Splits an amount over lines by what they have; of equal ones those that are listed first take more. */
export function spread(total: number, lines: readonly Omit<Share, 'amount'>[]): Share[] {
  const parts = allocate(
    total,
    lines.map(({ of }) => of),
  )
  return lines.map(({ line, of }, index) => ({ line, of, amount: parts[index] as number }))
}

/** The IDs of rates that a line has, in their order, as one text. */
export const ratesOf = ({ taxes }: LineTaxing): string =>
  taxes
    .map(({ rate }) => rate)
    .sort()
    .join(' ')

/**
 * The positions of lines in an order of their own: by rates, products, prices and amounts, the largest first, so that
 * lines in another order take the same. Those alike in all of it take the same but for one unit, whichever comes first.
 */
export function ranked(
  lines: readonly LineInput[],
  amounts: readonly number[],
  taxing: readonly LineTaxing[],
): number[] {
  if (lines.length === 1) return [0]
  const keys = lines.map(({ product_id, price_id }, index) => [
    taxing[index] ? ratesOf(taxing[index]) : '',
    taxing[index]?.inclusive && taxing[index].taxes.length > 0 ? 'inclusive' : '',
    product_id ?? '',
    price_id ?? '',
  ])
  const compare = (one: readonly string[], other: readonly string[]) => {
    const at = one.findIndex((text, index) => text !== other[index])
    return at < 0 ? 0 : (one[at] as string) < (other[at] as string) ? -1 : 1
  }
  return keys
    .map((_, index) => index)
    .sort(
      (a, b) =>
        compare(keys[a] as string[], keys[b] as string[]) ||
        (amounts[b] as number) - (amounts[a] as number) ||
        a - b,
    )
}
