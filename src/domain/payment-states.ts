// Attempts to collect an invoice through a gateway: the states of a payment, and what the gateway says of it.

import { billingError } from './errors.ts'
import type { SavedMethod } from './payment-method.ts'

/** Only settled payments are money. Recorded payments are settled or reversed. */
export const PAYMENT_STATUSES = [
  'pending',
  'requires_action',
  'processing',
  'settled',
  'failed',
  'canceled',
  'reversed',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

interface State {
  status: PaymentStatus
}

/** True if money arrived, also if it was reversed. */
export const isMoney = (status: PaymentStatus): boolean =>
  status === 'settled' || status === 'reversed'

/** Throws `payment_not_settled` for an attempt that is not money. */
export function assertMoney(status: PaymentStatus): void {
  if (isMoney(status)) return
  throw billingError(
    'payment_not_settled',
    `This payment is ${status}, so none of it has arrived. Wait until it is settled, or record what you received as another payment.`,
  )
}

/** Who began an attempt. */
export const INITIATORS = ['auto', 'customer', 'retry', 'staff', 'link'] as const
export type Initiator = (typeof INITIATORS)[number]

/** The states of an attempt that is not over. An invoice has at most one. */
const LIVE = ['pending', 'requires_action', 'processing'] as const satisfies PaymentStatus[]

export const isLive = ({ status }: State): boolean =>
  (LIVE as readonly PaymentStatus[]).includes(status)

/** Why an attempt failed, in the gateway's words. */
export interface PaymentFailure {
  code: string
  decline_code: string
  message: string
  /** False if another attempt with the same card or account cannot succeed. */
  retryable: boolean
}

/** What a gateway says of a payment: in its response, in an event, or when it is asked. */
export type Outcome =
  | { kind: 'requires_action'; ref: string; url: string }
  /** The gateway has the money later, or does not get it; `until` is when it is asked next. */
  | { kind: 'processing'; ref: string; until?: number }
  /** With a method if the customer saved it; `fee` is what the gateway keeps, if it says so. */
  | { kind: 'settled'; ref: string; method?: SavedMethod; fee?: number }
  /** Without a reference if the gateway does not keep what it refuses. */
  | { kind: 'declined'; ref: string | null; failure: PaymentFailure }
  /** The gateway had the money, and the bank took it back. */
  | { kind: 'bounced'; ref: string; reason: string }
  /** Nothing was charged, and nothing will be. */
  | { kind: 'canceled' }
  /** Nothing new. */
  | { kind: 'open' }

/** The states that an outcome leads to. */
type Reached = Exclude<PaymentStatus, 'pending'>

const MONEY = { settled: 'settled', bounced: 'reversed' } as const
const ENDS = { ...MONEY, declined: 'failed' } as const
const GOES_ON = { ...ENDS, processing: 'processing', canceled: 'canceled' } as const

/**
 * The states of a payment by gateway, and what the gateway's outcomes make of them. An outcome that a state does not
 * name changes nothing: gateways report in any order, twice, or not at all. Late money is never ignored. What bounced had
 * settled before, also if that was not reported.
 */
const NEXT: Record<PaymentStatus, Partial<Record<Outcome['kind'], Reached>>> = {
  pending: { ...GOES_ON, requires_action: 'requires_action' },
  requires_action: GOES_ON,
  processing: ENDS,
  failed: MONEY,
  canceled: MONEY,
  settled: { bounced: 'reversed' },
  reversed: {},
}

/** The state after an outcome; undefined if it changes nothing. */
export const stateAfter = (status: PaymentStatus, outcome: Outcome): Reached | undefined =>
  NEXT[status][outcome.kind]

/** True if no person began the attempt. */
export const isAutomatic = ({ initiated_by }: { initiated_by: Initiator | null }): boolean =>
  initiated_by === 'auto' || initiated_by === 'retry'

/**
 * True if an automatic attempt fails with this status. One that the customer has to confirm fails then, also if it is
 * completed later.
 */
export const failsCharge = (
  { status, initiated_by }: State & { initiated_by: Initiator | null },
  next: PaymentStatus | undefined,
): boolean =>
  isAutomatic({ initiated_by }) &&
  (next === 'requires_action' || (next === 'failed' && status !== 'requires_action'))

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long a customer has to complete a payment on the gateway's page. */
const PAGE_MS = 23 * HOUR_MS

/** Ages at which the gateway is asked for the outcome of an attempt. */
const CHECKS_MS = [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, PAGE_MS]

/** When something that began then has the next of these ages; after the last of them, daily. */
export function nextAt(ages: readonly number[], created_at: number, now: number): number {
  const age = ages.find((each) => created_at + each > now)
  return age === undefined ? now + 24 * HOUR_MS : created_at + age
}

/** When the gateway is asked next about an attempt. */
export const nextCheck = (created_at: number, now: number): number =>
  nextAt(CHECKS_MS, created_at, now)

/** After as many days without an outcome, a person has to look at the gateway. */
export const UNANSWERED_DAYS = 3

/** Up to this age, a charge without an answer is asked about every hour. */
const HOURLY_MS = UNANSWERED_DAYS * 24 * HOUR_MS

/**
 * When the gateway is asked next about a charge that it did not answer. All of a gateway that was down are due on the same
 * hour, so that they are charged soon after it is back, and the oldest first.
 */
export function nextChargeCheck(created_at: number, now: number): number {
  const age = CHECKS_MS.slice(0, 2).find((each) => created_at + each > now)
  if (age !== undefined) return created_at + age
  return now - created_at < HOURLY_MS ? now - (now % HOUR_MS) + HOUR_MS : now + 24 * HOUR_MS
}

/** When a payment that the customer does not complete is given up. */
export const givenUpAt = (created_at: number): number => created_at + PAGE_MS

interface Begun {
  created_at: number
  /** Set if a saved card or account is charged, without a page. */
  payment_method_id: string | null
  expires_at: number | null
}

/** True if it is the customer's turn: the gateway waits for a number, or for a confirmation. */
export const isWaiting = ({
  status,
  payment_method_id,
}: State & Pick<Begun, 'payment_method_id'>): boolean =>
  status === 'requires_action' || (status === 'pending' && payment_method_id === null)

/** True if the customer did not complete the payment in time, or it was canceled. */
export const isExpired = (payment: State & Begun, now: number): boolean =>
  isWaiting(payment) && now >= (payment.expires_at ?? givenUpAt(payment.created_at))

/** Throws `payment_not_cancelable` unless nothing is charged without the customer. */
export function assertCancelable(payment: State & Pick<Begun, 'payment_method_id'>): void {
  if (isWaiting(payment)) return
  const { status } = payment
  throw billingError(
    'payment_not_cancelable',
    status === 'pending' || status === 'processing'
      ? 'The gateway is charging this payment. Wait for its outcome; a settled payment can be refunded.'
      : `This payment is ${status}. Only one that waits for the customer can be canceled.`,
  )
}
