// API keys as stored: never the secret, only a keyed hash of it.

import type { RowKey, Table } from '../../platform/db/action.ts'
import { inOrder } from '../../platform/db/keyed.ts'
import { type Db, execute, instants, plain, query, sql } from '../../platform/db/sql.ts'
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
  last_used_address: string | null
}

/** A use of a key. */
export interface KeyUse {
  at: number
  address: string | undefined
}

/** A key with what authentication needs to know of its account. */
export interface KeyWithAccount extends ApiKey {
  account_id: number
  mode: 'test' | 'live'
  tier: Tier
  tier_limit: number | null
}

const own = sql`k.id, k.environment_id, k.name, k.secret_hash, k.scopes, k.created_at, k.expires_at,
  k.revoked_at, k.last_used_at, k.last_used_address`
const columns = sql`${own}, e.account_id, e.mode, a.tier, a.tier_limit`

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

/** Keys as the write path locks and saves them. */
export const apiKeys: Table<ApiKey> = {
  name: 'api_keys',

  lock(tx, keys) {
    return query<ApiKey & Record<string, unknown>>(
      tx,
      sql`select ${own} from api_keys k
          join unnest(${plain(keys.map((key) => key.environment_id))}::int[],
                      ${keys.map((key) => key.id)}::text[]) as wanted (environment_id, id)
            on k.environment_id = wanted.environment_id and k.id = wanted.id
          order by k.environment_id, k.id for no key update of k`,
    )
  },

  insert: (tx, rows) => Promise.all(rows.map((row) => insertKey(tx, row))),

  update(tx, rows) {
    return execute(
      tx,
      sql`update api_keys k
          set name = v.name, expires_at = v.expires_at, revoked_at = v.revoked_at
          from unnest(${plain(rows.map((row) => row.environment_id))}::int[],
                      ${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.name)}::text[],
                      ${instants(rows.map((row) => row.expires_at))}::timestamptz[],
                      ${instants(rows.map((row) => row.revoked_at))}::timestamptz[])
            as v (environment_id, id, name, expires_at, revoked_at)
          where k.environment_id = v.environment_id and k.id = v.id`,
    )
  },
}

/** Keys of environments, in the order asked for; undefined where there is none. */
export async function findApiKeys(db: Db, keys: RowKey[]): Promise<(ApiKey | undefined)[]> {
  const rows = await query<ApiKey & Record<string, unknown>>(
    db,
    sql`select ${own} from api_keys k
        join unnest(${plain(keys.map((key) => key.environment_id))}::int[],
                    ${keys.map((key) => key.id)}::text[]) as wanted (environment_id, id)
          on k.environment_id = wanted.environment_id and k.id = wanted.id`,
  )
  return inOrder(keys, rows)
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

/** Records when keys were last used, and from where. */
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
