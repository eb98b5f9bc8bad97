// A payment gateway for test environments, without a bank: its test numbers decide what becomes of a payment.

import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { DisputeReport } from '../../domain/dispute.ts'
import type { SavedMethod } from '../../domain/payment-method.ts'
import type { Outcome } from '../../domain/payment-states.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { CALL_MS, type Gateway, type PaymentKey } from '../gateway.ts'
import {
  type Behavior,
  behaviorOf,
  failureOf,
  laterBehaviorOf,
  methodOf,
  SCRIPTED_BEHAVIOR,
  setupBehaviorOf,
} from './cards.ts'
import { feeOf } from './fees.ts'
import { simulatedRecords } from './records.ts'
import { lookUpRefund, refund } from './refunds.ts'
import {
  changeSimulated,
  chargeSimulated,
  findSimulated,
  openSetup,
  openSimulated,
  type SimulatedChange,
  type SimulatedPayment,
} from './store.ts'

/** How long a debit takes, and after how many days more it is returned if it bounces. */
const DEBIT_DAYS = 3
const BOUNCE_DAYS = 10

/** After how many days a payment is disputed, and how many more there are to respond. */
const DISPUTE_DAYS = 1
const RESPONSE_MS = 14 * 86_400_000

export interface SimulatedParts {
  pool: Pool
  /** The public URL of this service, of which the gateway's page is part. */
  publicUrl(): string
  wallNow(): number
  /** How long a call takes that hangs; a test can pass less. */
  hangMs?: number | undefined
}

/** A gateway whose page is part of this service. */
export interface SimulatedGateway extends Gateway {
  find(key: PaymentKey): Promise<SimulatedPayment | undefined>
  /** Pays with a number that the customer entered, or saves it: the payment, or why not. */
  enter(
    key: PaymentKey,
    number: string,
    saves: boolean,
  ): Promise<SimulatedPayment | 'unknown' | 'declined' | undefined>
  /** The customer confirms the payment to the bank, or does not. */
  authenticate(key: PaymentKey, isConfirmed: boolean): Promise<SimulatedPayment | undefined>
}

/** The path of the page on which a payment is paid. */
export const simulatedPath = ({ environment_id, id }: PaymentKey): string =>
  `/simulated/${environment_id.toString(36)}-${refOf(id)}`

/** What the gateway calls a payment. */
export const refOf = (id: string): string => encodeId('sim', id)

/** Parses the last segment of such a path. */
export function parseSimulated(text: string): PaymentKey | undefined {
  const [, environment = '', ref = ''] = /^([1-9a-z][0-9a-z]{0,5})-(sim_\w{26})$/.exec(text) ?? []
  const environment_id = Number.parseInt(environment, 36)
  const id = decodeId('sim', ref)
  if (id === undefined || !(environment_id >= 1 && environment_id <= 2_147_483_647))
    return undefined
  return { environment_id, id }
}

const BOUNCED = 'The bank returned the debit.'

/** What the gateway says of a payment. */
export function outcomeOf(payment: SimulatedPayment, publicUrl: string): Outcome {
  const ref = refOf(payment.id)
  const { status, decline_code, ends_at, has_ended, has_bounced } = payment
  const method = savedMethodOf(payment)
  const fee = feeOf(payment)
  const settled = { kind: 'settled' as const, ref, ...(method && { method }), fee }
  switch (status) {
    case 'open':
    case 'authenticating':
      return { kind: 'requires_action', ref, url: `${publicUrl}${simulatedPath(payment)}` }
    case 'processing':
      if (!has_ended) return { kind: 'processing', ref, ...(ends_at && { until: ends_at }) }
      if (has_bounced) return { kind: 'bounced', ref, reason: BOUNCED }
      return decline_code === null
        ? settled
        : { kind: 'declined', ref, failure: failureOf(decline_code) }
    case 'settled':
      return settled
    case 'declined':
      return { kind: 'declined', ref, failure: failureOf(decline_code ?? 'generic_decline') }
    case 'canceled':
      return { kind: 'canceled' }
  }
}

/** The method that the customer saved, without or with a payment. */
export const savedMethodOf = ({ saves, last4, year }: SimulatedPayment): SavedMethod | undefined =>
  saves && last4 !== null ? methodOf(last4, year) : undefined

