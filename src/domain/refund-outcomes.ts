// Refunds that a gateway pays: what it says of them, and when it is asked.

import { billingError } from './errors.ts'
import { nextAt } from './payment-states.ts'
import type { RefundStatus } from './refund.ts'

/** What a gateway says of a refund: in its response, or when it is asked. */
export type RefundOutcome =
  | { kind: 'succeeded'; ref: string }
  /** The gateway pays it later, or does not; `until` is when it is asked next. */
  | { kind: 'pending'; ref: string; until?: number }
  /** Without a reference if the gateway does not keep what it refuses. */
  | { kind: 'failed'; ref: string | null; reason: string }
  /** The call was refused because of the configuration, so nothing was refunded by it. */
  | { kind: 'refused' }
  /** Nothing new. */
  | { kind: 'open' }

/** The states of a refund, and what the gateway's outcomes make of them; a bank can return what was paid. */
const NEXT: Record<RefundStatus, Partial<Record<RefundOutcome['kind'], 'succeeded' | 'failed'>>> = {
  pending: { succeeded: 'succeeded', failed: 'failed' },
  succeeded: { failed: 'failed' },
  failed: {},
  canceled: {},
}

/** The state after an outcome; undefined if it changes nothing. */
export const refundStateAfter = (status: RefundStatus, { kind }: RefundOutcome) =>
  NEXT[status][kind]

/** The fields of a refund that its gateway changes. */
interface AtGateway {
  status: RefundStatus
  by_gateway: boolean
  /** Null if the gateway certainly does not have it. */
  sent_at: number | null
  gateway_ref: string | null
  flagged_at: number | null
  created_at: number
}

interface Refunded {
  method: string
  gateway_ref: string | null
}

/** True if the gateway that collected a payment can return its money. */
export const canRefund = ({ method, gateway_ref }: Refunded): boolean =>
  method === 'gateway' && gateway_ref !== null

/** Throws `refund_by_gateway` for a refund whose outcome the gateway reports. */
export function assertPaidByHand({ status, by_gateway }: AtGateway): void {
  if (!by_gateway || status !== 'pending') return
  throw billingError(
    'refund_by_gateway',
    'The gateway pays this refund and reports its outcome. Wait for it; a refund that was not sent yet can be canceled.',
  )
}

/** Throws `refund_by_gateway` for a refund that the gateway may have. */
export function assertNotSent({ status, sent_at }: AtGateway): void {
  if (sent_at === null || status !== 'pending') return
  throw billingError(
    'refund_by_gateway',
    'The refund was sent to the gateway, which may have paid it. Wait for its outcome; if it fails, refund the amount again or move it to the balance.',
  )
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Ages at which the gateway is asked about a refund; then daily. */
const CHECKS_MS = [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS]

export const nextRefundCheck = (created_at: number, now: number): number =>
  nextAt(CHECKS_MS, created_at, now)

/** After this time, people have to find out why the gateway does not accept a refund. */
const FLAGGED_MS = 72 * HOUR_MS

/** When a refund is brought to the attention of people: now, if the gateway did not accept it for three days. */
export function flaggedAt({ gateway_ref, flagged_at, created_at }: AtGateway, now: number) {
  return flagged_at ?? (gateway_ref === null && now >= created_at + FLAGGED_MS ? now : null)
}
