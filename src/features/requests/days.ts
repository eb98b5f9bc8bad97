// The days of the request log: made ahead or when a row asks for one, and dropped whole when they are old.

import type { ClientBase, Pool } from 'pg'
import { connectBeside } from '../../platform/db/pool.ts'
import { fault } from '../../platform/faults.ts'
import {
  assureEnd,
  dayOf,
  dropEmptyBefore,
  dropPart,
  endBefore,
  findEnd,
  findParts,
  HOLD_DAYS,
  hasDay,
  makeDay,
  splitBefore,
} from './store-days.ts'

/** Whoever waits longer for a lock would keep those behind it waiting as well, and tries again later. */
const LOCK_MS = 100
const PATIENT_MS = 5_000
/** What was before ends at the next midnight that is no nearer than this. */
const NOTICE_MS = 3_600_000

export interface DaysWanted {
  days: readonly number[]
  /** By the wall. */
  nowMs: number
  /** Whether new days are kept out of the write-ahead log (REQUEST_LOG_UNLOGGED). */
  unlogged: boolean
}

/**
 * Makes those of these days that there are not; answers whether there were any. Several processes may do so at once, and
 * one that dies leaves either nothing or what the next one goes on from.
 */
export async function makeDays(pool: Pool, wanted: DaysWanted): Promise<boolean> {
  const parts = await findParts(pool)
  const isDone = wanted.days.every((day) => hasDay(parts, day))
  if (isDone && !parts.some(({ is_rest }) => is_rest)) return false
  return beside(pool, async (client) => {
    const made = await makeMissing(client, wanted)
    if (made !== undefined) return made
    await splitOff(client, wanted.nowMs)
    return (await makeMissing(client, wanted)) ?? false
  })
}

/** Undefined where what was before has to be split off first. */
function makeMissing(
  client: ClientBase,
  { days, unlogged }: DaysWanted,
): Promise<boolean | undefined> {
  return atOnce(client, async () => {
    await client.query(HOLD_DAYS)
    if ((await hasRest(client)) && !(await dropEmptyBefore(client))) return undefined
    const parts = await findParts(client)
    const missing = days.filter((day) => !hasDay(parts, day))
    for (const day of missing) await makeDay(client, day, unlogged)
    fault('requests.made')
    return missing.length > 0
  })
}

const hasRest = async (client: ClientBase): Promise<boolean> =>
  (await findParts(client)).some(({ is_rest }) => is_rest)

/** What was written before there were days becomes one part with an end, step by step; each may be the last of a process. */
async function splitOff(client: ClientBase, nowMs: number): Promise<void> {
  const end = await atOnce(client, async () => {
    await client.query(HOLD_DAYS)
    if (!(await hasRest(client))) return undefined
    if (!(await findEnd(client))) await endBefore(client, dayOf(nowMs + NOTICE_MS) + 1)
    return findEnd(client)
  })
  if (!end) return
  fault('requests.ended')
  if (!end.is_sure) {
    // Nobody who reads or writes waits behind it, and what cleans the table up gives way after a second.
    await client.query(`set lock_timeout = ${PATIENT_MS}`)
    await assureEnd(client, end.ends_at)
    await client.query(`set lock_timeout = ${LOCK_MS}`)
  }
  fault('requests.assured')
  await atOnce(client, async () => {
    await client.query(HOLD_DAYS)
    if (await hasRest(client)) await splitBefore(client, end.ends_at)
  })
}

/** Drops what is older than an instant altogether; answers how many days went. */
export async function dropDays(pool: Pool, olderThanMs: number): Promise<number> {
  const old = (await findParts(pool)).filter(
    ({ ends_at }) => Number(ends_at ?? Number.POSITIVE_INFINITY) <= olderThanMs,
  )
  if (old.length === 0) return 0
  return beside(pool, async (client) => {
    for (const part of old) await dropPart(client, part)
    return old.length
  })
}

/** On a connection of its own: what reads all of a large table takes as long as it takes. */
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
