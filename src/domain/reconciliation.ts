// What differs between a payment here and at its gateway: the money that each of both has.

import type { PaymentStatus } from './payment-states.ts'

export const DIFFERENCE_KINDS = [
  'missing_here',
  'missing_there',
  'amount_differs',
  'charged_twice',
  'refunds_differ',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/**
 * `disputed` if the gateway may have taken the money back since, `returned` if it was refunded in full. `none` if it has
 * none, or not yet.
 */
export type Held = 'settled' | 'disputed' | 'returned' | 'none'

interface Money {
  amount: number
  currency: string
}

/** A payment here; undefined if the ID that the gateway has is unknown. */
type Here = (Money & { status: PaymentStatus; gateway_ref: string | null }) | undefined

/** What the gateway has; undefined if it knows no such payment. */
type There = (Money & { held: Held; ref: string; refunded: number }) | undefined

/**
 * The sum of the refunds here: at least those that the gateway paid. It can also have those that are pending, and those
 * that people paid, perhaps in the gateway's dashboard.
 */
export interface Refunded {
  least: number
  most: number
}

export interface Difference {
  kind: DifferenceKind
  amount_here: number
  amount_there: number
  currency: string
  currency_there: string
}

/** Returns what differs; undefined if both have and returned the same money, or have none. */
export function differenceOf(
  here: Here,
  there: There,
  { least, most }: Refunded,
): Difference | undefined {
  const isHere = here?.status === 'settled'
  const isThere = there !== undefined && there.held !== 'none'
  const known = here ?? there
  if (!known || (!isHere && !isThere)) return undefined
  const amounts = {
    amount_here: isHere ? here.amount : 0,
    amount_there: isThere ? there.amount : 0,
    currency: known.currency,
    currency_there: (isThere ? there : known).currency,
  }
  if (!isThere) return { kind: 'missing_there', ...amounts }
  const { held, ref } = there
  if (!isHere) {
    // Its money is gone on both sides.
    const isGone = held === 'returned' || (held === 'disputed' && here?.status === 'reversed')
    return isGone ? undefined : { kind: 'missing_here', ...amounts }
  }
  if (ref !== here.gateway_ref)
    return held === 'returned' ? undefined : { kind: 'charged_twice', ...amounts }
  const isSame = here.amount === there.amount && here.currency === there.currency
  if (!isSame) return { kind: 'amount_differs', ...amounts }
  const { refunded: amount_there } = there
  if (amount_there >= least && amount_there <= most) return undefined
  const amount_here = amount_there < least ? least : most
  return { kind: 'refunds_differ', ...amounts, amount_here, amount_there }
}

const DAY_MS = 86_400_000

/** Payments that began longer before are compared only on request: banks return debits within eight weeks. */
export const COMPARED_MS = 60 * DAY_MS

/** When the comparison after one that began then begins. */
export const nextComparison = (started_at: number, now: number): number =>
  Math.max(started_at, now - DAY_MS / 2) + DAY_MS

/** When a comparison that the gateway refused goes on. */
export const triedAgain = (now: number): number => now + DAY_MS / 24
