// The changes that events of payments, disputes, payouts and payment methods can record.

import { created, from, type JsonObject, still, type Transition, updated } from './transition.ts'

const ALLOCATED = ['invoice_id', 'allocations', 'unallocated']

/** The increases of the allocated amount, the unallocated amount, and the credit. */
interface Moved {
  paid: number
  waits: number
  credit: number
  /** What disputes withdrew. */
  reversed: number
  /** True if an amount is still unallocated. */
  isWaiting: boolean
}

const wholeOf = (amount: unknown): number => Number(amount ?? 0)

/** The allocated amount of a payment; all of it in events of older versions. */
function paidBy({ allocations, amount, to_balance }: JsonObject): number {
  if (!Array.isArray(allocations)) return wholeOf(amount) - wholeOf(to_balance)
  return (allocations as JsonObject[]).reduce((sum, each) => sum + wholeOf(each.amount), 0)
}

/** True between these states, if the money moves as it should. */
const moves =
  (isRight: (moved: Moved) => boolean, ...steps: string[]): Transition['leads'] =>
  (before, after) =>
    from(...steps)?.(before, after) === true &&
    isRight({
      paid: paidBy(after) - paidBy(before),
      waits: wholeOf(after.unallocated) - wholeOf(before.unallocated),
      credit: wholeOf(after.to_balance) - wholeOf(before.to_balance),
      reversed: wholeOf(after.amount_reversed) - wholeOf(before.amount_reversed),
      isWaiting: wholeOf(after.unallocated) > 0,
    })

/** A refund takes the unallocated amount, then the credit. A failed or canceled one is unallocated again. */
const isRefunded = ({ paid, waits, credit, isWaiting }: Moved): boolean =>
  paid === 0 && (credit === 0 ? waits !== 0 : credit < 0 && waits <= 0 && !isWaiting)

/** A dispute takes a part, or returns it. */
const isDisputed = ({ paid, waits, credit, reversed }: Moved): boolean =>
  reversed !== 0 && paid + waits + credit === -reversed

/** The states of a payment by gateway that can still become money or fail. */
const BEGUN = ['pending', 'requires_action', 'processing']
const GIVEN_UP = ['failed', 'canceled']
const leadTo = (status: string, ...before: string[]) =>
  from(...before.map((each) => `${each} ${status}`))

const MONEY: Transition = {
  ...updated(
    ...['status', 'gateway_ref', 'action_url', 'failure', 'captured_at', 'received_on'],
    ...['allocations', 'to_balance', 'payment_method_id', 'fee'],
  ),
  at: ['captured_at', 'updated_at'],
}

/** What changes if a dispute is won. */
const RETURNED = ['amount_reversed', 'reversal_reason', 'reversed_at', 'unallocated', 'invoice_id']

const toSettled = (before: JsonObject, after: JsonObject): boolean =>
  leadTo('settled', ...BEGUN)?.(before, after) === true

export const PAYMENT: Readonly<Record<string, Transition>> = {
  'payment.created': created('created_at', 'updated_at'),
  'payment.pending': created('created_at', 'updated_at'),
  'payment.requires_action': {
    ...updated('status', 'gateway_ref', 'action_url'),
    leads: leadTo('requires_action', 'pending'),
  },
  'payment.processing': {
    ...updated('status', 'gateway_ref', 'action_url'),
    leads: leadTo('processing', 'pending', 'requires_action'),
  },
  'payment.failed': {
    ...updated('status', 'gateway_ref', 'action_url', 'failure'),
    leads: leadTo('failed', ...BEGUN),
  },
  'payment.canceled': {
    ...updated('status', 'action_url'),
    leads: leadTo('canceled', 'pending', 'requires_action'),
  },
  'payment.settled': {
    ...updated(...MONEY.changes, ...RETURNED),
    leads: (before, after) =>
      before.status === 'reversed'
        ? after.status === 'settled' && before.captured_at === after.captured_at
        : after.captured_at === after.updated_at && toSettled(before, after),
  },
  'payment.unexpected': { ...MONEY, leads: leadTo('settled', ...BEGUN, ...GIVEN_UP) },
  'payment.allocated': {
    ...updated(...ALLOCATED),
    leads: moves(({ paid, waits }) => paid > 0 && paid === -waits, 'settled settled'),
  },
  'payment.deallocated': {
    ...updated(...ALLOCATED),
    leads: moves(({ paid, waits }) => paid < 0 && paid === -waits, 'settled settled'),
  },
  'payment.moved_to_balance': {
    ...updated('to_balance', 'unallocated'),
    leads: moves(({ credit, waits }) => credit > 0 && credit === -waits, 'settled settled'),
  },
  'payment.updated': {
    ...updated('invoice_id', 'to_balance', 'unallocated', 'allocations', 'amount_reversed'),
    leads: moves(
      (moved) => (moved.reversed === 0 ? isRefunded(moved) : isDisputed(moved)),
      ...['settled settled', 'reversed reversed'],
    ),
  },
  'payment.reversed': {
    ...updated(
      ...['status', 'reversal_reason', 'reversed_at', 'amount_reversed', 'allocations'],
      ...['to_balance', 'unallocated', 'invoice_id'],
    ),
    at: ['reversed_at', 'updated_at'],
    leads: from('settled reversed'),
  },
}

const OPEN = ['needs_response', 'under_review']
const MONEY_OF_DISPUTE = ['status', 'evidence_due_by', 'amount_withdrawn', 'withdrawn_at']

export const DISPUTE: Readonly<Record<string, Transition>> = {
  'dispute.created': created('created_at', 'updated_at'),
  'dispute.updated': {
    ...updated(...MONEY_OF_DISPUTE),
    leads: from(...OPEN.flatMap((one) => OPEN.map((other) => `${one} ${other}`))),
  },
  'dispute.closed': {
    ...updated(...MONEY_OF_DISPUTE, 'returned_at', 'closed_at'),
    at: ['closed_at', 'updated_at'],
    // An appeal can win what was lost.
    leads: from('lost won', ...OPEN.flatMap((one) => [`${one} won`, `${one} lost`])),
  },
}

export const PAYOUT: Readonly<Record<string, Transition>> = {
  'payout.created': created('created_at', 'updated_at'),
  'payout.reversed': {
    ...updated('status', 'reversal_reason', 'reversed_at'),
    at: ['reversed_at', 'updated_at'],
    leads: from('paid reversed'),
  },
}

export const PAYMENT_METHOD: Readonly<Record<string, Transition>> = {
  'payment_method.attached': created('created_at', 'updated_at'),
  'payment_method.expiring': { ...still, leads: from('active active') },
  'payment_method.detached': {
    ...updated('status', 'detached_at'),
    at: ['detached_at', 'updated_at'],
    leads: from('active detached'),
  },
}
