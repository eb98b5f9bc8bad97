// Rules of customers that need no database.
import { explain } from '../constraint-messages.ts'
import { creditOwed } from './credit.ts'
import { billingError, type Fault } from './errors.ts'

/** The country of a customer that names none (specification, section 2.2). */
export const DEFAULT_COUNTRY = 'CA'

/** A customer as every shape but its own, every path, body and filter may name it. */
export const CUSTOMER_REF = '^(cus_)?[1-9][0-9]{0,14}$'

/** Up to a hundred of them, separated by commas. */
export const CUSTOMER_REFS = '^(cus_)?[1-9][0-9]{0,14}(,(cus_)?[1-9][0-9]{0,14}){0,99}$'

/** `cus_42` for customer 42. */
export function customerRef(id: number): string {
  return `cus_${id}`
}

/** The integer of `cus_42`, `42` or 42; undefined when it is none of these. */
export function parseCustomerId(ref: string | number): number | undefined {
  const text = String(ref)
  return new RegExp(CUSTOMER_REF).test(text) ? Number(text.replace('cus_', '')) : undefined
}

/** What keeps a customer from being deleted: invoices that are not settled, and what it is owed. */
export interface Unsettled {
  openInvoices: number
  /** Decimals of the major unit, by currency. */
  balances: Readonly<Record<string, string>>
}

/**
 * Refuses to delete a customer who still has open invoices (draft, posted or overdue), which would be
 * owed by nobody, or is owed credit, which would be owed to nobody. `customer` is the id as callers
 * know it, like `cus_1001`.
 */
export function assertDeletable(customer: string, { openInvoices, balances }: Unsettled): void {
  const faults: Fault[] = []
  if (openInvoices > 0) {
    const invoices = openInvoices === 1 ? 'an open invoice' : `${openInvoices} open invoices`
    const message = `Customer ${customer} has ${invoices}; settle or void what is open before deleting the customer.`
    faults.push({ param: null, code: 'customer_has_open_invoices', message })
  }
  const owed = creditOwed(balances)
  if (owed.length > 0) {
    faults.push(explain('customer_has_credit', null, { kind: 'credit_owed', customer, owed }))
  }
  const [first] = faults
  if (!first) return
  const { code, message, constraint } = first
  throw billingError(code, message, { errors: faults, constraint })
}
