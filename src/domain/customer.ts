// Rules of customers that need no database.
import { billingError } from './errors.ts'

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

/**
 * Refuses to delete a customer who still has open invoices (draft, posted or overdue): they would
 * be owed by nobody. `customer` is the id as callers know it, like `cus_1001`.
 */
export function assertDeletable(customer: string, openInvoices: number): void {
  if (openInvoices === 0) return
  const invoices = openInvoices === 1 ? 'an open invoice' : `${openInvoices} open invoices`
  throw billingError(
    'customer_has_open_invoices',
    `Customer ${customer} has ${invoices}; settle or void what is open before deleting the customer.`,
  )
}
