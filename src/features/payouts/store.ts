// Reads the balance at the gateway, and finds payouts by reference.

import { fromLedger, LEDGER_SCALE } from '../../domain/ledger.ts'
import { parseDecimal } from '../../domain/money.ts'
import { given } from '../../platform/db/given.ts'
import type { Lookup } from '../../platform/db/lookup.ts'
import { type Db, plain, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { type Payout, payouts } from './record.ts'

/** The balance of `cash_gateway` in a currency, in its smallest unit; the key is the currency. */
export const gatewayBalance: Lookup<number> = { about: ['ledger_entries'], load: findBalances }

async function findBalances(db: Db, keys: readonly RowKey[]): Promise<number[]> {
  const asked = keys.map(({ environment_id, id }, at) => ({
    environment_id,
    at,
    currency: String(id),
  }))
  const rows = await query<{ at: number; balance: string }>(
    db,
    sql`select w.at, coalesce(sum(d.debit - d.credit), 0)::numeric(28, 8)::text as balance
        from ${given('w', asked, {
          at: sql`${plain(asked.map(({ at }) => at))}::int[]`,
          currency: sql`${plain(asked.map(({ currency }) => currency))}::text[]`,
        })}
        left join ledger_days d on d.environment_id = w.environment_id
          and d.account = 'cash_gateway' and d.currency = w.currency
        group by w.at`,
  )
  return asked.map(({ at, currency }) => {
    const balance = rows.find((row) => row.at === at)?.balance ?? '0'
    return Number(fromLedger(parseDecimal(balance, LEDGER_SCALE), currency))
  })
}

/** The newest payouts with a reference, for search. */
const MOST_FOUND = 10

export async function findByReference(
  db: Db,
  environment_id: number,
  reference: string,
): Promise<Payout[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select id from payouts where environment_id = ${environment_id}
          and reference = ${reference} and reference <> ''
        order by created_at desc, id desc limit ${MOST_FOUND}`,
  )
  const found = await payouts.find(
    db,
    rows.map(({ id }) => ({ environment_id, id })),
  )
  return found.filter((row) => row !== undefined)
}
