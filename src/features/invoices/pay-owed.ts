// Pays a customer's invoices as soon as credit is granted, if the account is set to. The invoices are looked up before
// the action, which locks them, and again under the lock of the counters.

import { applicable } from '../../domain/credit.ts'
import { amountRemaining, invoiceCan } from '../../domain/invoice.ts'
import { readProfile } from '../../domain/snapshot.ts'
import { given } from '../../platform/db/given.ts'
import type { Lookup } from '../../platform/db/lookup.ts'
import { type Db, plain, query, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { NamedRow, RowKey } from '../../platform/db/table.ts'
import type { Call } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Work } from '../accounts/store.ts'
import { customers } from '../customers/store.ts'
import { isOwed } from '../remaining.ts'
import type { Service } from '../service.ts'
import { payWithCredit } from './apply-credit.ts'
import { invoices } from './store.ts'

/** The maximum number of invoices that one grant pays. */
const PAID_MOST = 20

/** Attempts to lock a customer's payable invoices while other requests add more. */
const ATTEMPTS_MOST = 6

/** The first payable invoices of a customer: SQL on `w (environment_id, customer_id, currency)`. */
const FIRST_OWED = raw(`lateral (
  select i.id, i.due_date from invoices i
  where i.environment_id = w.environment_id and i.customer_id = w.customer_id
    and i.currency = w.currency and ${isOwed('i')}
  order by i.due_date, i.id limit ${PAID_MOST}) o`)

/** The input of an action that grants credit: the invoices to lock. */
export interface PaysOwed {
  owed: readonly string[]
}

export const owedRows = ({ owed }: PaysOwed): NamedRow[] =>
  owed.map((id) => ({ table: invoices, id }))

/** Thrown if an invoice to be paid was not locked by the action; nothing has been decided then. */
class OwedMore extends Refusal {
  constructor() {
    super('unavailable', 'Another request is changing the same data. Try again.', {
      headers: { 'retry-after': '1' },
    })
  }
}

/**
 * Runs an action that can grant credit, and once more with the invoices to lock if it has to pay any: few accounts
 * apply credit when it is granted, and looking for invoices first would cost all others a query. `whose` is SQL of a
 * customer and a currency, which can read the settings `s`.
 */
export async function withOwed<R>(
  { pool }: Pick<Service, 'pool'>,
  { scope: { environment_id } }: { scope: Pick<Call['scope'], 'environment_id'> },
  whose: Sql,
  run: (paysOwed: PaysOwed) => Promise<R>,
): Promise<R> {
  let owed: readonly string[] = []
  for (let attempt = 1; ; attempt++) {
    try {
      return await run({ owed })
    } catch (error) {
      if (!(error instanceof OwedMore) || attempt === ATTEMPTS_MOST) throw error
    }
    owed = await findToLock(pool, environment_id, whose)
  }
}

async function findToLock(db: Db, environmentId: number, whose: Sql): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select o.id from environment_settings s
        cross join lateral (select s.environment_id, whose.* from (${whose}) whose) w (environment_id, customer_id, currency)
        cross join ${FIRST_OWED}
        where s.environment_id = ${environmentId} and s.profile ->> 'apply_credit' = 'when_granted'`,
  )
  return rows.map(({ id }) => id)
}

/** The IDs of the first payable invoices, oldest due date first; the key is a customer and a currency. */
export const owedBy: Lookup<string[]> = { about: ['invoices'], load: findOwed }

const keyOf = (customerId: number, currency: string): string => `${customerId} ${currency}`

async function findOwed(db: Db, keys: readonly RowKey[]): Promise<string[][]> {
  const asked = keys.map(({ environment_id, id }, at) => {
    const [customer_id, currency] = String(id).split(' ')
    return { environment_id, at, customer_id: Number(customer_id), currency: String(currency) }
  })
  const rows = await query<{ at: number; id: string }>(
    db,
    sql`select w.at, o.id
        from ${given('w', asked, {
          at: sql`${plain(asked.map(({ at }) => at))}::int[]`,
          customer_id: sql`${plain(asked.map(({ customer_id }) => customer_id))}::bigint[]`,
          currency: sql`${plain(asked.map(({ currency }) => currency))}::text[]`,
        })}
        cross join ${FIRST_OWED}
        order by w.at, o.due_date, o.id`,
  )
  return keys.map((_, at) => rows.filter((row) => row.at === at).map(({ id }) => id))
}

/**
 * Pays the customer's invoices in a currency with their credit, oldest due date first, if the account applies credit when
 * it is granted. The action must have named these invoices.
 */
export function payOwed(
  work: Work,
  { customer_id, currency }: { customer_id: number; currency: string },
): void {
  if (readProfile(work.environment.profile).apply_credit !== 'when_granted') return
  for (const id of work.lookUp(owedBy, keyOf(customer_id, currency))) {
    if (!work.holds(invoices, id)) throw new OwedMore()
    const invoice = work.get(invoices, id)
    const { balances } = work.get(customers, customer_id)
    const balance = balances[currency] ?? '0'
    // A note can have closed its own invoice meanwhile.
    if (!invoiceCan('pay', invoice) || amountRemaining(invoice) === 0) continue
    if (applicable(balance, currency, amountRemaining(invoice)) === 0) return
    payWithCredit(work, invoice, { balance })
  }
}
