// Ends subscriptions, and returns the amounts billed for unused time.

import { canceled, nextStart } from '../../domain/subscription.ts'
import type { CreditTo } from '../../domain/unused-time.ts'
import { invariant } from '../../invariant.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import type { Lookup } from '../../platform/db/lookup.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { Answer, RowKey } from '../../platform/db/table.ts'
import type { Call, JsonReply } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Action, Work } from '../accounts/store.ts'
import { creditUnused } from '../crediting/unused.ts'
import { owedRows, type PaysOwed, payOwed, withOwed } from '../invoices/pay-owed.ts'
import { invoiceIds } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { payments } from '../payments/store.ts'
import type { Service } from '../service.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { assertLive, currentOf, dueOf } from './actions.ts'
import { billClosing, getSubscription, unfailed } from './step.ts'

export interface CancelSent {
  id: string
  at: 'now' | 'period_end'
  /** How unused time is returned; null if it is not. */
  credit_to: CreditTo | null
  reason?: string | null | undefined
  comment?: string | null | undefined
}

export interface CancelSubscription extends CancelSent, PaysOwed {
  /** The invoice to credit. */
  billed: string | undefined
}

/** Ends a subscription now or when its period ends. Billed invoices do not change, unless unused time is returned. */
const cancelSubscription: Action<CancelSubscription> = {
  name: 'subscriptions.cancel',
  rows: ({ id, credit_to, billed, owed }) => [
    { table: subscriptions, id },
    ...owedRows({ owed: billed === undefined ? owed : [...owed, billed] }),
    ...(billed && credit_to === 'refund'
      ? [{ table: payments, by: 'invoice_id', id: billed }]
      : []),
  ],
  decide(work, { id, at, reason = null, comment = null, ...unused }) {
    const found = getSubscription(work, id)
    // A subscription whose billing fails can still be ended; the failed periods are not billed.
    const isStuck = found.billing_error !== null && at === 'now' && unused.credit_to === null
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
      returnUnused(work, before, { ...unused, at: cancel_at, invoice })
      // After the note, so that its credit pays for what waits.
      if (!isStuck) billClosing(work, work.get(subscriptions, id))
      return answer
    }
    const after = { ...before, cancel_at: nextStart(before), cancellation }
    return changeSubscription(work, events.updated, before, dueOf(after))
  },
}

type Unused = Pick<CancelSubscription, 'credit_to' | 'billed' | 'owed'> & {
  at: number
  /** The invoice that this command billed itself. */
  invoice: Answer | undefined
}

/** Returns the amount billed for the time after the end, by a credit note. */
function returnUnused(
  work: Work,
  { id, proration_unit: unit, zone }: Subscription,
  { credit_to: to, billed, owed, at, invoice }: Unused,
): void {
  if (to === null) return
  const last = invoice ? invoiceIds.parse(invoice.object_id) : work.lookUp(lastInvoice, id)
  if (last === undefined) return
  if (!invoice && last !== billed) throw new BilledOtherwise()
  const row = work.find(invoices, last)
  invariant(row, 'The invoice to credit is locked.')
  const given = creditUnused(work, row, { at, to, unit, zone })
  if (given > 0) payOwed(work, row, [...owed, last])
}

/** Thrown if the subscription was billed again since its invoice was looked up; nothing has been decided then. */
class BilledOtherwise extends Refusal {
  constructor() {
    super('unavailable', 'The subscription is being billed. Try again.', {
      headers: { 'retry-after': '1' },
    })
  }
}

/** The ID of the newest invoice of a subscription that is not void. */
const lastInvoice: Lookup<string | undefined> = { about: ['invoices'], load: findLast }

async function findLast(db: Db, keys: readonly RowKey[]): Promise<(string | undefined)[]> {
  const rows = await query<RowKey & { invoice_id: string }>(
    db,
    sql`select wanted.environment_id, wanted.id, i.id as invoice_id
        from ${wanted(keys, 'uuid')}
        cross join lateral (
          select i.id from invoices i
          where i.environment_id = wanted.environment_id and i.subscription_id = wanted.id
            and i.status <> 'void'
          order by i.created_at desc, i.id desc limit 1) i`,
  )
  return inOrder(keys, rows).map((row) => row?.invoice_id)
}

const ATTEMPTS_MOST = 5

/** Cancels with a lock on the invoice to credit. */
export async function cancelWith(
  service: Service,
  call: Call,
  input: CancelSent,
): Promise<JsonReply> {
  const { environment_id } = call.scope
  const { id } = input
  const whose = sql`select b.customer_id, b.currency from subscriptions b
    where b.environment_id = s.environment_id and b.id = ${id}::uuid`
  for (let attempt = 1; ; attempt++) {
    const [billed] =
      input.credit_to === null ? [] : await findLast(service.pool, [{ environment_id, id }])
    try {
      return await withOwed(service, call, whose, (paysOwed) =>
        service.write(call, cancelSubscription, { ...input, billed, ...paysOwed }),
      )
    } catch (error) {
      if (!(error instanceof BilledOtherwise) || attempt === ATTEMPTS_MOST) throw error
    }
  }
}
