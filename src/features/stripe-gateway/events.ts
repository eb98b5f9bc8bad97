// Events of Stripe: verified, and read for the object that they are about. Their content is not used: Stripe is asked.

import type Stripe from 'stripe'
import type { EventSubject } from '../gateway.ts'
import type { Calls } from './calls.ts'
import { subjectOf } from './references.ts'

/** How old the signature of an event can be. */
const TOLERANCE_SECONDS = 300

export async function readEvent(
  { stripe }: Calls,
  secret: string | undefined,
  rawBody: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<EventSubject | 'other' | 'invalid'> {
  const signature = headers['stripe-signature']
  if (!secret || typeof signature !== 'string') return 'invalid'
  const { webhooks } = await stripe()
  let event: Stripe.Event
  try {
    event = webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS)
  } catch {
    // A wrong or old signature, or a body that is no event.
    return 'invalid'
  }
  return subjectOf(event) ?? 'other'
}
