// Amounts of lines, discounts and taxes in the major unit, as the CSV of invoices has them.

import { withMajors } from '../../domain/money-column.ts'

type Members = Record<string, unknown>

export const lineInMajor = (line: Members, { currency }: Members) => {
  const partsOf = (parts: unknown) =>
    (parts as Members[]).map((part) => partInMajor(part, { currency }))
  return {
    ...withMajors(line, ['unit_amount', 'amount', 'discount', 'net', 'tax'], currency),
    discounts: partsOf(line.discounts),
    taxes: partsOf(line.taxes),
  }
}

export const partInMajor = (part: Members, { currency }: Members) =>
  withMajors(
    part,
    ['taxable', 'amount'].filter((name) => name in part),
    currency,
  )
