// What counts requests: by itself where one process has the database, together with others where several may.

import type { Config } from '../platform/config.ts'
import { openPool } from '../platform/db/pool.ts'
import { Limiter, type RateLimit } from '../platform/http/limiter.ts'
import { Peers } from '../platform/http/peers.ts'
import { SharedLimiter } from '../platform/http/shared-limiter.ts'
import { answersRequests, type ProcessRole } from '../platform/process-role.ts'
import type { Database } from './database.ts'
import type { OpenPresence } from './presence.ts'

/** One for what is asked, one for a look around: neither waits for anything else. */
const POOL = { size: 2, statementTimeoutMs: 1_000, lockTimeoutMs: 500, mayLose: true }

type Counting = RateLimit & { readonly size: number; readonly refused: number }

export interface Limits {
  /** Requests by window, within the quota of a tier. */
  limiter: Counting
  /** Wrong keys and sessions, by address. */
  failures: Counting
  /** Hosted invoices that do not exist, by address. */
  misses: Counting
  /** Looks who else counts; before that no request is let in. */
  start(): Promise<void>
  close(): Promise<void>
}

export function openLimits(
  config: Config,
  { connection }: Database,
  { id, beat }: OpenPresence,
  role: ProcessRole,
): Limits {
  if (config.databaseUrl === undefined || !answersRequests(role)) {
    const nothing = async () => undefined
    const [limiter, failures, misses] = [new Limiter(), new Limiter(), new Limiter()]
    return { limiter, failures, misses, start: nothing, close: nothing }
  }
  const pool = openPool(connection, POOL)
  const ticksNow = () => performance.now()
  const peers = new Peers({ pool, id, beat, ticksNow })
  const limiterOf = (name: string) => new SharedLimiter({ pool, peers, name, ticksNow })
  return {
    limiter: limiterOf('requests'),
    failures: limiterOf('failures'),
    misses: limiterOf('misses'),
    start: () => peers.start(),
    async close() {
      await peers.close()
      await pool.end()
    },
  }
}
