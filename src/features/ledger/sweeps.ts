// Gives entries their day that were posted without: before there was one, or by a process of an older version.

import { dateIn } from '../../domain/calendar.ts'
import type { Backfill } from '../../platform/sweeps/backfill.ts'
import { readCalendar, WITHOUT_DAY } from './store.ts'
import { lockUndated, setDays, type Undated } from './store-days.ts'

const FIRST: Undated = { created_at: 0, id: '00000000-0000-0000-0000-000000000000' }

export const entryDays: Backfill<Undated> = {
  name: 'entry_days',
  left: 'ledger entries without their day',
  table: 'ledger_entries',
  lacking: WITHOUT_DAY,
  async fill(tx, environmentId, { after = FIRST, most }) {
    const entries = await lockUndated(tx, environmentId, { after, most })
    // Read behind them: as long as one of them has no day, the zone they were posted in stays.
    const { time_zone } = await readCalendar(tx, environmentId)
    const dated = entries.map(({ id, created_at }) => ({ id, day: dateIn(created_at, time_zone) }))
    if (dated.length > 0) await setDays(tx, environmentId, dated)
    return { found: entries.length, last: entries.at(-1) }
  },
}
