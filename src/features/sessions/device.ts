// Known browsers: a cookie says that a user has signed in with this browser before. The cookie grants no access; it
// only prevents password guessing elsewhere from delaying the user.

import { createHmac } from 'node:crypto'
import type { Db } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { newUuid } from '../../platform/ids.ts'
import { idOf, type KeyRing } from '../../platform/key-ring.ts'
import { randomText } from '../../platform/random-text.ts'
import { deleteDevice, findDevice, isDevice, keepDevice } from './store-devices.ts'

/** How long a browser stays known after the last sign-in with it. */
export const DEVICE_LASTS_MS = 180 * 86_400_000
/** 238 random bits. */
const TOKEN_LENGTH = 40

/** Possible hashes of a device token, the one under the current key first. */
export function hashesOfDevice(keys: KeyRing, token: string): [Buffer, ...Buffer[]] {
  const hash = (key: Buffer) => createHmac('sha256', key).update(`device ${token}`).digest()
  return keys.all.map(hash) as [Buffer, ...Buffer[]]
}

/** The known browser of this user that a sign-in comes from; undefined if it is not known. */
export function knownDevice(
  db: Db,
  keys: KeyRing,
  { email, token }: { email: string; token: string | undefined },
  now: number,
): Promise<string | undefined> {
  if (token === undefined) return Promise.resolve(undefined)
  return findDevice(db, { email, tokenHashes: hashesOfDevice(keys, token) }, now)
}

/** Remembers a browser by its token, or issues a new token. A token that we did not issue is not accepted. */
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
