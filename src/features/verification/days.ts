// Checks the day of each ledger entry against its instant, with the time zone data of the runtime.

import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { dayIn } from './dates.ts'
import { Differences } from './differences.ts'
import { stream, time } from './store.ts'
import type { Terms } from './store-feed.ts'

/**
 * The day follows from the time zone when the entry was posted. Later time zones are accepted too, because an entry
 * written after a change can have an earlier instant: the clocks of two processes differ.
 */
export async function findDayDifferences(
  tx: Tx,
  environmentId: number,
  terms: readonly Terms[],
): Promise<Differences> {
  const differences = new Differences(
    'entry_days',
    'ledger entries',
    'each entry has the day on which it was created, in a time zone that the settings had then or later',
  )
  const entries = stream<{ kind: string; object_id: string; at: string; day: string }>(
    tx,
    sql`select e.kind, e.object_id::text, ${time(sql`e.created_at`)} as at, e.day::text as day
        from ledger_entries e where e.environment_id = ${environmentId}`,
  )
  for await (const { kind, object_id, at, day } of entries) {
    const differ = differences.of(`${kind} of ${object_id}`)
    const since = terms.findLastIndex((each) => each.at < at)
    const zones = new Set(terms.slice(Math.max(since, 0)).map(({ time_zone }) => time_zone))
    const days = [...zones].map((zone) => dayIn(Date.parse(at), zone) || `no day in ${zone}`)
    if (!days.includes(day)) differ(`its day is ${day}, but at ${at} it was ${days.join(' or ')}`)
  }
  return differences
}
