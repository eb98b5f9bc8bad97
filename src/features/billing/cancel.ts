// Ends subscriptions, and returns the amounts billed for unused time.

import { canceled, nextStart } from '../../domain/subscription.ts'
import type { CreditTo } from '../../domain/unused-time.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Call, JsonReply } from '../../platform/http/route.ts'
import type { Action } from '../accounts/store.ts'
import { payments } from '../payments/store.ts'
import type { Service } from '../service.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events } from '../subscriptions/record.ts'
import { subscriptions } from '../subscriptions/store.ts'
import { assertLive, assertNotPaused, currentOf, dueOf } from './actions.ts'
import { chargeRows, type NamesCharges, returnUnused, withCharges } from './open-charges.ts'
import { billClosing, getSubscription, unfailed } from './step.ts'

export interface CancelSent {
  id: string
  at: 'now' | 'period_end'
  /** How unused time is returned; null if it is not. */
  credit_to: CreditTo | null
  reason?: string | null | undefined
  comment?: string | null | undefined
}

export interface CancelSubscription extends CancelSent, NamesCharges {}

/** Ends a subscription now or when its period ends. Billed invoices do not change, unless unused time is returned. */
const cancelSubscription: Action<CancelSubscription> = {
  name: 'subscriptions.cancel',
  rows: ({ id, credit_to, ...names }) => [
    { table: subscriptions, id },
    ...chargeRows(names),
    ...(credit_to === 'refund'
      ? names.billed.map((invoice) => ({ table: payments, by: 'invoice_id', id: invoice }))
      : []),
  ],
  decide(work, { id, at, reason = null, comment = null, credit_to: to, ...names }) {
    const found = getSubscription(work, id)
    // A subscription whose billing fails can still be ended; the failed periods are not billed.
    const isStuck = found.billing_error !== null && at === 'now' && to === null
    let invoice: Answer | undefined
    const before = isStuck
      ? found
      : currentOf(work, id, (billed) => {
          invoice = billed ?? invoice
        })
    assertLive(before)
    const cancellation = { reason, comment }
    // Before the start there is no period to wait for.
    if (at === 'now' || before.status === 'scheduled') {
      const cancel_at = Math.floor(work.now / 1_000) * 1_000
      const after = canceled({ ...before, cancel_at, cancellation }, cancel_at)
      const answer = changeSubscription(work, events.canceled, before, unfailed(after))
      if (to !== null) returnUnused(work, before, { at: cancel_at, to, invoice, ...names })
      // After the notes, so that their credit pays for what waits.
      if (!isStuck) billClosing(work, before, work.get(subscriptions, id))
      return answer
    }
    assertNotPaused(before, 'Send at: "now", or resume it first.')
    const after = { ...before, cancel_at: nextStart(before), cancellation }
    return changeSubscription(work, events.updated, before, dueOf(after))
  },
}

/** Cancels with locks on the invoices to credit. */
export const cancelWith = (service: Service, call: Call, input: CancelSent): Promise<JsonReply> =>
  withCharges(service, call, { id: input.id, returns: input.credit_to !== null }, (names) =>
    service.write(call, cancelSubscription, { ...input, ...names }),
  )
