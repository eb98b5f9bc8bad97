// Amounts in exports: decimals in the major unit, as spreadsheets sum them, with headings that name the unit.

import { currencyExponent } from './currencies.ts'
import { formatDecimal } from './money.ts'

/** Converts an amount in the smallest unit to a decimal of the major unit: 1999 of cad is 19.99. */
const inMajor = (amount: unknown, currency: unknown): string =>
  formatDecimal(BigInt(amount as number), currencyExponent(String(currency)))

/** The heading of an amount, which names its unit since JSON uses another. */
export const majorOf = (name: string): string => `${name}_major`

/** A column for an amount in the smallest unit of the object's currency. */
export const money = (name: string) => ({
  name: majorOf(name),
  cell: ({ [name]: amount, currency }: Record<string, unknown>): string =>
    amount === null ? '' : inMajor(amount, currency),
})

/** A column for an amount that is a decimal of the major unit in JSON too. */
export const decimal = (name: string) => ({
  name: majorOf(name),
  cell: ({ [name]: amount }: Record<string, unknown>): string => String(amount),
})

/** Replaces the amounts of an object with renamed fields in the major unit. */
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
