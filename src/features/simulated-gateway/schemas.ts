// What clients send to the simulated gateway, and see of it.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { DISPUTE_ENDS } from '../../domain/dispute.ts'
import type { PaymentStatus } from '../../domain/payment-states.ts'
import { Body, listQuery, OneOf, orNull, Timestamp } from '../../platform/http/shapes.ts'
import { idSchema, objectIds } from '../identifiers.ts'
import { SCRIPTED } from './cards.ts'
import { feeOf } from './fees.ts'
import { refOf } from './gateway.ts'
import { refundRefOf } from './refunds.ts'
import type { SimulatedCharge } from './store-ledger.ts'
import { LISTED_MOST, type ListedRefund } from './store-refunds.ts'

const OUTCOMES_MOST = 100

// Payments and refunds themselves are features that use this one.
const paymentIds = objectIds('payment')
const refundIds = objectIds('refund')

const outcomes = Type.Array(OneOf(SCRIPTED, 'An outcome.'), {
  maxItems: OUTCOMES_MOST,
  description:
    'What the next charges of it do, in order. `lost`: it is charged, and the response is lost. `hang`: it is charged, and the call does not end. `processing`: it is paid after three days. An empty list removes the rest.',
})

export const ScriptCreate = Body({
  payment_method_id: idSchema(
    'payment_method',
    'A method that a customer saved at the simulated gateway.',
    'pm_01h2xcejqtf2nbrexx3vqjhp41',
  ),
  outcomes,
})
export type ScriptCreate = Static<typeof ScriptCreate>

export const Script = Type.Object(
  {
    object: Type.Literal('simulated_script'),
    id: Type.String({ description: 'Its own ID, which changes with each script.' }),
    payment_method_id: Type.String({ description: 'The method.' }),
    outcomes,
  },
  { title: 'SimulatedScript', additionalProperties: false },
)

export const DisputeEnd = Body({
  status: OneOf(DISPUTE_ENDS, 'How the bank decides.'),
})

/** In the words of payments, so that both can be compared. */
const CHARGE_STATUSES = [
  'requires_action',
  'processing',
  'settled',
  'failed',
  'canceled',
  'reversed',
] as const satisfies PaymentStatus[]

export const ChargeList = Body({
  ...listQuery,
  payment_id: Type.Optional(idSchema('payment', 'The charge of this payment.')),
})
export type ChargeList = Static<typeof ChargeList>

const SimulatedRefund = Type.Object(
  {
    id: Type.String({
      description: 'What the gateway calls it: `gateway_ref` of the refund.',
      examples: ['simre_01h2xcejqtf2nbrexx3vqjhp41'],
    }),
    refund_id: idSchema('refund', 'The refund here.'),
    amount: Type.Integer({ minimum: 1, description: "In the currency's smallest unit." }),
    status: OneOf(['pending', 'succeeded', 'failed'], 'In the words of refunds.'),
    created_at: Timestamp,
  },
  { title: 'SimulatedRefund', additionalProperties: false },
)

export const Charge = Type.Object(
  {
    id: Type.String({
      description: 'What the gateway calls it: `gateway_ref` of the payment.',
      examples: ['sim_01h2xcejqtf2nbrexx3vqjhp41'],
    }),
    object: Type.Literal('simulated_charge'),
    payment_id: idSchema('payment', 'The payment here.'),
    amount: Type.Integer({ minimum: 1, description: "In the currency's smallest unit." }),
    currency: Type.String({ pattern: '^[a-z]{3}$', examples: ['cad'] }),
    status: OneOf(CHARGE_STATUSES, 'In the words of payments.'),
    fee: Type.Integer({
      minimum: 0,
      description:
        "What the gateway keeps of it once it is settled, in the currency's smallest unit.",
    }),
    decline_code: orNull(Type.String({ description: 'Why it failed; null unless it did.' })),
    dispute_status: orNull(
      OneOf(
        ['needs_response', ...DISPUTE_ENDS],
        'How far the dispute of it is, in the words of disputes; null if the customer does not contest it.',
      ),
    ),
    last4: Type.String({ description: 'The last digits of the test number.' }),
    description: Type.String({ description: 'The number of the invoice.' }),
    created_at: Timestamp,
    refunds: Type.Array(SimulatedRefund, {
      description: `Its refunds, newest first, at most ${LISTED_MOST}.`,
    }),
  },
  { title: 'SimulatedCharge', additionalProperties: false },
)

/** A charge as clients see it, by the time of its environment. */
export function chargeJson(row: SimulatedCharge, wallMs: number): string {
  const { id, amount, currency, last4, description, created_at } = row
  const now = wallMs + row.ahead_ms
  const dispute_status = disputeOf(row, now)
  const status = isTakenBack(row, dispute_status) ? 'reversed' : statusOf(row, now)
  const hasMoney = status === 'settled' || status === 'reversed'
  return JSON.stringify({
    ...{ id: refOf(id), object: 'simulated_charge', payment_id: paymentIds.ref(id) },
    ...{ amount, currency, status, fee: hasMoney ? feeOf(row) : 0 },
    decline_code: status === 'failed' ? row.decline_code : null,
    ...{ dispute_status, last4, description, created_at: timestamp(created_at) },
    refunds: row.refunds.map((each) => shownRefund(each, now)),
  })
}

function disputeOf(row: SimulatedCharge, now: number): Static<typeof Charge>['dispute_status'] {
  const isDisputed = row.disputed_at !== null && row.disputed_at <= now
  return isDisputed ? (row.dispute_status ?? 'needs_response') : null
}

/** What was refunded is not taken back by a dispute, so a payment with refunds stays settled. */
const isTakenBack = (
  { refunds }: SimulatedCharge,
  dispute: Static<typeof Charge>['dispute_status'],
): boolean =>
  dispute !== null && dispute !== 'won' && refunds.every(({ failure }) => failure !== null)

function shownRefund(
  { id, amount, failure, ends_at, created_at }: ListedRefund,
  now: number,
): Static<typeof SimulatedRefund> {
  const isPending = ends_at !== null && Date.parse(ends_at) > now
  return {
    ...{ id: refundRefOf(id), refund_id: refundIds.ref(id), amount },
    status: isPending ? 'pending' : failure === null ? 'succeeded' : 'failed',
    created_at: timestamp(Date.parse(created_at)),
  }
}

function statusOf(row: SimulatedCharge, now: number): Static<typeof Charge>['status'] {
  const { status, ends_at, bounces_at, decline_code } = row
  switch (status) {
    case 'open':
    case 'authenticating':
      return 'requires_action'
    case 'declined':
      return 'failed'
    case 'settled':
    case 'canceled':
      return status
    case 'processing':
      if (ends_at === null || now < ends_at) return 'processing'
      if (decline_code !== null) return 'failed'
      return bounces_at !== null && bounces_at <= now ? 'reversed' : 'settled'
  }
}
