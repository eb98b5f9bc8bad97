// What became of a payment, from all that Stripe has about it: charges and pages. Pure.

import type Stripe from 'stripe'
import type { Outcome } from '../../domain/payment-states.ts'
import { failureOf, needsCustomer } from './declines.ts'
import { savedMethod } from './methods.ts'

/** The payment intents and Checkout sessions of one payment, newest first. */
export interface Known {
  intents: Stripe.PaymentIntent[]
  sessions: Stripe.Checkout.Session[]
}

/**
 * Money that arrived or is on its way counts before everything else, then a page that is open. Undefined if nothing was
 * charged and no page is open, so that `charge` begins or continues.
 */
export function outcomeOf({ intents, sessions }: Known): Outcome | undefined {
  const settled = intents.find(({ status }) => status === 'succeeded')
  if (settled) return settledOf(settled)
  const moving = intents.find(isMoving)
  if (moving) return { kind: 'processing', ref: moving.id }
  const open = sessions.find(({ status, url }) => status === 'open' && url)
  if (open?.url) return { kind: 'requires_action', ref: open.id, url: open.url }
  const completed = sessions.find(({ status }) => status === 'complete')
  if (completed) return afterPage(intentOf(completed))
  if (sessions.length > 0) return { kind: 'canceled' }
  const [intent] = intents
  return intent && afterCharge(intent)
}

const isMoving = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'processing' || status === 'requires_capture'

/** The payment intent of a page, which exists once the customer has entered something. */
export const intentOf = ({
  payment_intent,
}: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined =>
  typeof payment_intent === 'object' ? (payment_intent ?? undefined) : undefined

function settledOf({ id, payment_method }: Stripe.PaymentIntent): Outcome {
  const method = savedMethod(payment_method)
  return { kind: 'settled', ref: id, ...(method && { method }) }
}

const declined = ({ id, last_payment_error }: Stripe.PaymentIntent): Outcome => ({
  kind: 'declined',
  ref: id,
  failure: failureOf(last_payment_error),
})

/** The customer has completed the page, and the money has not arrived. */
function afterPage(intent: Stripe.PaymentIntent | undefined): Outcome {
  switch (intent?.status) {
    // A transfer or a voucher that the customer was shown.
    case 'requires_action':
      return { kind: 'processing', ref: intent.id }
    case 'requires_payment_method':
    case 'canceled':
      return declined(intent)
    default:
      return { kind: 'open' }
  }
}

/** A saved method was charged, and the money is neither here nor on its way. */
function afterCharge(intent: Stripe.PaymentIntent): Outcome | undefined {
  const { status, last_payment_error, latest_charge } = intent
  if (status === 'canceled') return latest_charge === null ? { kind: 'canceled' } : declined(intent)
  if (status === 'requires_payment_method' && !needsCustomer(last_payment_error))
    return declined(intent)
  // It charges nothing before the customer confirms; `charge` prepares the page for that.
  return undefined
}
