// Rules of customers that need no database.
import { billingError } from './errors.ts'

/** The country of a customer that names none (specification, section 2.2). */
export const DEFAULT_COUNTRY = 'CA'

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
