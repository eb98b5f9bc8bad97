// Known browsers: a cookie says that somebody has signed in there. It opens nothing; it only keeps
// those who guess elsewhere from keeping its owner waiting.

import { createHmac } from 'node:crypto'
import type { Db } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { newUuid } from '../../platform/ids.ts'
import { idOf, type KeyRing } from '../../platform/key-ring.ts'
import { randomText } from '../../platform/random-text.ts'
import { deleteDevice, findDevice, isDevice, keepDevice } from './store-devices.ts'

/** A browser is known for so long after somebody last signed in by it. */
export const DEVICE_LASTS_MS = 180 * 86_400_000
/** 238 random bits. */
const TOKEN_LENGTH = 40

/** The hashes that a browser's name may be kept by, that under the current key first. */
export function hashesOfDevice(keys: KeyRing, token: string): [Buffer, ...Buffer[]] {
  const hash = (key: Buffer) => createHmac('sha256', key).update(`device ${token}`).digest()
  return keys.all.map(hash) as [Buffer, ...Buffer[]]
}

/** By which browser of theirs somebody tries to sign in; undefined when it is none. */
export function knownDevice(
  db: Db,
  keys: KeyRing,
  { email, token }: { email: string; token: string | undefined },
  now: number,
): Promise<string | undefined> {
  if (token === undefined) return Promise.resolve(undefined)
  return findDevice(db, { email, tokenHashes: hashesOfDevice(keys, token) }, now)
}

/** Remembers a browser by its name, or gives it one: a name that we did not give is not taken on. */
export async function rememberDevice(
  tx: Tx,
  keys: KeyRing,
  { userId, token }: { userId: string; token: string | undefined },
  at: number,
): Promise<string> {
  const known = token !== undefined && (await isDevice(tx, hashesOfDevice(keys, token), at))
  const name = known ? token : randomText(TOKEN_LENGTH)
  const [current, ...former] = hashesOfDevice(keys, name)
  if (known && former.length > 0) await deleteDevice(tx, userId, former)
  await keepDevice(tx, {
    id: newUuid(),
    user_id: userId,
    token_hash: current,
    secret_key_id: idOf(keys.first),
    created_at: at,
    expires_at: at + DEVICE_LASTS_MS,
  })
  return name
}
