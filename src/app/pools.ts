// The pools of connections that a service has beside the one that everybody reads with.

import { CHUNKS_AT_ONCE } from '../platform/db/bulk.ts'
import { createHeavy, HEAVY_CONNECTIONS, STATEMENT_MS_MOST } from '../platform/db/heavy.ts'
import { type Connection, openPool } from '../platform/db/pool.ts'

/** Two batches that meet at a row wait for so long; whoever has it for longer holds the environment up. */
const ORDINARY_WAIT_MS = 50
/** A process that stops between two statements of a batch has the locks of it for so long. */
const SILENCE_MS = 3_000

/** Nobody's reading uses these up. */
export function openPools(connection: Connection) {
  const writing = {
    byKeyOnly: true,
    lockTimeoutMs: ORDINARY_WAIT_MS,
    idleTimeoutMs: SILENCE_MS,
  }
  // Two batches in flight, one of what is held, and one more, so that none waits for a connection.
  const writes = openPool(connection, { ...writing, size: 4 })
  const bulk = openPool(connection, { ...writing, size: CHUNKS_AT_ONCE })
  const heavy = openPool(connection, {
    size: HEAVY_CONNECTIONS,
    statementTimeoutMs: STATEMENT_MS_MOST,
  })
  // Whoever asks how the service is waits behind nobody's reading.
  const health = openPool(connection, { size: 1 })
  const end = () => Promise.all([writes, bulk, heavy, health].map((pool) => pool.end()))
  return { writes, bulk, heavyOf: createHeavy(heavy), health, end }
}
