// The days of the request log: made ahead or when a row asks for one, and dropped whole when they are old.

import type { ClientBase, Pool } from 'pg'
import { connectBeside } from '../../platform/db/pool.ts'
import { fault } from '../../platform/faults.ts'
import { dropPart, findParts, HOLD_DAYS, hasDay, makeDay } from './store-days.ts'

/** Whoever waits longer for a lock would keep those behind it waiting as well, and tries again later. */
const LOCK_MS = 100

export interface DaysWanted {
  days: readonly number[]
  /** Whether new days are kept out of the write-ahead log (REQUEST_LOG_UNLOGGED). */
  unlogged: boolean
}

/**
 * Creates missing day partitions. Returns true if any were missing. Several processes can do so at once; one that dies
 * leaves nothing.
 */
export async function makeDays(pool: Pool, { days, unlogged }: DaysWanted): Promise<boolean> {
  const parts = await findParts(pool)
  if (days.every((day) => hasDay(parts, day))) return false
  return beside(pool, (client) =>
    atOnce(client, async () => {
      await client.query(HOLD_DAYS)
      const parts = await findParts(client)
      const missing = days.filter((day) => !hasDay(parts, day))
      for (const day of missing) await makeDay(client, day, unlogged)
      fault('requests.made')
      return missing.length > 0
    }),
  )
}

/** Drops what is older than an instant altogether; answers how many days went. */
export async function dropDays(pool: Pool, olderThanMs: number): Promise<number> {
  const old = (await findParts(pool)).filter(({ ends_at }) => ends_at <= olderThanMs)
  if (old.length === 0) return 0
  return beside(pool, async (client) => {
    for (const part of old) await dropPart(client, part)
    return old.length
  })
}

/** Runs work on a connection of its own, because reading through a large partition can take long. */
export async function beside<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await connectBeside(pool)
  try {
    await client.query(`set lock_timeout = ${LOCK_MS}`)
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function atOnce<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  const result = await work()
  await client.query('commit')
  return result
}
