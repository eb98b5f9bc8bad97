// The changes that events of refunds can record.

import { created, from, type JsonObject, type Transition, updated } from './transition.ts'

const moves = from('pending canceled', 'failed failed', 'canceled canceled')

/** True if only a refund that a gateway pays has a reference there, and keeps it. */
const keepsRef = (before: JsonObject, after: JsonObject): boolean =>
  before.gateway_ref === after.gateway_ref ||
  ((before.gateway_ref ?? null) === null && after.by_gateway === true)

/** Between these states. */
const ends =
  (...steps: string[]): Transition['leads'] =>
  (before, after) =>
    from(...steps)?.(before, after) === true && keepsRef(before, after)

export const REFUND: Record<string, Transition> = {
  'refund.created': created('created_at', 'updated_at'),
  // The gateway accepted it, or did not for days; nothing else moves while it is pending.
  'refund.delayed': {
    ...updated('gateway_ref', 'flagged_at'),
    leads: (before, after) =>
      after.status === 'pending' &&
      keepsRef(before, after) &&
      (before.flagged_at === after.flagged_at || after.flagged_at === after.updated_at),
  },
  'refund.succeeded': {
    ...updated('status', 'succeeded_at', 'paid_on', 'reference', 'gateway_ref'),
    at: ['succeeded_at', 'updated_at'],
    leads: ends('pending succeeded'),
  },
  'refund.failed': {
    ...updated('status', 'failed_at', 'failure_reason', 'gateway_ref'),
    at: ['failed_at', 'updated_at'],
    leads: ends('pending failed', 'succeeded failed'),
  },
  'refund.canceled': {
    ...updated('status', 'canceled_at'),
    at: ['canceled_at', 'updated_at'],
    leads: from('pending canceled'),
  },
  'refund.moved_to_balance': {
    ...updated('status', 'canceled_at', 'moved_to_balance_at'),
    at: ['moved_to_balance_at', 'updated_at'],
    leads(before, after) {
      // Moving a refund to the balance cancels it if it is pending, and happens only once.
      const canceled_at =
        before.status === 'pending' ? after.moved_to_balance_at : before.canceled_at
      return (
        moves?.(before, after) === true &&
        after.canceled_at === canceled_at &&
        before.moved_to_balance_at === null
      )
    },
  },
}
