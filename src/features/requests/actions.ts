// The request log: hears of each request when it is answered, and writes many of them down at once.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import { customerRef } from '../../domain/customer.ts'
import { isHeldUp, isOutage, sqlState } from '../../platform/db/pool.ts'
import type { LoggedRequest } from '../../platform/http/logged.ts'
import { uuidTime } from '../../platform/ids.ts'
import { redactBody, redactQuery, redactSecrets } from '../../platform/redact.ts'
import { Allowances, type Rank, rankOf } from './actions-allowed.ts'
import { BODY_MOST, type Waiting, WaitingRequests } from './actions-waiting.ts'
import type { METHODS } from './asked.ts'
import { makeDays } from './days.ts'
import { parseRequestId } from './schemas.ts'
import { findEnvironments, insertRequests, type RequestWithBodies } from './store.ts'
import { dayOf } from './store-days.ts'

/** What is kept: bodies as well, lines alone, or nothing. */
export type Kept = 'full' | 'lines' | 'off'

export interface RequestLog {
  add(request: LoggedRequest): void
  /** How many wait to be written. */
  readonly waiting: number
  /** Writes what waits; hears of nothing afterwards. */
  close(): Promise<void>
}

export interface RequestLogParts {
  /** Of its own, so that no request waits for a connection of it; it ends with the log. */
  pool: Pool
  kept: Kept
  /** How many reads of an environment are kept a day; see `allowedOf`. */
  daily: number
  /** Whether new days are kept out of the write-ahead log. */
  unlogged: boolean
  /** By the wall. */
  wallNow(): number
  ticksNow(): number
  /** Hears of what is not written, and why. */
  onLeftOut(why: LeftOut, rank: Rank, count: number): void
  onFailure(error: unknown): void
}

/** Beyond the allowance, no room while the database was slow or away, or refused by it. */
export type LeftOut = 'allowance' | 'room' | 'failed'

const REST_MS = 500
const BATCH = 500
/** So many rows are made at once, and then requests have their turn. */
const SLICE = 50
/** A row breaks a rule of the table, or is of a day that there is not. */
const NOT_ALLOWED = '23514'
/**
 * What waited longer, as the database was away, is written without what was said. Whoever erases a
 * person from the log waits until all that was said before is in it or never will be: for longer than
 * the wait and the statement together.
 */
const TOLD_MS = 2_000
export const STATEMENT_MS = 2_500
export const ERASABLE_MS = 5_000
/** Looking at the log does not fill it. */
const OWN = new Set(['listRequests', 'exportRequests', 'retrieveRequest'])

export function createRequestLog(parts: RequestLogParts): RequestLog {
  const { pool, kept, daily, ticksNow, onLeftOut, onFailure } = parts
  const waiting = new WaitingRequests()
  const allowances = new Allowances(daily)
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let closed = false
  let failing = false

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    writing ??= drain().finally(() => {
      writing = undefined
      if (waiting.size > 0 && !closed) rest()
    })
    return writing
  }
  const rest = () => {
    timer ??= setTimeout(write, REST_MS)
    timer.unref()
  }
  async function drain(): Promise<void> {
    while (waiting.size > 0) {
      const batch = waiting.take(BATCH)
      try {
        await writeTogether(parts, batch)
        failing = false
      } catch (error) {
        const then = await afterFailure(parts, error, batch)
        if (then !== 'singly') waiting.putBack(batch)
        if (then === 'again') continue
        // Said once, not twice a second for as long as it lasts.
        if (!failing) onFailure(error)
        failing = true
        if (then === 'later') return
        await writeSingly(parts, batch)
      }
    }
  }
  return {
    add(request) {
      const rank = rankOf(request)
      if (closed || kept === 'off' || (OWN.has(request.operation) && rank === 'read')) return
      const nowMs = ticksNow()
      if (!allowances.take(request.scope.environment_id, rank, nowMs)) {
        return onLeftOut('allowance', rank, 1)
      }
      const { told } = request
      const without = { sent: undefined, told: told && { ...told, json: '', event_id: undefined } }
      const heard = kept === 'full' ? request : { ...request, ...without }
      for (const left of waiting.add(heard, nowMs)) onLeftOut('room', left, 1)
      if (waiting.size >= BATCH) void write()
      else rest()
    },
    get waiting() {
      return waiting.size
    },
    async close() {
      closed = true
      await writing
      await write()
      for (const { request } of waiting.take(Number.MAX_SAFE_INTEGER)) {
        onLeftOut('failed', rankOf(request), 1)
      }
      await pool.end()
    },
  }
}

