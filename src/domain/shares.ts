// Splits a common amount over lines, independently of the order of the lines.

import type { LineInput } from './invoice-lines.ts'
import { allocate } from './money.ts'
import type { Share } from './parts.ts'
import type { LineTaxing } from './tax/tax.ts'

/** Splits an amount in proportion to the lines' amounts; ties go to earlier lines. */
export function spread(total: number, lines: readonly Omit<Share, 'amount'>[]): Share[] {
  const parts = allocate(
    total,
    lines.map(({ of }) => of),
  )
  return lines.map(({ line, of }, index) => ({ line, of, amount: parts[index] as number }))
}

/** The IDs of a line's tax rates, in order, as one string. */
export const ratesOf = ({ taxes }: LineTaxing): string =>
  taxes
    .map(({ rate }) => rate)
    .sort()
    .join(' ')

/**
 * The positions of lines in canonical order: by rates, products, prices and amounts, the largest first, so that shares
 * do not depend on the order of the request. Lines that are equal in all of these get the same share, except for one
 * unit of remainder.
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
