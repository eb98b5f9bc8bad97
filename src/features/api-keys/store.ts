// SQL of API keys outside the lane: authentication, the command line, and last use.

import { type Db, execute, instants, query, sql, unseen } from '../../platform/db/sql.ts'
import type { Tier } from '../accounts/store.ts'
import { type ApiKey, apiKeys } from './record.ts'

/** When and from where a key was used. */
export interface KeyUse {
  at: number
  address: string | undefined
}

/** A key with the account data that authentication needs. */
export interface KeyWithAccount extends ApiKey {
  account_id: number
  mode: 'test' | 'live'
  tier: Tier
  tier_limit: number | null
}

const columns = sql`${apiKeys.columns('k')}, e.account_id, e.mode, a.tier, a.tier_limit`

/** Keys by ID, in the order of the IDs; undefined if missing. */
export async function findKeys(db: Db, ids: string[]): Promise<(KeyWithAccount | undefined)[]> {
  const rows = await query<KeyWithAccount>(
    db,
    sql`select ${columns} from api_keys k
        join environments e on e.id = k.environment_id
        join accounts a on a.id = e.account_id
        where k.id = any(${unseen(ids, 'text[]')})`,
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

/** Valid keys whose hash is not under a secret key; the most recently used first. */
export function listKeysUnderOthers(
  db: Db,
  { secretKeyId, unmarkedId }: { secretKeyId: string; unmarkedId: string },
  { at, most }: { at: number; most: number },
): Promise<ApiKey[]> {
  return query<ApiKey & Record<string, unknown>>(
    db,
    sql`select ${apiKeys.columns('k')} from api_keys k
        where coalesce(k.secret_key_id, ${unmarkedId}) <> ${secretKeyId} and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > ${new Date(at)}::timestamptz)
        order by k.last_used_at desc nulls last, k.id limit ${most}`,
  )
}

/** Revokes a key; returns false if the key is missing. Revoking again changes nothing. */
export async function revokeKey(db: Db, id: string, at: number): Promise<boolean> {
  const changed = await execute(
    db,
    sql`update api_keys set revoked_at = coalesce(revoked_at, ${new Date(at)}) where id = ${id}`,
  )
  return changed === 1
}

/** Makes a key expire at an instant, unless it expires earlier already. */
export async function expireKey(db: Db, id: string, at: number): Promise<void> {
  await execute(
    db,
    sql`update api_keys set expires_at = least(expires_at, ${new Date(at)}) where id = ${id}`,
  )
}

export async function touchKeys(db: Db, used: Map<string, KeyUse>): Promise<void> {
  if (used.size === 0) return
  const uses = [...used.values()]
  await execute(
    db,
    sql`update api_keys k
        set last_used_at = used.at, last_used_address = coalesce(used.address, k.last_used_address)
        from unnest(${[...used.keys()]}::text[], ${instants(uses.map(({ at }) => at))}::timestamptz[],
                    ${uses.map(({ address }) => address ?? null)}::text[]) as used (id, at, address)
        where k.id = used.id and (k.last_used_at is null or k.last_used_at < used.at)`,
  )
}
