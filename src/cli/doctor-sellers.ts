// The `doctor` checks of accounts: what their live invoices lack, and taxes they may owe without knowing it.

import type { Pool } from 'pg'
import { accountRef } from '../domain/account.ts'
import { creditOwed } from '../domain/credit.ts'
import { customerRef } from '../domain/customer.ts'
import { missingOf } from '../domain/seller.ts'
import type { Profile } from '../domain/snapshot.ts'
import type { Config } from '../platform/config.ts'
import { query, sql } from '../platform/db/sql.ts'
import { amber, type Finding } from './finding.ts'

/** How many of a kind one run reports; the next run reports the others. */
const LISTED_MOST = 20

export async function examineSellers(pool: Pool, config: Config): Promise<Finding[]> {
  // An outdated database has its own finding, and may lack these tables.
  const rows = await query<{ ready: boolean }>(
    pool,
    sql`select to_regclass('environment_settings') is not null
          and to_regclass('customer_balances') is not null as ready`,
  )
  if (!rows[0]?.ready) return []
  return [...(await findIncomplete(pool, config)), ...(await findOwedToDeleted(pool))]
}

async function findIncomplete(pool: Pool, { smtpUrl }: Config): Promise<Finding[]> {
  const sellers = await query<{ account_id: number; name: string; profile: Profile }>(
    pool,
    sql`select e.account_id, s.name, s.profile from environment_settings s
        join environments e on e.id = s.environment_id
        where s.mode = 'live' order by e.account_id`,
  )
  const has_mail_server = smtpUrl !== undefined
  return sellers
    .flatMap(({ account_id, name, profile }) => {
      const missing = missingOf({ mode: 'live', name, profile, has_mail_server })
      if (missing.length === 0) return []
      const text = `live invoices of ${accountRef(account_id)} (${name}) are missing required details`
      return [amber('seller', text, missing.map(({ message }) => message).join(' '))]
    })
    .slice(0, LISTED_MOST)
}

async function findOwedToDeleted(pool: Pool): Promise<Finding[]> {
  const owed = await query<{ id: number; account_id: number; mode: string; balances: Balances }>(
    pool,
    sql`select c.id, e.account_id, e.mode,
               json_object_agg(b.currency, b.balance::text) as balances
        from customer_balances b
        join customers c on c.environment_id = b.environment_id and c.id = b.customer_id
        join environments e on e.id = b.environment_id
        where b.balance <> 0 and c.deleted_at is not null
        group by c.id, e.account_id, e.mode order by c.id limit ${LISTED_MOST}`,
  )
  return owed.map(({ id, account_id, mode, balances }) =>
    amber(
      'credit',
      `${customerRef(id)} of ${accountRef(account_id)} (${mode}) is deleted, but has a credit of ${creditOwed(balances).join(' and ')}`,
      `Remove it with a negative amount: POST /v1/customers/${customerRef(id)}/credit_transactions`,
    ),
  )
}

type Balances = Record<string, string>
