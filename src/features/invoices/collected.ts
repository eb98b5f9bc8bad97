// Which payment method an invoice is charged to automatically.

import { methodToCharge } from '../../domain/collection.ts'
import type { Work } from '../accounts/store.ts'
import { customers } from '../customers/store.ts'
import { paymentMethods } from '../payment-methods/record.ts'
import { subscriptions } from '../subscriptions/store.ts'
import type { Invoice } from './record.ts'

/** The method of an unpaid invoice, with its subscription and customer as they are now; null if it is sent. */
export function methodOf(work: Work, invoice: Invoice): string | null {
  const { subscription_id, customer_id } = invoice
  const found = subscription_id === null ? undefined : work.get(subscriptions, subscription_id)
  const { payment_method_id: own } = found ?? {}
  return methodToCharge(invoice, {
    customer: work.get(customers, customer_id),
    subscription: found && {
      collection: found.collection,
      method: own ? work.get(paymentMethods, own) : undefined,
    },
    environment: work.environment,
  })
}
