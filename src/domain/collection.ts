// How invoices are collected: charged automatically to a saved method of the customer, or sent.

import { billingError } from './errors.ts'
import { type InvoiceStatus, invoiceCan } from './invoice.ts'
import { hasGateway, type PaymentMethodStatus } from './payment-method.ts'

export const COLLECTIONS = ['charge', 'send'] as const
export type Collection = (typeof COLLECTIONS)[number]

interface Method {
  id: string
  status: PaymentMethodStatus
  reusable: boolean
}

interface Collecting {
  auto_pay_enabled: boolean
  default_payment_method_id: string | null
}

/** A subscription, with its own method if it has one. */
interface Collected {
  collection: Collection
  method: Method | undefined
}

type Mode = Parameters<typeof hasGateway>[0]

/**
 * Returns the method to which an unpaid invoice is charged; null if it is sent. The subscription that it bills decides,
 * otherwise the customer. A detached method is replaced by the customer's default.
 */
export function methodToCharge(
  invoice: { status: InvoiceStatus },
  by: { customer: Collecting; subscription: Collected | undefined; environment: Mode },
): string | null {
  const { auto_pay_enabled, default_payment_method_id } = by.customer
  const { collection, method } = by.subscription ?? {
    collection: auto_pay_enabled ? 'charge' : 'send',
  }
  if (collection === 'send' || !hasGateway(by.environment) || !invoiceCan('pay', invoice))
    return null
  return method?.status === 'active' && method.reusable ? method.id : default_payment_method_id
}

/** The collection of a new subscription that does not say how. */
export const defaultCollection = (
  { auto_pay_enabled }: Pick<Collecting, 'auto_pay_enabled'>,
  environment: Mode,
): Collection => (auto_pay_enabled && hasGateway(environment) ? 'charge' : 'send')

/** Throws `collection_unavailable` if nothing can be charged automatically. */
export function assertCollection(collection: Collection | undefined, environment: Mode): void {
  if (collection !== 'charge' || hasGateway(environment)) return
  throw billingError(
    'collection_unavailable',
    'This environment has no payment gateway, so invoices cannot be charged automatically. Use "send", or leave collection out.',
    { param: 'collection' },
  )
}
