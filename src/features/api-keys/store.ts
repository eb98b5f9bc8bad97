// API keys as stored: never the secret, only a keyed hash of it.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { Tier } from '../accounts/store.ts'

export interface ApiKey {
  id: string
  environment_id: number
  name: string
  secret_hash: Buffer
  scopes: string[]
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

/** A key with what authentication needs to know of its account. */
export interface KeyWithAccount extends ApiKey {
  account_id: number
  mode: 'test' | 'live'
  tier: Tier
  tier_limit: number | null
}

const columns = sql`k.id, k.environment_id, k.name, k.secret_hash, k.scopes, k.created_at,
  k.expires_at, k.revoked_at, k.last_used_at, e.account_id, e.mode, a.tier, a.tier_limit`

export async function insertKey(db: Db, key: ApiKey): Promise<void> {
  await execute(
    db,
    sql`insert into api_keys (id, environment_id, name, secret_hash, scopes, created_at, expires_at)
        values (${key.id}, ${key.environment_id}, ${key.name}, ${key.secret_hash}, ${key.scopes},
                ${new Date(key.created_at)},
                ${key.expires_at === null ? null : new Date(key.expires_at)})`,
  )
}

/** Keys by id, in the order asked for; undefined where there is none. */
export async function findKeys(db: Db, ids: string[]): Promise<(KeyWithAccount | undefined)[]> {
  const rows = await query<KeyWithAccount>(
    db,
    sql`select ${columns} from api_keys k
        join environments e on e.id = k.environment_id
        join accounts a on a.id = e.account_id
        where k.id = any(${ids}::text[])`,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

export function listKeys(db: Db, accountId: number): Promise<KeyWithAccount[]> {
  return query<KeyWithAccount>(
    db,
    sql`select ${columns} from environments e
        join accounts a on a.id = e.account_id
        join api_keys k on k.environment_id = e.id
        where e.account_id = ${accountId} order by k.created_at, k.id`,
  )
}

/** Revokes a key; false when there is none of this id. Revoking again changes nothing. */
export async function revokeKey(db: Db, id: string, at: number): Promise<boolean> {
  const changed = await execute(
    db,
    sql`update api_keys set revoked_at = coalesce(revoked_at, ${new Date(at)}) where id = ${id}`,
  )
  return changed === 1
}

/** Lets a key end at an instant, unless it ends earlier already. */
export async function expireKey(db: Db, id: string, at: number): Promise<void> {
  await execute(
    db,
    sql`update api_keys set expires_at = least(expires_at, ${new Date(at)}) where id = ${id}`,
  )
}

/** Records when keys were last used. */
export async function touchKeys(db: Db, used: Map<string, number>): Promise<void> {
  if (used.size === 0) return
  await execute(
    db,
    sql`update api_keys k set last_used_at = greatest(k.last_used_at, used.at)
        from unnest(${[...used.keys()]}::text[],
                    ${[...used.values()].map((at) => new Date(at))}::timestamptz[]) as used (id, at)
        where k.id = used.id`,
  )
}
