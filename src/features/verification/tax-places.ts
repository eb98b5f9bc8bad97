// Holds the taxes of an issued invoice against what was frozen with them: the customer's place, the day, the rates of tax-tables.ts.

import type { Differ } from './checks.ts'
import type { BooksInvoice, BooksTax, Frozen } from './store-invoices.ts'
import { isBuiltIn } from './tax-tables.ts'

const ZERO: Record<string, string> = {
  customer_exempt: 'exempt',
  product_exempt: 'exempt',
  export: 'export',
  reverse_charge: 'reverse_charge',
  outside_eu: 'outside_scope',
  outside_vat_area: 'outside_scope',
}

/** What a tax says of itself fits the customer and the day that were frozen with it. */
export function checkFrozen(
  { finalized_at, snapshot }: BooksInvoice,
  tax: BooksTax,
  differ: Differ,
): void {
  const { rate, name, percentage, category, country, region } = tax
  const reason = (tax.reason ?? {}) as Record<string, unknown>
  const { code, place, date } = reason
  const zero = ZERO[String(code)]
  if (zero !== undefined && (category !== zero || percentage !== '0' || tax.amount !== 0)) {
    differ(`${rate} is ${category} of ${percentage}% because of ${code}`)
  }
  const isOwn = String(rate).startsWith('txr_')
  const isTable = zero === undefined && !isOwn
  if (isTable && !isBuiltIn({ rate, name, percentage, country, region }, String(date))) {
    differ(`${rate} of ${percentage}% is not built in for ${date}`)
  }
  const day = finalized_at && issueDay(finalized_at, snapshot)
  if (day && date !== day) differ(`${rate} is of ${date}, but it was issued on ${day}`)
  const expected = placeOf(snapshot)
  if (expected !== undefined && place !== expected) {
    differ(`${rate} is for ${place}, but the customer is in ${expected}`)
  }
  if (code === 'reverse_charge' && !hasUnionNumber(snapshot)) {
    differ(`${rate} is reverse charge, but the customer had no number of the Union`)
  }
  if (code === 'customer_exempt' && snapshot?.customer?.tax_exempt !== true) {
    differ(`${rate} is exempt, but the customer was not`)
  }
}

/** The civil day of issue in the zone that the seller had. */
function issueDay(finalized_at: string, snapshot: Frozen | null): string | undefined {
  const timeZone = snapshot?.seller?.time_zone
  if (typeof timeZone !== 'string') return undefined
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return format.format(new Date(finalized_at))
}

/** Where the customer was, where its country alone says so. */
function placeOf(snapshot: Frozen | null): string | undefined {
  const country = snapshot?.customer?.country
  if (typeof country !== 'string' || SEVERAL.includes(country)) return undefined
  return country
}

/** Countries with provinces or states, and those that belong to another for tax. */
const SEVERAL = 'CA US MC AX BL GF GP MF MQ NC PF PM RE TF WF YT'.split(' ')

function hasUnionNumber(snapshot: Frozen | null): boolean {
  const numbers = snapshot?.customer?.tax_ids
  if (!Array.isArray(numbers)) return false
  return numbers.some(({ type, status }) => type === 'eu_vat' && status === 'well_formed')
}
