// Determines which key of SECRET_KEY is current in a database, and handles a start under another one.

import type { Pool } from 'pg'
import type { Db } from '../../platform/db/sql.ts'
import { RECKONER } from '../../platform/invocation.ts'
import { idOf, type KeyRing, secretCheckOf } from '../../platform/key-ring.ts'
import { SecretMismatchError, secretMismatch } from '../accounts/create.ts'
import type { SealedColumn } from '../manifest.ts'
import { countSealed, findInstallation, setCurrentKey } from './store.ts'

/** The key that the running service uses for new secrets; undefined while the database is empty. */
export async function findCurrentKey(db: Db, keys: KeyRing): Promise<Buffer | undefined> {
  const installation = await findInstallation(db)
  if (!installation) return undefined
  const current = keys.all.find((key) => secretCheckOf(key) === installation.secret_check)
  if (!current) throw secretMismatch()
  return current
}

/** True if this process should move secrets of older keys. A process with another key order would undo the move. */
export async function isCurrent(db: Db, keys: KeyRing): Promise<boolean> {
  return (await findInstallation(db))?.secret_check === secretCheckOf(keys.first)
}

/**
 * Makes the first key of the ring the current one, unless a key outside the ring is still needed to open something.
 * Returns the ID of the key that was in use before keys had IDs.
 */
export async function takeFirstKey(
  pool: Pool,
  keys: KeyRing,
  columns: readonly SealedColumn[],
): Promise<string> {
  const current = await findCurrentKey(pool, keys)
  if (!current) throw secretMismatch()
  const installation = await findInstallation(pool)
  const unmarkedId = installation?.unmarked_key_id ?? idOf(current)
  const lacking = (await countSealed(pool, columns)).find(
    ({ key_id }) => keys.byId(key_id ?? unmarkedId) === undefined,
  )
  if (lacking) {
    const { key_id, count, label } = lacking
    throw new SecretMismatchError(
      `SECRET_KEY lacks the key ${key_id ?? unmarkedId}, which ${label} (${count.toLocaleString('en')}) need. Add it after the others (SECRET_KEY=new,old), and remove it once "${RECKONER} secret-key status" shows that nothing needs it.`,
    )
  }
  await setCurrentKey(pool, keys.first, unmarkedId)
  return unmarkedId
}
