// Big or expensive reads: on separate connections, a small piece at a time, and at most two responses
// of a kind at once for each environment.

import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import { unavailable } from '../refusal.ts'
import { Turns } from '../turns.ts'
import { isOutage, sqlState } from './pool.ts'
import { fromPrimary, type Replica } from './replica.ts'
import type { Db } from './sql.ts'

/** Kinds of heavy responses; those of one kind do not wait for those of another. */
export type HeavyKind = 'page' | 'csv' | 'pdf' | 'report' | 'verification' | 'object'

/** The heavy reads of one environment. */
export interface Heavy {
  /**
   * Runs one piece of work on a separate connection; environments take turns. A piece stays below 4 MB, so that
   * no other environment waits long; half a megabyte of JSON keeps the process busy for some 5 ms.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Like `read`, for data that can be up to READ_LAG_MS behind: from a standby if there is one. */
  behind<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs a light read that can be behind: on a connection of that pool, or of the standby. */
  light<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T>
  /** Reads the figures of a report, in turn with other reports; they can be behind. */
  report<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Waits for its turn among responses of its kind; throws `unavailable` if that takes too long. */
  during<T>(kind: HeavyKind, work: () => Promise<T>): Promise<T>
  /** Like `during`, for a response that is produced while it is sent: its turn ends with the stream. */
  stream(kind: HeavyKind, begin: () => Promise<AsyncIterable<string>>): Promise<Readable>
  /**
   * Runs a read by ID, whose size is unknown in advance: at once, unless recent responses of this kind in the
   * environment were big; then it waits for its turn. The work reports the size of its response.
   */
  one<T>(work: (report: (bytes: number) => void) => Promise<T>): Promise<T>
}

/** Connections for pieces of work, in total and for one environment. */
export const HEAVY_CONNECTIONS = 4
const EACH = 2
/** Responses of a kind in progress: each holds a piece in memory, however slowly it is read. */
const RESPONSES_MOST = 64
/** As many as the smallest tier allows in a minute: within that limit, only waiting too long is refused. */
const WAITING = { waiting: 100, patienceMs: 10_000, retrySeconds: 5 }
/** A statement of a piece that takes longer is canceled. */
export const STATEMENT_MS_MOST = 10_000
const CANCELED = '57014'

/** For kinds that keep the CPU busy from start to end, fewer at once are faster. */
const AT_ONCE: Record<HeavyKind, number> = {
  page: RESPONSES_MOST,
  csv: RESPONSES_MOST,
  pdf: RESPONSES_MOST,
  report: RESPONSES_MOST,
  verification: 4,
  object: 4,
}

/** A response larger than this keeps the process busy for a millisecond or longer. */
const BIG_BYTES = 64 * 1024
/** Factor by which the remembered size shrinks with each smaller response. */
const FADING = 0.9

export function createHeavy(pool: Pool, replica?: Replica): (environmentId: number) => Heavy {
  const pieces = new Turns({
    most: HEAVY_CONNECTIONS,
    each: EACH,
    waiting: RESPONSES_MOST,
    patienceMs: 60_000,
    refusal: 'The service is busy. Try again in a moment.',
    retrySeconds: 5,
  })
  const kinds = new Map(
    Object.entries(AT_ONCE).map(([kind, most]) => [
      kind,
      new Turns({ ...WAITING, most, each: EACH, refusal: refusalOf(kind as HeavyKind) }),
    ]),
  )
  /** Sizes of recent responses to reads by ID, of the environments where they are big. */
  const recent = new Map<number, number>()
  const turnOf = (kind: HeavyKind, environmentId: number) =>
    (kinds.get(kind) as Turns).take(environmentId)
  const inTurn = async <T>(turn: Promise<() => void>, work: () => Promise<T>) => {
    const end = await turn
    try {
      return await work()
    } finally {
      end()
    }
  }
  return (environmentId) => {
    const reads = replica?.readsOf(environmentId) ?? fromPrimary
    return {
      read: (work) => inTurn(pieces.take(environmentId), () => onConnection(pool, work)),
      behind: (work) =>
        inTurn(pieces.take(environmentId), () =>
          reads(
            'heavy',
            () => onConnection(pool, work),
            (standby) => connected(standby, work),
          ),
        ),
      light: (primary, work) => reads('light', () => work(primary), work),
      during: (kind, work) => inTurn(turnOf(kind, environmentId), work),
      one(work) {
        const report = (bytes: number) => {
          const size = Math.max(bytes, (recent.get(environmentId) ?? 0) * FADING)
          if (size > BIG_BYTES) recent.set(environmentId, size)
          else recent.delete(environmentId)
        }
        return recent.has(environmentId)
          ? inTurn(turnOf('object', environmentId), () => work(report))
          : work(report)
      },
      report(work) {
        return this.during('report', () => this.behind(work))
      },
      async stream(kind, begin) {
        const end = await turnOf(kind, environmentId)
        try {
          return Readable.from(asBytes(await begin())).once('close', end)
        } catch (error) {
          end()
          throw error
        }
      },
    }
  }
}

/** Statements sent at once run one after another on this connection, and use no other. */
async function connected<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    if (isOutage(error)) broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

async function onConnection<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await connected(pool, work)
  } catch (error) {
    if (sqlState(error) !== CANCELED) throw error
    throw unavailable(
      `The query took longer than ${STATEMENT_MS_MOST / 1_000} seconds. Request less data, or try again later.`,
      30,
    )
  }
}

async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text, 'utf8')
}

const WORDS: Record<HeavyKind, string> = {
  page: 'big pages',
  csv: 'CSV files',
  pdf: 'PDFs',
  report: 'searches and summaries',
  verification: 'verifications',
  object: 'big objects',
}

const refusalOf = (kind: HeavyKind) =>
  `Two ${WORDS[kind]} of this environment are being created, and others are already waiting. Request fewer at once, and try again in a moment.`
