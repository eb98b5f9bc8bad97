// Reads what Stripe has about a payment: by its reference, or else in the lists of its customer, which are complete at
// once. Stripe's search is not used, since it can miss what was made a minute ago.

import type Stripe from 'stripe'
import { uuidTime } from '../../platform/ids.ts'
import type { GatewayKey } from '../gateway.ts'
import type { Answer, Calls } from './calls.ts'
import { intentOf, type Known } from './outcomes.ts'
import { isOf } from './references.ts'

/** How much earlier than ours Stripe's clock may have stamped an object. */
const CLOCKS_APART_SECONDS = 3600

const PAGE = 100

/** `customer` is that of Stripe, without whom it has nothing. */
export function findKnown(
  { call }: Calls,
  key: GatewayKey,
  customer: string | undefined,
): Promise<Answer<Known>> {
  const ref = key.gateway_ref ?? ''
  if (ref.startsWith('pi_')) {
    return call('show a payment', async ({ paymentIntents }) => {
      const intent = await paymentIntents.retrieve(ref, { expand: ['payment_method'] })
      return { intents: [intent], sessions: [] }
    })
  }
  if (ref.startsWith('cs_')) {
    return call('show a page', async ({ checkout: { sessions } }) => {
      const expand = ['payment_intent.payment_method']
      const session = await sessions.retrieve(ref, { expand })
      return { intents: among([session]), sessions: [session] }
    })
  }
  if (customer === undefined)
    return Promise.resolve({ kind: 'done', value: { intents: [], sessions: [] } })
  return call('list payments', (stripe) => listed(stripe, key, customer))
}

const among = (sessions: Stripe.Checkout.Session[]): Stripe.PaymentIntent[] =>
  sessions.map(intentOf).filter((intent) => intent !== undefined)

async function listed(stripe: Stripe, key: GatewayKey, customer: string): Promise<Known> {
  // The time of the environment's clock can be years ahead of Stripe's; that of the ID is not.
  const gte = Math.floor(uuidTime(key.id) / 1000) - CLOCKS_APART_SECONDS
  const query = { customer, created: { gte }, limit: PAGE }
  const known: Known = { intents: [], sessions: [] }
  const sessions = stripe.checkout.sessions.list({
    ...query,
    expand: ['data.payment_intent.payment_method'],
  })
  for await (const session of sessions) if (isOf(key, session)) known.sessions.push(session)
  const intents = stripe.paymentIntents.list({ ...query, expand: ['data.payment_method'] })
  for await (const intent of intents) if (isOf(key, intent)) known.intents.push(intent)
  return known
}
