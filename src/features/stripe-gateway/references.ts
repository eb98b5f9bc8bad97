// How Stripe's objects refer to ours: metadata and idempotency keys.

import type Stripe from 'stripe'
import { decodeId, encodeId } from '../../platform/ids.ts'
import type { EventSubject, PaymentKey } from '../gateway.ts'

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

/** True for an object of this payment. */
export const isOf = (
  { environment_id, id }: PaymentKey,
  { metadata }: { metadata: Stripe.Metadata | null },
): boolean =>
  metadata?.payment === paymentRef(id) && metadata.environment === String(environment_id)

/** The object of ours that an event is about; undefined for one that another program made. */
export function subjectOf({ data: { object } }: Stripe.Event): EventSubject | undefined {
  if (!isPaymentIntent(object) && !isSession(object)) return undefined
  const environment = object.metadata?.environment ?? ''
  const environment_id = /^[1-9]\d{0,9}$/.test(environment) ? Number(environment) : undefined
  if (environment_id === undefined) return undefined
  if (isSession(object) && object.mode === 'setup') return { environment_id, setup_ref: object.id }
  const payment_id = decodeId('pay', object.metadata?.payment ?? '')
  return payment_id === undefined ? undefined : { environment_id, payment_id }
}

type EventObject = Stripe.Event['data']['object']

const isPaymentIntent = (object: EventObject): object is Stripe.PaymentIntent =>
  'object' in object && object.object === 'payment_intent'

const isSession = (object: EventObject): object is Stripe.Checkout.Session =>
  'object' in object && object.object === 'checkout.session'
