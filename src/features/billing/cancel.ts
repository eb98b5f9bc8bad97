// Ends subscriptions, and returns the amounts billed for unused time.

import { canceled, lastEnd } from '../../domain/subscription.ts'
import { abandoned } from '../../domain/subscription-incomplete.ts'
import type { CreditTo } from '../../domain/unused-time.ts'
import { payments } from '../payments/store.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { bill } from './bill.ts'
import { type Command, commandOf } from './command.ts'
import { assertLive, assertNotPaused, dueOf } from './current.ts'
import { returnUnused } from './open-charges.ts'
import { billReturning, settlementOf } from './settling.ts'
import { closingCharge, unfailed } from './step.ts'

export interface CancelSent {
  at: 'now' | 'period_end'
  /** How unused time is returned; null if it is not. */
  credit_to: CreditTo | null
  reason?: string | null | undefined
  comment?: string | null | undefined
}

/** Ends a subscription now or when its period ends. Billed invoices do not change, unless unused time is returned. */
export const cancelSubscription: Command<CancelSent> = commandOf<CancelSent>({
  name: 'subscriptions.cancel',
  rows: ({ credit_to, billed }) =>
    credit_to === 'refund'
      ? billed.map((invoice) => ({ table: payments, by: 'invoice_id', id: invoice }))
      : [],
  passes: isStuck,
  perform(work, before, input, { at: now, invoice }) {
    const { at, reason = null, comment = null, credit_to: to } = input
    assertLive(before)
    const cancellation = { reason, comment }
    if (before.status === 'incomplete') {
      // A background job voids its invoice at once.
      const after = abandoned({ ...before, cancellation }, now, now)
      changeSubscription(work, events.canceled, before, unfailed(after))
      return before.scheduled_changes ?? []
    }
    // Before the start there is no period to wait for.
    if (at === 'now' || before.status === 'scheduled') {
      const settles = { at: now, ends: true, credits: to !== null, invoice }
      const settlement = isStuck(before, input) ? undefined : settlementOf(work, before, settles)
      const after = canceled({ ...before, cancel_at: now, cancellation }, now)
      changeSubscription(work, events.canceled, before, unfailed(after))
      if (to !== null && !settlement) returnUnused(work, before, { at: now, to, invoice })
      // After the notes, so that their credit pays for the pending charges.
      if (!isStuck(before, input)) {
        const ended = work.get(subscriptions, before.id)
        const credited = to !== null ? { items: new Map(), others: now } : undefined
        const closing = settlement ?? { returned: credited }
        const charge = closingCharge(work, before, ended, closing)
        if (settlement) {
          const how = { to: to ?? 'balance', paysFirst: true }
          billReturning(work, before, { ...settlement, charge, ...how })
        } else if (charge) bill(work, ended, charge)
      }
      return before.scheduled_changes ?? []
    }
    assertNotPaused(before, 'Send at: "now", or resume it first.')
    const after = { ...before, cancel_at: lastEnd(before), cancellation }
    changeSubscription(work, events.updated, before, dueOf(after))
    return []
  },
})

/** A subscription whose billing fails can still be ended; the failed periods are not billed. */
function isStuck(
  { billing_error }: Pick<Subscription, 'billing_error'>,
  { at, credit_to }: Pick<CancelSent, 'at' | 'credit_to'>,
): boolean {
  return billing_error !== null && at === 'now' && credit_to === null
}
