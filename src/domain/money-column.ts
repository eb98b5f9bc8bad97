// Amounts in exports: decimals of the major unit, as spreadsheets add them up.

import { currencyExponent } from './currencies.ts'
import { formatDecimal } from './money.ts'

/** The column of an amount in the smallest unit of the object's currency: 1999 of cad is 19.99. */
export const money = (name: string) => ({
  name,
  cell({ [name]: amount, currency }: Record<string, unknown>): string {
    return formatDecimal(BigInt(amount as number), currencyExponent(String(currency)))
  },
})
