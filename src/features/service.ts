// What the handlers of routes are given of the service. A feature that needs more says so where it needs it.

import type { Pool } from 'pg'
import type { Mismatch } from '../domain/mismatches.ts'
import { coalesce } from '../platform/db/coalesce.ts'
import type { Db } from '../platform/db/sql.ts'
import type { RateLimit } from '../platform/http/limiter.ts'
import type { Waits } from '../platform/http/waits.ts'
import type { Scope } from '../platform/scope.ts'
import type { Sealer } from '../platform/seal.ts'
import type { Write } from './accounts/store.ts'
import type { Email } from './outbox/record.ts'

export interface Service {
  pool: Pool
  /** Hands an action to the lane and answers what became of it. */
  write: Write
  /** Reads one row by its key, gathered with others that are read meanwhile. */
  read: Read
  /** How others reach this service. */
  publicUrl(): string
  wallNow(): number
  /** Of a clock that never goes back. */
  ticksNow(): number
  /** Those who wait for something to happen. */
  waits: Waits
  /** Whether whoever asks may still ask. */
  isLive(scope: Scope): Promise<boolean>
  /** Throws `password_required` for a session in which the password was not entered recently. */
  assertConfirmed(scope: Scope): Promise<void>
  /** Aborted when the service begins to stop. */
  stopping: AbortSignal
  /** Makes this process read an API key anew. */
  forgetKey(id: string): void
  /** Makes this process read anew who may do what. */
  forgetPeople(): void
  /** Who drives test clocks hears at once of one that was sent on its way. */
  clock: { wake(environmentId: number): void }
  limiter: RateLimit
  /** What the hashes of secrets are keyed with. */
  secretKey: Buffer
  sealer: Sealer
  /** Seals links that wait to be mailed; undefined where no mail leaves. */
  mailSealer: Sealer | undefined
  hasMailServer: boolean
  /** Server settings that do not fit together. */
  mismatches: readonly Mismatch[]
  /** The texts of a mail as it would be sent now; undefined where its invoice is none. */
  emailTexts(
    scope: Pick<Scope, 'environment_id' | 'mode'>,
    email: Email,
  ): Promise<{ text: string; html: string } | undefined>
  /** Whether webhooks may go to private addresses (WEBHOOK_ALLOW_PRIVATE). */
  allowPrivate: boolean
}

export type Read = <K, V>(find: (db: Db, keys: K[]) => Promise<V[]>, key: K) => Promise<V>

/** Reads by key; those by the same statement gather. */
export function createRead(pool: Pool): Read {
  const gathered = new Map<unknown, (key: never) => Promise<unknown>>()
  return <K, V>(find: (db: Db, keys: K[]) => Promise<V[]>, key: K) => {
    const known = gathered.get(find) as ((key: K) => Promise<V>) | undefined
    const read = known ?? coalesce((keys: K[]) => find(pool, keys))
    if (!known) gathered.set(find, read)
    return read(key)
  }
}
