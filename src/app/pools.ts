// The connection pools a service has in addition to the one for ordinary reads.

import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { CHUNKS_AT_ONCE } from '../platform/db/bulk.ts'
import { createHeavy, HEAVY_CONNECTIONS, STATEMENT_MS_MOST } from '../platform/db/heavy.ts'
import { openPool } from '../platform/db/pool.ts'
import { Replica } from '../platform/db/replica.ts'
import type { SessionOptions } from '../platform/db/session.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Database } from './database.ts'

const HEAVY = { size: HEAVY_CONNECTIONS, statementTimeoutMs: STATEMENT_MS_MOST }

/** Batches that collide on a row wait this long; a session that holds its lock for longer blocks the environment. */
const ORDINARY_WAIT_MS = 50
/**
 * How long a process that stops between two statements of a batch keeps its locks: less than the
 * time that sessions waiting for them allow.
 */
const SILENCE_MS = 1_500

const WRITING: SessionOptions = {
  byKeyOnly: true,
  lockTimeoutMs: ORDINARY_WAIT_MS,
  idleInTransactionMs: SILENCE_MS,
}

/**
 * Attempts at one account wait for each other. The timeout frees the lock if a process stops
 * between two statements.
 */
const COUNTING: SessionOptions = { lockTimeoutMs: 5_000, idleInTransactionMs: 1_000, mayLose: true }

/** Reads cannot exhaust these pools. */
export function openPools(
  config: Config,
  log: Logger,
  { connection, pool }: Database,
  metrics: Metrics,
) {
  const replica = openReplica(config, log, pool, metrics)
  // Two batches in flight, one parked, and one spare, so that none waits for a connection.
  const writes = openPool(connection, { ...WRITING, size: 4 })
  const bulk = openPool(connection, { ...WRITING, size: CHUNKS_AT_ONCE })
  const heavy = openPool(connection, HEAVY)
  // Health checks do not queue behind reads.
  const health = openPool(connection, { size: 1 })
  const attempts = {
    known: openPool(connection, { ...COUNTING, size: 1 }),
    strangers: openPool(connection, { ...COUNTING, size: 2 }),
  }
  const pools = [writes, bulk, heavy, health, ...Object.values(attempts)]
  const end = () => Promise.all([replica?.close(), ...pools.map((each) => each.end())])
  return {
    writes,
    bulk,
    reading: { heavyOf: createHeavy(heavy, replica), replica },
    health,
    attempts,
    end,
  }
}

/** The standby of DATABASE_READ_URL, if set. */
function openReplica(
  { databaseReadUrl, databasePoolSize, readLagMs }: Config,
  log: Logger,
  primary: Pool,
  metrics: Metrics,
): Replica | undefined {
  if (databaseReadUrl === undefined) return undefined
  const connection = { connectionString: databaseReadUrl }
  return new Replica({
    primary,
    connection,
    pools: {
      light: openPool(connection, { size: databasePoolSize, standby: true }),
      heavy: openPool(connection, { ...HEAVY, standby: true }),
    },
    lagMsMost: readLagMs,
    log,
    ticksNow: () => performance.now(),
    onRead: metrics.readFrom,
  })
}
