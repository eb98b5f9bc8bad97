// Amounts of lines, discounts and taxes in the major unit, for the CSV of invoices.

import { withMajors } from '../../domain/money-column.ts'

type Members = Record<string, unknown>

export const lineInMajor = (line: Members, { currency }: Members) => ({
  ...withMajors(line, ['unit_amount', 'amount', 'discount', 'net', 'tax'], currency),
  discounts: partsInMajor(line.discounts, currency),
  taxes: partsInMajor(line.taxes, currency),
})

/** The discounts or taxes of a line. */
export const partsInMajor = (parts: unknown, currency: unknown) =>
  (parts as Members[]).map((part) => partInMajor(part, { currency }))

export const partInMajor = (part: Members, { currency }: Members) =>
  withMajors(
    part,
    ['taxable', 'amount'].filter((name) => name in part),
    currency,
  )
