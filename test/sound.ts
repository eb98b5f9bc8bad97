// Verifies the books of the environments in which something happened.

import type { Pool } from 'pg'
import { type Check, verifyWithin } from '../src/features/verification/actions.ts'
import { inSnapshot } from '../src/features/verification/store.ts'
import { count } from './costs.ts'

const WRITTEN = `select id from environments e
  where (exists (select from events where environment_id = e.id)
      or exists (select from environment_counters where environment_id = e.id and event_sequence > 0))
    and ($1::int[] is null or id = any ($1))
  order by id`

/**
 * Returns the checks that find differences in these environments, or in all. Environments without events are
 * skipped, which halves the time.
 */
export function findDifferences(pool: Pool, environments?: number[]): Promise<Check[]> {
  count('verifications')
  return inSnapshot(pool, async (tx) => {
    const found: Check[] = []
    const { rows } = await tx.query<{ id: number }>(WRITTEN, [environments])
    for (const { id } of rows) {
      const { checks } = await verifyWithin(tx, { environmentId: id })
      found.push(...checks.filter(({ differences }) => differences > 0))
    }
    return found
  })
}