/** The dispute of a payment, which withdraws its money at once. */
export const disputesOf = ({
  id,
  amount,
  disputed_at,
  is_disputed,
  dispute_status,
}: SimulatedPayment): DisputeReport[] =>
  is_disputed && amount !== null && disputed_at !== null
    ? [
        {
          ref: encodeId('simdp', id),
          ...{ amount, reason: 'fraudulent', status: dispute_status ?? 'needs_response' },
          evidence_due_by: disputed_at + RESPONSE_MS,
          is_withdrawn: dispute_status !== 'won',
        },
      ]
    : []

/** What a number makes of a payment, once the customer has confirmed it if that is needed. */
function endOf({ decline, isDebit, bounces, isDisputed, isSilent }: Behavior): SimulatedChange {
  const status = isDebit ? 'processing' : decline ? 'declined' : 'settled'
  return {
    status,
    decline_code: decline,
    is_silent: isSilent ?? false,
    ...(isDebit && { days: DEBIT_DAYS }),
    ...(bounces && { bounceDays: DEBIT_DAYS + BOUNCE_DAYS }),
    ...(isDisputed && { disputeDays: DISPUTE_DAYS }),
  }
}

/** What a number makes of a payment at first. */
const begun = (behavior: Behavior): SimulatedChange =>
  behavior.authenticates
    ? { status: 'authenticating', decline_code: behavior.decline }
    : endOf(behavior)

export function simulatedGateway({
  pool,
  publicUrl,
  wallNow,
  hangMs = CALL_MS,
}: SimulatedParts): SimulatedGateway {
  const find = (key: PaymentKey) => findSimulated(pool, key, wallNow())
  const lookUp = async (key: PaymentKey): Promise<Outcome | undefined> => {
    const payment = await find(key)
    return payment && outcomeOf(payment, publicUrl())
  }
  return {
    find,
    lookUp,
    async beginPayment(input) {
      await openSimulated(pool, input, wallNow())
      return (await lookUp(input)) ?? { kind: 'open' }
    },
    async charge({ method, payment_method_id, ...input }) {
      await openSimulated(pool, input, wallNow())
      const last4 = method.slice(-4)
      const of = { ...input, payment_method_id }
      const charged = await chargeSimulated(pool, of, wallNow(), (scripted) => {
        const behavior = scripted ? SCRIPTED_BEHAVIOR[scripted] : laterBehaviorOf(last4)
        return { behavior, change: { ...begun(behavior), last4 } }
      })
      if (charged?.hangs) await setTimeout(hangMs)
      // The response is lost.
      if (charged?.isSilent) return { kind: 'open' }
      return (await lookUp(input)) ?? { kind: 'open' }
    },
    async cancel(key) {
      await changeSimulated(
        pool,
        key,
        ['open', 'authenticating'],
        { status: 'canceled' },
        wallNow(),
      )
      return (await lookUp(key)) ?? { kind: 'canceled' }
    },
    async beginSetup(input) {
      await openSetup(pool, input, wallNow())
      return { url: `${publicUrl()}${simulatedPath(input)}`, ref: refOf(input.id) }
    },
    refund: (input) => refund({ pool, wallNow, hangMs }, input),
    lookUpRefund: (key) => lookUpRefund({ pool, wallNow }, key),
    // It reports what was saved at once, and has nothing to be asked for.
    lookUpSetup: () => Promise.resolve('open'),
    async disputesOf(key) {
      const payment = await find(key)
      return payment ? disputesOf(payment) : []
    },
    // It keeps four digits of a test number, and nothing that could be charged.
    detach: () => Promise.resolve(),
    readEvent: () => Promise.resolve('invalid'),
    ...simulatedRecords(pool, wallNow),
    async enter(key, number, saves) {
      const payment = await find(key)
      if (!payment) return undefined
      const isSetup = payment.customer_id !== null
      const behavior = isSetup ? setupBehaviorOf(number) : behaviorOf(number)
      if (!behavior) return 'unknown'
      if (isSetup && behavior.decline) return 'declined'
      const last4 = number.replace(/\D/g, '').slice(-4)
      const changed = await changeSimulated(
        pool,
        key,
        ['open'],
        { ...begun(behavior), last4, saves: saves || isSetup },
        wallNow(),
      )
      return changed ?? find(key)
    },
    async authenticate(key, isConfirmed) {
      const payment = await find(key)
      if (payment?.status !== 'authenticating') return payment
      if (payment.customer_id !== null && !isConfirmed)
        return changeSimulated(pool, key, ['authenticating'], { status: 'canceled' }, wallNow())
      const decline = isConfirmed ? payment.decline_code : 'authentication_failed'
      const change = endOf(decline === null ? {} : { decline })
      const changed = await changeSimulated(pool, key, ['authenticating'], change, wallNow())
      return changed ?? find(key)
    },
  }
}
