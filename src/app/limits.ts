// Counts requests: in memory where one process has the database, shared where several can.

import type { Config } from '../platform/config.ts'
import { openPool } from '../platform/db/pool.ts'
import { Limiter, type RateLimit } from '../platform/http/limiter.ts'
import { Peers } from '../platform/http/peers.ts'
import { SharedLimiter } from '../platform/http/shared-limiter.ts'
import { type ProcessRole, servesRequests } from '../platform/process-role.ts'
import type { Database } from './database.ts'
import type { OpenPresence } from './presence.ts'

/** One connection for requests, one for looking up other processes: neither waits for anything else. */
const POOL = { size: 2, statementTimeoutMs: 1_000, lockTimeoutMs: 500, mayLose: true }

type Counting = RateLimit & { readonly size: number; readonly refused: number }

export interface Limits {
  /** Counts requests per window against the quota of a tier. */
  limiter: Counting
  /** Counts invalid keys and sessions, by address. */
  failures: Counting
  /** Counts requests for hosted invoices that do not exist, by address. */
  misses: Counting
  /** Looks up which other processes count; no request is accepted before that. */
  start(): Promise<void>
  close(): Promise<void>
}

export function openLimits(
  config: Config,
  { connection }: Database,
  { id, beat }: OpenPresence,
  role: ProcessRole,
): Limits {
  if (config.databaseUrl === undefined || !servesRequests(role)) {
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
