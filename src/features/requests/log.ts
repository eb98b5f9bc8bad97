// The request log: takes each request after its response, and writes many at once.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isBlocked, isOutage, sqlState } from '../../platform/db/pool.ts'
import type { LoggedRequest } from '../../platform/http/logged.ts'
import { uuidTime } from '../../platform/ids.ts'
import { Allowance, type Rank, rankOf } from './allowance.ts'
import { dayOf, makeDays } from './days.ts'
import { rowOf, sizeOf, type Waiting, waitingOf } from './row.ts'
import { parseRequestId } from './schemas.ts'
import { findEnvironments, insertRequests, type RequestWithBodies } from './store.ts'

/** The logged part of a request: lines with bodies, lines only, or nothing. */
export type Kept = 'full' | 'lines' | 'off'

export interface RequestLog {
  add(request: LoggedRequest): void
  /** The number of requests waiting to be written. */
  readonly waiting: number
  /** Writes all waiting requests; accepts nothing afterwards. */
  close(): Promise<void>
}

export interface RequestLogParts {
  /** Its own pool, so that requests do not wait for its connections; closed with the log. */
  pool: Pool
  kept: Kept
  /** The number of reads logged per environment and day; see `Allowance`. */
  daily: number
  /** True if new days are unlogged tables. */
  unlogged: boolean
  ticksNow(): number
  /** Called for requests that are not logged, with the reason. */
  onLeftOut(why: LeftOut, rank: Rank, count: number): void
  onFailure(error: unknown): void
}

/** Over the day's allowance, no memory while the database was slow or down, or refused by the database. */
export type LeftOut = 'allowance' | 'room' | 'failed'

const REST_MS = 500
const BATCH = 500
/** Rows prepared at a time, before other requests get their turn. */
const SLICE = 50
/** A row violates a constraint of the table, or its day has no partition. */
const NOT_ALLOWED = '23514'
/**
 * A request that was in memory longer, because the database was down, is written without its texts. This delay and the
 * statement together take less than ERASABLE_MS, after which the erasure runs.
 */
const LATE_MS = 2_000
export const STATEMENT_MS = 2_500
/** Reads of the log are not logged. */
const OWN = new Set(['listRequests', 'exportRequests', 'retrieveRequest'])

export function createRequestLog(parts: RequestLogParts): RequestLog {
  const { kept, ticksNow, onLeftOut, onFailure } = parts
  const allowance = new Allowance(parts.daily)
  const queue: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let closed = false
  let failing = false

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    writing ??= drain().finally(() => {
      writing = undefined
      if (queue.length > 0 && !closed) rest()
    })
    return writing
  }
  const rest = () => {
    timer ??= setTimeout(write, REST_MS)
    timer.unref()
  }
  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH)
      try {
        await writeTogether(parts, batch)
        failing = false
      } catch (error) {
        const then = await afterFailure(parts, error, batch)
        if (then !== 'singly') queue.unshift(...batch)
        if (then === 'again') continue
        // Reported once per outage, not twice a second.
        if (!failing) onFailure(error)
        failing = true
        if (then === 'later') return
        await writeSingly(parts, batch)
      }
      for (const each of batch) allowance.release(environmentOf(each), sizeOf(each))
    }
  }
  return {
    add(request) {
      const rank = rankOf(request)
      if (closed || kept === 'off' || (OWN.has(request.operation) && rank === 'read')) return
      const { environment_id } = request.scope
      const nowMs = ticksNow()
      if (!allowance.take(environment_id, rank, nowMs)) return onLeftOut('allowance', rank, 1)
      const waiting = waitingOf(request, kept === 'full', nowMs)
      if (!allowance.hold(environment_id, rank, sizeOf(waiting))) return onLeftOut('room', rank, 1)
      queue.push(waiting)
      if (queue.length >= BATCH) void write()
      else rest()
    },
    get waiting() {
      return allowance.waiting
    },
    async close() {
      closed = true
      await writing
      await write()
      for (const { request } of queue) onLeftOut('failed', rankOf(request), 1)
      await parts.pool.end()
    },
  }
}

const environmentOf = ({ request }: Waiting): number => request.scope.environment_id

/** Writes a batch without requests of deleted environments. */
async function writeTogether(
  { pool, ticksNow }: RequestLogParts,
  batch: readonly Waiting[],
): Promise<void> {
  const known = await findEnvironments(pool, [...new Set(batch.map(environmentOf))])
  const left = batch.filter((each) => known.has(environmentOf(each)))
  const rows: RequestWithBodies[] = []
  const nowMs = ticksNow()
  for (let from = 0; from < left.length; from += SLICE) {
    if (from > 0) await nextTurn()
    for (const each of left.slice(from, from + SLICE)) {
      rows.push(rowOf(each, nowMs - each.sinceMs >= LATE_MS))
    }
  }
  if (rows.length > 0) await insertRequests(pool, rows)
}

/** Creates the missing day; if that fails now, the requests wait as during an outage. */
async function afterFailure(
  { pool, unlogged }: RequestLogParts,
  error: unknown,
  batch: readonly Waiting[],
): Promise<'again' | 'later' | 'singly'> {
  if (isOutage(error)) return 'later'
  if (sqlState(error) !== NOT_ALLOWED) return 'singly'
  const days = [...new Set(batch.map(({ request }) => dayOf(arrivedAt(request))))]
  try {
    return (await makeDays(pool, { days, unlogged })) ? 'again' : 'singly'
  } catch (why) {
    return isBlocked(why) || isOutage(why) ? 'later' : 'singly'
  }
}

/** One by one, so that a bad row does not affect the others. */
async function writeSingly(parts: RequestLogParts, batch: readonly Waiting[]): Promise<void> {
  for (const each of batch) {
    await writeTogether(parts, [each]).catch(() =>
      parts.onLeftOut('failed', rankOf(each.request), 1),
    )
  }
}

const arrivedAt = ({ id }: LoggedRequest): number => uuidTime(parseRequestId(id) as string)