/** Those of environments that are no more are left out. */
async function writeTogether(
  { pool, kept, ticksNow }: RequestLogParts,
  batch: readonly Waiting[],
): Promise<void> {
  const environmentOf = ({ request }: Waiting) => request.scope.environment_id
  const known = await findEnvironments(pool, [...new Set(batch.map(environmentOf))])
  const left = batch.filter((each) => known.has(environmentOf(each)))
  const rows: RequestWithBodies[] = []
  const nowMs = ticksNow()
  for (let from = 0; from < left.length; from += SLICE) {
    if (from > 0) await nextTurn()
    for (const each of left.slice(from, from + SLICE)) rows.push(rowAt(kept, nowMs, each))
  }
  if (rows.length > 0) await insertRequests(pool, rows)
}

/** What failed for want of a day has it now, or waits for it as for a database that is away. */
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
    return isHeldUp(why) || isOutage(why) ? 'later' : 'singly'
  }
}

/** So that one that cannot be written does not take the others with it. */
async function writeSingly(parts: RequestLogParts, batch: readonly Waiting[]): Promise<void> {
  for (const each of batch) {
    await writeTogether(parts, [each]).catch(() =>
      parts.onLeftOut('failed', rankOf(each.request), 1),
    )
  }
}

const arrivedAt = ({ id }: LoggedRequest): number => uuidTime(parseRequestId(id) as string)

const NOTHING_SAID = {
  ...{ query: null, idempotency_key: null, request_body: null },
  ...{ response_body: null, response_event_id: null },
}

function rowAt(kept: Kept, nowMs: number, waiting: Waiting): RequestWithBodies {
  const row = rowOf(waiting, kept === 'full')
  return nowMs - waiting.sinceMs < TOLD_MS ? row : { ...row, ...NOTHING_SAID }
}

/** Everything that is not ours is redacted, bounded, and made fit for a column. */
function rowOf({ request, sent, told, ...cuts }: Waiting, queries: boolean): RequestWithBodies {
  const { scope, method, operation, status, durationMs, userAgent, idempotencyKey } = request
  const { environment_id, actor, address } = scope
  const uuid = parseRequestId(request.id) as string
  const [path = '', query] = request.url.split(/\?(.*)/s)
  return {
    environment_id,
    id: uuid,
    created_at: uuidTime(uuid),
    method: method as (typeof METHODS)[number],
    path: textOf(redactSecrets(path), 512),
    query: queries && query ? textOf(redactQuery(query), 2_048) : null,
    operation,
    status,
    error_code: request.told?.code ?? null,
    duration_ms: durationMs,
    address,
    user_agent: userAgent ? textOf(redactSecrets(userAgent), 256) : null,
    actor_kind: actor.kind === 'user' ? 'user' : 'key',
    actor: actor.id,
    actor_label: textOf(actor.label, 256),
    object_id: objectOf(request),
    idempotency_key: idempotencyKey ? textOf(redactSecrets(idempotencyKey), 255) : null,
    request_body: sent === null ? null : textOf(redactBody(sent)),
    response_body: told === null ? null : textOf(redactBody(told)),
    response_event_id: request.told?.event_id ?? null,
    request_cut: cuts.requestCut,
    response_cut: cuts.responseCut,
  }
}

/** What an event carries, as the log would have kept it. */
export const answerOf = (json: string): string => textOf(redactBody(json.slice(0, BODY_MOST)))

/** What cannot be stored in a text of the database is replaced. */
function textOf(text: string, most = text.length): string {
  const short = text.length > most ? text.slice(0, most) : text
  return short.replaceAll('\0', '\ufffd').toWellFormed()
}

/** What was made or changed; else what the path names, if that looks like an id of ours. */
function objectOf({ told, params }: LoggedRequest): string | null {
  if (told?.object_id) return told.object_id
  const [named = ''] = Object.values(params)
  if (/^\d{1,16}$/.test(named)) return customerRef(Number(named))
  return /^[a-z]{2,4}_[0-9A-Za-z_]{1,60}$/.test(named) ? redactSecrets(named) : null
}
