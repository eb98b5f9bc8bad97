// The pools of connections that a service has beside the one that everybody reads with.

import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { createHeavy, HEAVY_CONNECTIONS, STATEMENT_MS_MOST } from '../platform/db/heavy.ts'
import { openPool } from '../platform/db/pool.ts'
import { Replica } from '../platform/db/replica.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Database } from './database.ts'

const HEAVY = { size: HEAVY_CONNECTIONS, statementTimeoutMs: STATEMENT_MS_MOST }

/** Nobody's reading uses these up. */
export function openPools(
  config: Config,
  log: Logger,
  { connection, pool }: Database,
  metrics: Metrics,
) {
  const replica = openReplica(config, log, pool, metrics)
  // One connection more than batches in flight, so that none waits for one.
  const writes = openPool(connection, { size: 3, byKeyOnly: true })
  const heavy = openPool(connection, HEAVY)
  // Whoever asks how the service is waits behind nobody's reading.
  const health = openPool(connection, { size: 1 })
  const pools = [writes, heavy, health]
  const end = () => Promise.all([replica?.close(), ...pools.map((each) => each.end())])
  return { writes, reading: { heavyOf: createHeavy(heavy, replica), replica }, health, end }
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
