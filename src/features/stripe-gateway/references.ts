// How Stripe's objects refer to ours: metadata and idempotency keys.

import type Stripe from 'stripe'
import { decodeId, encodeId } from '../../platform/ids.ts'
import type { BeginSetup, EventSubject, PaymentKey, RefundKey, SavedSetup } from '../gateway.ts'

/** The ID of a payment, as the API shows it. */
export const paymentRef = (id: string): string => encodeId('pay', id)

export interface PaymentMetadata extends Stripe.Metadata {
  environment: string
  payment: string
}

export const metadataOf = ({ environment_id, id }: PaymentKey): PaymentMetadata => ({
  environment: String(environment_id),
  payment: paymentRef(id),
})

/** The ID of a refund, as the API shows it. */
export const refundRef = (id: string): string => encodeId('re', id)

export const refundMetadataOf = ({ environment_id, id, payment_id }: RefundKey) => ({
  environment: String(environment_id),
  payment: paymentRef(payment_id),
  refund: refundRef(id),
})

/** True for this refund. */
export const isRefund = (
  { environment_id, id }: RefundKey,
  { metadata }: { metadata: Stripe.Metadata | null },
): boolean => metadata?.refund === refundRef(id) && metadata.environment === String(environment_id)

export const setupMetadataOf = ({ environment_id, id, customer_id }: BeginSetup) => ({
  environment: String(environment_id),
  payment_method: encodeId('pm', id),
  customer: String(customer_id),
})

/** What a page that saves a method was prepared for; undefined for one that another program made. */
export function setupOf(metadata: Stripe.Metadata | null): Omit<SavedSetup, 'method'> | undefined {
  const environment_id = numberOf(metadata?.environment)
  const customer_id = numberOf(metadata?.customer)
  const id = decodeId('pm', metadata?.payment_method ?? '')
  return environment_id && customer_id && id ? { environment_id, id, customer_id } : undefined
}

/** A positive integer that is exact. */
function numberOf(text = ''): number | undefined {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
  return Number.isSafeInteger(number) ? number : undefined
}

/** True for an object of this payment. */
export const isOf = (
  { environment_id, id }: PaymentKey,
  { metadata }: { metadata: Stripe.Metadata | null },
): boolean =>
  metadata?.payment === paymentRef(id) && metadata.environment === String(environment_id)

/** The object of ours that an event is about; undefined for one that another program made. */
export function subjectOf({ data: { object } }: Stripe.Event): EventSubject | undefined {
  if (isDispute(object)) return disputedBy(object)
  if (!isPaymentIntent(object) && !isSession(object) && !isRefundObject(object)) return undefined
  const environment_id = numberOf(object.metadata?.environment)
  if (environment_id === undefined) return undefined
  if (isRefundObject(object)) {
    const refund_id = decodeId('re', object.metadata?.refund ?? '')
    return refund_id === undefined ? undefined : { environment_id, refund_id }
  }
  if (isSession(object) && object.mode === 'setup')
    return setupOf(object.metadata) && { environment_id, setup_ref: object.id }
  const payment_id = decodeId('pay', object.metadata?.payment ?? '')
  return payment_id === undefined ? undefined : { environment_id, payment_id }
}

type EventObject = Stripe.Event['data']['object']

const isPaymentIntent = (object: EventObject): object is Stripe.PaymentIntent =>
  'object' in object && object.object === 'payment_intent'

const isRefundObject = (object: EventObject): object is Stripe.Refund =>
  'object' in object && object.object === 'refund'

const isSession = (object: EventObject): object is Stripe.Checkout.Session =>
  'object' in object && object.object === 'checkout.session'

const isDispute = (object: EventObject): object is Stripe.Dispute =>
  'object' in object && object.object === 'dispute'

/** Disputes have no metadata of the payment. */
function disputedBy({ payment_intent }: Stripe.Dispute): EventSubject | undefined {
  const ref = typeof payment_intent === 'object' ? payment_intent?.id : payment_intent
  return ref ? { disputed_ref: ref } : undefined
}
