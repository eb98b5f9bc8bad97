// Verifies the books of the environments in which something happened.

import type { Pool, PoolClient } from 'pg'
import { verifyWithin } from '../src/app/verify.ts'
import type { Check } from '../src/features/verification/verify.ts'
import { count } from './costs.ts'

const WRITTEN = `select id from environments e
  where (exists (select from events where environment_id = e.id)
      or exists (select from environment_counters where environment_id = e.id and event_sequence > 0))
    and ($1::int[] is null or id = any ($1))
  order by id`

/**
 * Returns the checks that find differences in these environments, or in all. Skips environments without events, which
 * halves the time.
 */
export function findDifferences(pool: Pool, environments?: number[]): Promise<Check[]> {
  count('verifications')
  return inOneSnapshot(pool, async (tx) => {
    const found: Check[] = []
    const { rows } = await tx.query<{ id: number }>(WRITTEN, [environments])
    for (const { id } of rows) {
      const { checks } = await verifyWithin(tx, { environmentId: id })
      found.push(...checks.filter(({ differences }) => differences > 0))
    }
    return found
  })
}

const BEGIN = `begin isolation level repeatable read read only;
  set local statement_timeout = 0; set local lock_timeout = 0; set local cursor_tuple_fraction = 1`

/** Reads in a snapshot like the product, but on a pooled connection: opening one takes as long as the checks. */
async function inOneSnapshot<T>(pool: Pool, read: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(BEGIN)
    return await read(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
