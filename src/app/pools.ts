// The pools of connections that a service has beside the one that everybody reads with.

import { createHeavy, HEAVY_CONNECTIONS, STATEMENT_MS_MOST } from '../platform/db/heavy.ts'
import { type Connection, openPool } from '../platform/db/pool.ts'

/** Nobody's reading uses these up. */
export function openPools(connection: Connection) {
  // One connection more than batches in flight, so that none waits for one.
  const writes = openPool(connection, { size: 3, byKeyOnly: true })
  const heavy = openPool(connection, {
    size: HEAVY_CONNECTIONS,
    statementTimeoutMs: STATEMENT_MS_MOST,
  })
  // Whoever asks how the service is waits behind nobody's reading.
  const health = openPool(connection, { size: 1 })
  const end = () => Promise.all([writes, heavy, health].map((pool) => pool.end()))
  return { writes, heavyOf: createHeavy(heavy), health, end }
}
