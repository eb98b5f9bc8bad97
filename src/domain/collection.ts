// How invoices are collected: charged automatically to a saved method of the customer, or sent.

import { billingError } from './errors.ts'
import { gatewayFor, hasGateway, type Served } from './gateway.ts'
import { type InvoiceStatus, invoiceCan } from './invoice.ts'
import { type Method as Chargeable, isChargeable } from './payment-method.ts'
import type { FirstPayment } from './subscription-incomplete.ts'

export const COLLECTIONS = ['charge', 'send'] as const
export type Collection = (typeof COLLECTIONS)[number]

interface Method extends Chargeable {
  id: string
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

/**
 * Returns the method to which an unpaid invoice is charged; null if it is sent. The subscription that it bills decides,
 * otherwise the customer. A method that cannot be charged is replaced by the customer's default.
 */
export function methodToCharge(
  invoice: { status: InvoiceStatus; currency: string },
  by: { customer: Collecting; subscription: Collected | undefined; environment: Served },
): string | null {
  const { auto_pay_enabled, default_payment_method_id } = by.customer
  const { collection, method } = by.subscription ?? {
    collection: auto_pay_enabled ? 'charge' : 'send',
  }
  const { currency } = invoice
  const isServed = gatewayFor(currency, by.environment) !== undefined
  if (collection === 'send' || !isServed || !invoiceCan('pay', invoice)) return null
  const own = method && isChargeable(method, currency, by.environment) ? method.id : undefined
  return own ?? default_payment_method_id
}

/** The collection of a new subscription that does not say how. */
export const defaultCollection = (
  { auto_pay_enabled }: Pick<Collecting, 'auto_pay_enabled'>,
  environment: Served,
): Collection => (auto_pay_enabled && hasGateway(environment) ? 'charge' : 'send')

/** Throws `collection_unavailable` if it needs a gateway and the environment lacks one. */
export function assertCollection(
  {
    collection,
    payment,
  }: { collection?: Collection | undefined; payment?: FirstPayment | undefined },
  environment: Served,
): void {
  if (hasGateway(environment)) return
  if (collection === 'charge') {
    throw billingError(
      'collection_unavailable',
      'This environment has no payment gateway, so invoices cannot be charged automatically. Use "send", or leave collection out.',
      { param: 'collection' },
    )
  }
  if (payment !== 'must_succeed') return
  throw billingError(
    'collection_unavailable',
    'This environment has no payment gateway, so no payment can be required at once. Leave payment out.',
    { param: 'payment' },
  )
}
