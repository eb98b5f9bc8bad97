// Parts of the request log: one that is full ends before its day does, and one that has ended gets the indexes of what the list is
// filtered by.

import type { Pool } from 'pg'
import { fault } from '../../platform/faults.ts'
import { atOnce, beside } from './days.ts'
import {
  DAY_MS,
  endPart,
  findParts,
  HOLD_DAYS,
  hasBehind,
  indexPart,
  type Part,
} from './store-days.ts'

/** So much of what is not indexed is looked through in some 50 ms of processor time: 250 000 reads, or 100 000 writes. */
const FULL_BYTES = 64 * 1024 * 1024
/** A day is in three parts at most: planning a statement takes as long as there are parts of thirty days. */
const LEAST_MS = DAY_MS / 3
const REST_LEAST_MS = DAY_MS / 6
const MINUTE_MS = 60_000
/** Until then, rows come that were made before a part ended. */
const LATE_MS = 2 * MINUTE_MS

/** Ends the part that is written to, if it is full; answers whether it was. */
export async function endFull(
  pool: Pool,
  { nowMs, unlogged }: { nowMs: number; unlogged: boolean },
): Promise<boolean> {
  const endsAt = (Math.floor(nowMs / MINUTE_MS) + 2) * MINUTE_MS
  const isFull = ({ bytes, begins_at, ends_at }: Part) =>
    bytes >= FULL_BYTES && begins_at <= endsAt - LEAST_MS && ends_at >= endsAt + REST_LEAST_MS
  if (!(await findParts(pool)).some(isFull)) return false
  return beside(pool, (client) =>
    atOnce(client, async () => {
      await client.query(HOLD_DAYS)
      const full = (await findParts(client)).find(isFull)
      // A clock may be ahead of ours: then the part ends another time.
      if (!full || (await hasBehind(client, full, endsAt))) return false
      await endPart(client, full, endsAt, unlogged)
      fault('requests.parted')
      return true
    }),
  )
}

/** Builds the indexes of the last part that has ended and has none; answers whether there was one. */
export async function indexEnded(pool: Pool, nowMs: number): Promise<boolean> {
  const isBare = ({ ends_at, is_indexed }: Part) => !is_indexed && ends_at <= nowMs - LATE_MS
  const bare = (await findParts(pool)).findLast(isBare)
  if (!bare) return false
  return beside(pool, (client) =>
    atOnce(client, async () => {
      await indexPart(client, bare)
      fault('requests.indexed')
      return true
    }),
  )
}
