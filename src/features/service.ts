// The parts of the service that route handlers receive. A feature that needs more declares it where it is used.

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
  /** Hands an action to the lane and returns its outcome. */
  write: Write
  /** Reads one row by its key, batched with concurrent reads. */
  read: Read
  /** The public URL of this service. */
  publicUrl(): string
  wallNow(): number
  /** Monotonic time. */
  ticksNow(): number
  /** Requests that wait for something to happen. */
  waits: Waits
  /** True if the caller still has access. */
  isLive(scope: Scope): Promise<boolean>
  /** Throws `password_required` for a session in which the password was not entered recently. */
  assertConfirmed(scope: Scope): Promise<void>
  /** Aborted when the service begins to stop. */
  stopping: AbortSignal
  /** Makes this process read an API key again. */
  forgetKey(id: string): void
  /** Makes this process read users and their permissions again. */
  forgetPeople(): void
  /** Notifies the test clock driver at once that a clock was advanced. */
  clock: { wake(environmentId: number): void }
  limiter: RateLimit
  /** The key for hashes of secrets. */
  secretKey: Buffer
  sealer: Sealer
  /** Seals links that wait to be mailed; undefined without a mail server. */
  mailSealer: Sealer | undefined
  hasMailServer: boolean
  /** Server settings that contradict each other. */
  mismatches: readonly Mismatch[]
  /** The texts of a mail as it would be sent now; undefined if its invoice is missing. */
  emailTexts(
    scope: Pick<Scope, 'environment_id' | 'mode'>,
    email: Email,
  ): Promise<{ text: string; html: string } | undefined>
  /** True if webhooks can go to private addresses (WEBHOOK_ALLOW_PRIVATE). */
  allowPrivate: boolean
}

export type Read = <K, V>(find: (db: Db, keys: K[]) => Promise<V[]>, key: K) => Promise<V>

/** Creates reads by key; those with the same statement are batched. */
export function createRead(pool: Pool): Read {
  const gathered = new Map<unknown, (key: never) => Promise<unknown>>()
  return <K, V>(find: (db: Db, keys: K[]) => Promise<V[]>, key: K) => {
    const known = gathered.get(find) as ((key: K) => Promise<V>) | undefined
    const read = known ?? coalesce((keys: K[]) => find(pool, keys))
    if (!known) gathered.set(find, read)
    return read(key)
  }
}
