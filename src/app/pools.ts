// The pools of connections that a service has beside the one that everybody reads with.

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

/** Two batches that meet at a row wait for so long; whoever has it for longer holds the environment up. */
const ORDINARY_WAIT_MS = 50
/**
 * A process that stops between two statements of a batch has the locks of it for so long: less than whoever
 * is held up by them waits for.
 */
const SILENCE_MS = 1_500

const WRITING: SessionOptions = {
  byKeyOnly: true,
  lockTimeoutMs: ORDINARY_WAIT_MS,
  idleInTransactionMs: SILENCE_MS,
}

/** Attempts at one account wait for each other; a process that stops between two statements keeps none waiting. */
const COUNTING: SessionOptions = { lockTimeoutMs: 5_000, idleInTransactionMs: 1_000, mayLose: true }

/** Nobody's reading uses these up. */
export function openPools(
  config: Config,
  log: Logger,
  { connection, pool }: Database,
  metrics: Metrics,
) {
  const replica = openReplica(config, log, pool, metrics)
  // Two batches in flight, one of what is held, and one more, so that none waits for a connection.
  const writes = openPool(connection, { ...WRITING, size: 4 })
  const bulk = openPool(connection, { ...WRITING, size: CHUNKS_AT_ONCE })
  const heavy = openPool(connection, HEAVY)
  // Whoever asks how the service is waits behind nobody's reading.
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

/** The standby of DATABASE_READ_URL, if there is one. */
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
