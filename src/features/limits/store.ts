// The one thing that limits ask the database: what the account of somebody signed in may ask by its keys.

import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { Account } from '../accounts/store.ts'

type TierOf = Pick<Account, 'tier' | 'tier_limit'>

/** As it is written now: a tier changes at once. */
export async function findTier(db: Db, accountId: number): Promise<TierOf | undefined> {
  const rows = await query<TierOf & Record<string, unknown>>(
    db,
    sql`select tier, tier_limit from accounts where id = ${accountId}`,
  )
  return rows[0]
}
