// New API keys: generated, or rolled from an old key.

import type { Pool } from 'pg'
import { transaction } from '../../platform/db/pool.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { idOf } from '../../platform/key-ring.ts'
import { hashSecret, newKey } from '../../platform/key-text.ts'
import { type ApiKey, apiKeys } from './record.ts'
import { expireKey, findKeys } from './store.ts'

export interface KeySpec {
  environment_id: number
  mode: 'test' | 'live'
  name: string
  scopes: string[]
  expires_at: number | null
}

export interface CreatedKey {
  record: ApiKey
  /** The full key. It is not stored anywhere. */
  text: string
}

export async function createKey(
  db: Db,
  secretKey: Buffer,
  spec: KeySpec,
  at: number,
): Promise<CreatedKey> {
  const { mode, ...rest } = spec
  const { id, secret, text } = newKey(mode)
  const record: ApiKey = {
    id,
    ...rest,
    secret_hash: hashSecret(secretKey, secret),
    secret_key_id: idOf(secretKey),
    created_at: at,
    revoked_at: null,
    last_used_at: null,
    last_used_address: null,
  }
  await apiKeys.insert(db, [record])
  return { record, text }
}

/**
 * Creates a key like an old one and runs `also` in the same transaction. The old key expires `overlapMs` from now.
 * Returns undefined if the old key is missing.
 */
export function rollKey(
  pool: Pool,
  secretKey: Buffer,
  id: string,
  overlapMs: number,
  at: number,
  also: (tx: Tx, created: CreatedKey) => Promise<void> = () => Promise.resolve(),
): Promise<CreatedKey | undefined> {
  return transaction(pool, async (tx) => {
    const [old] = await findKeys(tx, [id])
    if (!old || old.revoked_at !== null) return undefined
    const { environment_id, mode, name, scopes } = old
    const created = await createKey(
      tx,
      secretKey,
      { environment_id, mode, name, scopes, expires_at: null },
      at,
    )
    await expireKey(tx, id, at + overlapMs)
    await also(tx, created)
    return created
  })
}
