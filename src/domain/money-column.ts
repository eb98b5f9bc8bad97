// Amounts in exports: decimals of the major unit, as spreadsheets add them up, and headings that say so.

import { currencyExponent } from './currencies.ts'
import { formatDecimal } from './money.ts'

/** An amount in the smallest unit as a decimal of the major one: 1999 of cad is 19.99. */
const inMajor = (amount: unknown, currency: unknown): string =>
  formatDecimal(BigInt(amount as number), currencyExponent(String(currency)))

/** How the heading of an amount says its unit, which is another one in JSON. */
export const majorOf = (name: string): string => `${name}_major`

/** The column of an amount in the smallest unit of the object's currency. */
export const money = (name: string) => ({
  name: majorOf(name),
  cell: ({ [name]: amount, currency }: Record<string, unknown>): string =>
    amount === null ? '' : inMajor(amount, currency),
})

/** The column of an amount that is a decimal of the major unit in JSON too. */
export const decimal = (name: string) => ({
  name: majorOf(name),
  cell: ({ [name]: amount }: Record<string, unknown>): string => String(amount),
})

/** What has amounts among its members, with these in the major unit, and named so. */
export function withMajors(
  part: Record<string, unknown>,
  names: readonly string[],
  currency?: unknown,
): Record<string, unknown> {
  const members = Object.entries(part).map(([name, value]) => {
    if (!names.includes(name)) return [name, value]
    return [majorOf(name), currency === undefined ? value : inMajor(value, currency)]
  })
  return Object.fromEntries(members)
}
