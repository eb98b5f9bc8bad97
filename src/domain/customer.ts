// Rules of customers that need no database.
import { explain } from '../constraint-messages.ts'
import { creditOwed } from './credit.ts'
import { billingError, type Fault } from './errors.ts'

/** The country of a customer without an address country (specification, section 2.2). */
export const DEFAULT_COUNTRY = 'CA'

/** The pattern of a customer ID in paths, bodies and filters: the prefix is optional. */
export const CUSTOMER_REF = '^(cus_)?[1-9][0-9]{0,14}$'

/** Up to 100 customer IDs, separated by commas. */
export const CUSTOMER_REFS = '^(cus_)?[1-9][0-9]{0,14}(,(cus_)?[1-9][0-9]{0,14}){0,99}$'

/** `cus_42` for customer 42. */
export function customerRef(id: number): string {
  return `cus_${id}`
}

/** Parses `cus_42`, `42` or 42 to the integer; undefined for anything else. */
export function parseCustomerId(ref: string | number): number | undefined {
  const text = String(ref)
  return new RegExp(CUSTOMER_REF).test(text) ? Number(text.replace('cus_', '')) : undefined
}

/** Reasons why a customer cannot be deleted: subscriptions, unsettled invoices, payments that wait, and credit. */
export interface Unsettled {
  /** Subscriptions that have not ended. */
  subscriptions: number
  openInvoices: number
  /** Settled payments that are not fully allocated. */
  waitingPayments: number
  /** Decimals of the major unit, by currency. */
  balances: Readonly<Record<string, string>>
}

/**
 * Throws if the customer has live subscriptions, outstanding or draft invoices, money that is not allocated, or credit. `customer` is the ID in the form that
 * clients see, such as `cus_1001`.
 */
export function assertDeletable(
  customer: string,
  { subscriptions, openInvoices, waitingPayments, balances }: Unsettled,
): void {
  const faults: Fault[] = []
  if (subscriptions > 0) {
    const live = subscriptions === 1 ? 'a subscription' : `${subscriptions} subscriptions`
    const message = `Customer ${customer} has ${live}; cancel ${subscriptions === 1 ? 'it' : 'them'} with at: "now" before you delete the customer.`
    faults.push({ param: null, code: 'customer_has_subscriptions', message })
  }
  if (openInvoices > 0) {
    const invoices = openInvoices === 1 ? 'an open invoice' : `${openInvoices} open invoices`
    const message = `Customer ${customer} has ${invoices}; record payments for them or void them before you delete the customer.`
    faults.push({ param: null, code: 'customer_has_open_invoices', message })
  }
  if (waitingPayments > 0) {
    const those = waitingPayments === 1 ? 'a payment' : `${waitingPayments} payments`
    const message = `Customer ${customer} has ${those} with money that is not allocated; allocate it, or move it to the balance and remove the credit, before you delete the customer.`
    faults.push({ param: null, code: 'customer_has_credit', message })
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
