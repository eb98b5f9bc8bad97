// Stripe's own books for reconciliation: its payment intents, of which some are of other programs or environments.

import type Stripe from 'stripe'
import { amountFromStripe } from '../../domain/stripe-amounts.ts'
import { decodeId } from '../../platform/ids.ts'
import { type Gateway, GatewayError, type GatewayRecord } from '../gateway.ts'
import { type Calls, resultOf } from './calls.ts'
import { isOf } from './references.ts'

const PAGE = 100

/** How much earlier than ours Stripe's clock may have stamped an object. */
const CLOCKS_APART_MS = 3_600_000

const CHARGE = 'latest_charge'

export const stripeRecords = ({ call }: Calls): Pick<Gateway, 'listSince' | 'findRecord'> => ({
  async listSince({ environment_id, since, cursor }) {
    const gte = Math.max(0, Math.floor(((since ?? 0) - CLOCKS_APART_MS) / 1000))
    const listed = resultOf(
      await call('list payments', ({ paymentIntents }) =>
        paymentIntents.list({
          ...{ created: { gte }, limit: PAGE, expand: [`data.${CHARGE}`] },
          ...(cursor !== null && { starting_after: cursor }),
        }),
      ),
    )
    if (!listed) throw silent()
    const records = listed.data.flatMap((intent) => recordOf(environment_id, intent) ?? [])
    return { records, next: listed.has_more ? (listed.data.at(-1)?.id ?? null) : null }
  },
  async findRecord({ environment_id, ref }) {
    // Money has a payment intent; a page has none before the customer pays.
    if (!ref?.startsWith('pi_')) return undefined
    const answer = await call('show a payment', ({ paymentIntents }) =>
      paymentIntents.retrieve(ref, { expand: [CHARGE] }),
    )
    if (answer.kind === 'rejected' && answer.code === 'resource_missing') return undefined
    const intent = resultOf(answer)
    if (!intent) throw silent()
    return recordOf(environment_id, intent)
  },
})

const silent = () => new GatewayError('Stripe did not respond, or could not: it is asked again.')

function recordOf(environment_id: number, intent: Stripe.PaymentIntent): GatewayRecord | undefined {
  const { id: ref, metadata, amount_received, currency } = intent
  const id = decodeId('pay', metadata.payment ?? '')
  if (id === undefined || !isOf({ environment_id, id }, intent)) return undefined
  const amount = amountFromStripe(amount_received, currency)
  const refunded = amountFromStripe(chargeOf(intent)?.amount_refunded ?? 0, currency)
  return { kind: 'payment', id, ref, amount, currency, held: heldOf(intent), refunded }
}

const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null

function heldOf(intent: Stripe.PaymentIntent): GatewayRecord['held'] {
  if (intent.status !== 'succeeded') return 'none'
  const charge = chargeOf(intent)
  if (charge?.refunded) return 'returned'
  return charge?.disputed ? 'disputed' : 'settled'
}
