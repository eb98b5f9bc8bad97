// Which data depends on which secret key, and whether a key can be removed.

import type { Pool } from 'pg'
import { HASHED, SEALED } from '../app/secrets.ts'
import { findCurrentKey } from '../features/secret-keys/current.ts'
import {
  type Counted,
  countHashed,
  countSealed,
  findInstallation,
} from '../features/secret-keys/store.ts'
import { idOf, type KeyRing } from '../platform/key-ring.ts'

export type KeyState = 'first' | 'former' | 'missing'

export interface Held extends Counted {
  key_id: string
  state: KeyState
  /** True if it is sealed or signed, and re-encrypted by the service; false if it moves to the new key when used. */
  sealed: boolean
}

export interface Holding {
  first: string
  /** The ID of the key the service runs with. */
  current: string
  /** The ID of the key under which data without a key ID is stored. */
  unmarked: string
  former: string[]
  held: Held[]
}

/** Undefined while the database is empty. Throws SecretMismatchError if none of the keys is the current one. */
export async function readHolding(
  pool: Pool,
  keys: KeyRing,
  at: number,
): Promise<Holding | undefined> {
  const current = await findCurrentKey(pool, keys)
  const installation = await findInstallation(pool)
  if (!current || !installation) return undefined
  const first = idOf(keys.first)
  const unmarked = installation.unmarked_key_id ?? idOf(current)
  const named = (sealed: boolean) => (counted: Counted) => {
    const key_id = counted.key_id ?? unmarked
    const state: KeyState = key_id === first ? 'first' : keys.byId(key_id) ? 'former' : 'missing'
    return { ...counted, key_id, state, sealed }
  }
  const held = [
    ...(await countSealed(pool, SEALED)).map(named(true)),
    ...(await countHashed(pool, HASHED, at)).map(named(false)),
  ]
  const former = keys.ids.filter((id) => id !== first)
  return { first, current: idOf(current), unmarked, former, held: summed(held) }
}

/** One line for each key and kind: some kinds are stored in two columns, or with and without a key ID. */
function summed(held: Held[]): Held[] {
  const sums = new Map<string, Held>()
  for (const each of held) {
    const key = `${each.key_id} ${each.label}`
    const sum = sums.get(key)
    const used_at = Math.max(sum?.used_at ?? 0, each.used_at ?? 0) || null
    sums.set(key, { ...each, count: each.count + (sum?.count ?? 0), used_at })
  }
  return [...sums.values()]
}

const list = (held: Held[]) =>
  held.map(({ count, label }) => `${label} (${count.toLocaleString('en')})`).join(', ')

export interface Sentences {
  /** Why the service will not start: a required key is missing. */
  needed: string | undefined
  remedies: string[]
}

/** Advice, and the consequences of removing a key. */
export function sentencesOf({ first, current, former, held }: Holding): Sentences {
  const missing = held.filter(({ state, sealed }) => state === 'missing' && sealed)
  const needed =
    missing.length === 0
      ? undefined
      : `${list(missing)} need the key ${missing[0]?.key_id}. Add it after the others (SECRET_KEY=new,old).`
  const remedies: string[] = []
  const lost = held.filter(({ state, sealed }) => state === 'missing' && !sealed)
  if (lost.length > 0) {
    remedies.push(
      `${list(lost)} do not work: they were created with a key that was removed, and not used while it was being replaced. Create new ones, or add that key again.`,
    )
  }
  if (former.length === 0) return { needed, remedies }
  const sealed = held.filter((each) => each.state === 'former' && each.sealed)
  const hashed = held.filter((each) => each.state === 'former' && !each.sealed)
  if (current !== first) {
    remedies.push(
      `The service runs with ${current}. Once every process has both keys, restart each with ${first} first.`,
    )
  } else if (sealed.length > 0) {
    remedies.push(
      `Keep ${former.join(', ')}: the running service still has to move ${list(sealed)} to ${first}.`,
    )
  } else {
    const stops = hashed.length > 0 ? `; then these stop working: ${list(hashed)}` : ''
    remedies.push(
      `${former.join(', ')} can be removed once every process runs with ${first} first${stops}.`,
    )
  }
  return { needed, remedies }
}
