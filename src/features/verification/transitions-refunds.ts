// The changes that events of refunds can record.

import { created, from, type Transition, updated } from './transition.ts'

const moves = from('pending canceled', 'failed failed', 'canceled canceled')

export const REFUND: Record<string, Transition> = {
  'refund.created': created('created_at', 'updated_at'),
  'refund.succeeded': {
    ...updated('status', 'succeeded_at', 'paid_on', 'reference'),
    at: ['succeeded_at', 'updated_at'],
    leads: from('pending succeeded'),
  },
  'refund.failed': {
    ...updated('status', 'failed_at', 'failure_reason'),
    at: ['failed_at', 'updated_at'],
    leads: from('pending failed', 'succeeded failed'),
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
