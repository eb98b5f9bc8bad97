// Ends subscriptions whose first payment did not arrive in time, and voids their first invoices.

import { readProfile } from '../../domain/snapshot.ts'
import { abandoned, postponed } from '../../domain/subscription-incomplete.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import type { Lookup } from '../../platform/db/lookup.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type Background, inBackground } from '../background.ts'
import { creditRest } from '../crediting/rest.ts'
import { dueWork } from '../due-work.ts'
import { getInvoice } from '../invoices/actions.ts'
import { owedRows, type PaysOwed, payOwed, withOwed } from '../invoices/pay-owed.ts'
import { invoiceIds } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { voided } from '../invoices/void.ts'
import { type Posted, postedFacts } from '../ledger/store.ts'
import { changeSubscription } from '../subscriptions/change.ts'
import { events } from '../subscriptions/record.ts'
import { expiring, subscriptions } from '../subscriptions/store.ts'
import { unfailed } from './step.ts'

/** True if a gateway can still have charged an invoice: a customer who has to act first does not count. */
const isInProgress: Lookup<boolean> = {
  about: ['payments'],
  async load(db, keys) {
    const rows = await query<RowKey & { found: boolean }>(
      db,
      sql`select wanted.environment_id, wanted.id, exists (
              select from payments y
              where y.environment_id = wanted.environment_id and y.invoice_id = wanted.id and (
                y.status = 'processing' or (y.status = 'pending' and y.payment_method_id is not null))) as found
            from ${wanted(keys, 'uuid')}`,
    )
    return inOrder(keys, rows).map((row) => row?.found ?? false)
  },
}

interface Expire extends PaysOwed {
  /** The first invoice. */
  id: string
}

/** Run by the sweep for the first invoice of a subscription that waits for its payment, or was canceled while it did. */
const expireFirst: Action<Expire, Posted> = {
  name: 'subscriptions.expire',
  rows: ({ id, owed }) => [{ table: invoices, id }, ...owedRows({ owed })],
  facts: postedFacts('invoice_finalized'),
  decide(work, { id }, posted) {
    const answer = { json: '{}', object_id: invoiceIds.ref(id) }
    const { subscription_id } = getInvoice(work, id)
    const before = work.get(subscriptions, subscription_id as string)
    const { expires_at, status } = before
    if (expires_at === null || expires_at > work.now) return answer
    if (status === 'incomplete') {
      if (work.lookUp(isInProgress, id)) {
        work.update(subscriptions, postponed(before, work.now))
        return answer
      }
      const after = unfailed(abandoned(before, work.now, null))
      changeSubscription(work, events.canceled, before, after)
    } else work.update(subscriptions, { ...before, expires_at: null })
    withdraw(work, id, posted)
    return answer
  },
}

/** Voids an invoice, or credits it if that is forbidden or something was paid: the customer then has it as credit. */
function withdraw(work: Work, id: string, posted: Posted): void {
  const invoice = getInvoice(work, id)
  if (invoice.status === 'void') return
  const { void_invoices } = readProfile(work.environment.profile)
  const isTouched = invoice.amount_paid > 0 || invoice.credited !== null
  if (void_invoices !== 'forbid' && !isTouched) voided(work, invoice, posted)
  else if (creditRest(work, invoice) > 0) payOwed(work, invoice)
}

/** Returns the first invoice of a subscription. */
async function findFirst(db: Db, { environment_id, id }: RowKey): Promise<string | undefined> {
  const rows = await query<{ id: string }>(
    db,
    sql`select i.id from invoices i
        where i.environment_id = ${environment_id} and i.subscription_id = ${id}::uuid
        order by i.created_at, i.id limit 1`,
  )
  return rows[0]?.id
}

export const expireIncomplete = ({ pool, lane, wallNow }: Background): DueWork =>
  dueWork({ pool, wallNow }, 'subscriptions.expire', expiring, async (environment_id, { id }) => {
    const first = await findFirst(pool, { environment_id, id })
    // A test environment can be erased meanwhile.
    if (first === undefined) return
    const whose = sql`select b.customer_id, b.currency from subscriptions b
      where b.environment_id = s.environment_id and b.id = ${id}::uuid`
    await withOwed({ pool }, { scope: { environment_id } }, whose, ({ owed }) =>
      lane.submit(inBackground(environment_id, expireFirst, { id: first, owed })),
    )
  })
