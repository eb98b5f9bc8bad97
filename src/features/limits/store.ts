// The only SQL of limits: the tier of a signed-in member's account.

import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { Account } from '../accounts/store.ts'

type TierOf = Pick<Account, 'tier' | 'tier_limit'>

/** Reads the current row: a change of tier applies at once. */
export async function findTier(db: Db, accountId: number): Promise<TierOf | undefined> {
  const rows = await query<TierOf & Record<string, unknown>>(
    db,
    sql`select tier, tier_limit from accounts where id = ${accountId}`,
  )
  return rows[0]
}
