// Reports whether requests can be served now: the database responds, is migrated, and accepts writes.

import type { Pool, PoolClient } from 'pg'
import { query, sql } from '../platform/db/sql.ts'
import { unavailable } from '../platform/refusal.ts'

export interface Readiness {
  /** The database's latest response time, in milliseconds. */
  readonly databaseMs: number
  /** Throws a sentence with the reason why requests cannot be served. */
  assertReady(): Promise<void>
}

interface State extends Record<string, unknown> {
  made: boolean
  standby: boolean
  read_only: boolean
}

/** Uses a pool that reads cannot exhaust. Not ready from the moment `draining` is aborted. */
export function createReadiness(pool: Pool, draining: AbortSignal): Readiness {
  let databaseMs = 0
  return {
    get databaseMs() {
      return databaseMs
    },
    async assertReady() {
      if (draining.aborted) throw unavailable('This process is being stopped.')
      const started = performance.now()
      const sentence = await impediment(pool)
      databaseMs = Math.ceil(performance.now() - started)
      if (sentence) throw unavailable(sentence)
    },
  }
}

async function impediment(pool: Pool): Promise<string | undefined> {
  const client = await pool.connect()
  let sentence: string | undefined
  try {
    sentence = await sentenceOn(client)
    return sentence
  } finally {
    // A session stays read-only, and stays on the old server after a failover: the next check opens a new session.
    client.release(sentence !== undefined)
  }
}

async function sentenceOn(client: PoolClient): Promise<string | undefined> {
  const [state] = await query<State>(
    client,
    sql`select exists (select 1 from installation) as made, pg_is_in_recovery() as standby,
               current_setting('transaction_read_only')::boolean as read_only`,
  )
  if (!state?.made) return 'The service is still starting.'
  if (state.standby) {
    return 'The database is a standby, which is read-only. Promote it, or set DATABASE_URL to the primary. This service then continues automatically.'
  }
  if (state.read_only) {
    return 'The database is read-only (default_transaction_read_only is on). Turn that off. This service then continues automatically.'
  }
  return undefined
}
