// A standby that serves reads that can be slightly behind: measures its lag once a second and decides which
// requests may read from it.

import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type Connection, isBlocked, isOutage, sqlState } from './pool.ts'
import { sessionProblem } from './session-check.ts'

/** Pools of the standby; separate, so that light reads do not wait behind big ones. */
export interface ReplicaPools {
  light: Pool
  heavy: Pool
}

export interface ReplicaParts {
  primary: Pool
  connection: Connection
  pools: ReplicaPools
  /** Maximum lag at which it is read from, in milliseconds. */
  lagMsMost: number
  log: Logger
  ticksNow(): number
  onRead(from: 'replica' | 'primary'): void
}

/** The reads of one request: from the standby until one fails, and then from the primary to the end. */
export type Reads = <T>(
  kind: keyof ReplicaPools,
  primary: () => Promise<T>,
  standby: (pool: Pool) => Promise<T>,
) => Promise<T>

const LOOK_MS = 1_000
/** Marks kept that the standby has not reached; beyond it, the standby is too far behind to be of use. */
const MARKS_MOST = 600

/** Error for a table that is kept out of the write-ahead log: it is empty on a standby, which refuses the read. */
const UNLOGGED = '0A000'

/** Used if there is no standby. */
export const fromPrimary: Reads = (_kind, primary) => primary()

/** A position of the primary, and when it was read. */
interface Mark {
  at: number
  position: number
}

export class Replica {
  readonly #parts: ReplicaParts
  #marks: Mark[] = []
  /** Everything written before this time is on the standby. */
  #freshAt = Number.NEGATIVE_INFINITY
  /** When this process last wrote in an environment, so that it reads its own writes. */
  readonly #wroteAt = new Map<number, number>()
  #keepsSessions = false
  #used: boolean | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #closed = false

  constructor(parts: ReplicaParts) {
    this.#parts = parts
    this.#look()
  }

  /** Lag in milliseconds; infinite if the standby cannot be read from. */
  get lagMs(): number {
    return this.#parts.ticksNow() - this.#freshAt
  }

  /** Notes a write: the environment is read from the primary until the standby has caught up with it. */
  wrote(environmentId: number): void {
    this.#wroteAt.delete(environmentId)
    this.#wroteAt.set(environmentId, this.#parts.ticksNow())
  }

  /** Returns the reads of one request, so that a later read never sees older data than an earlier one. */
  readsOf(environmentId: number): Reads {
    let usable = this.#isFresh(environmentId)
    return async (kind, primary, standby) => {
      if (usable) {
        try {
          const found = await standby(this.#parts.pools[kind])
          this.#parts.onRead('replica')
          return found
        } catch (error) {
          // The standby went away, canceled the read to follow the primary, or cannot serve the table.
          if (!isOutage(error) && !isBlocked(error) && sqlState(error) !== UNLOGGED) throw error
          usable = false
          if (isOutage(error)) this.#isUseless()
        }
      }
      this.#parts.onRead('primary')
      return primary()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all(Object.values(this.#parts.pools).map((pool) => pool.end()))
  }

  #isFresh(environmentId: number): boolean {
    if (this.lagMs > this.#parts.lagMsMost) return false
    return (this.#wroteAt.get(environmentId) ?? Number.NEGATIVE_INFINITY) < this.#freshAt
  }

  #look(): void {
    this.#looking = this.#compare().then(
      () => this.#logUse(undefined),
      (error: unknown) => {
        this.#isUseless()
        this.#logUse(error)
      },
    )
    void this.#looking.then(() => {
      if (!this.#closed) this.#timer = setTimeout(() => this.#look(), LOOK_MS)
    })
  }

  /** Stops reads from the standby until the next check. */
  #isUseless(): void {
    this.#marks = []
    this.#freshAt = Number.NEGATIVE_INFINITY
  }

  /** Never waits for the standby: marks that it has not reached are compared again by the next checks. */
  async #compare(): Promise<void> {
    const { primary, connection, pools, ticksNow } = this.#parts
    if (!this.#keepsSessions) {
      const problem = await sessionProblem(connection)
      if (problem) throw new Error(problem)
      this.#keepsSessions = true
    }
    const at = ticksNow()
    const { source, target } = await places(primary, pools.light)
    const problem = whyNotOf(source, target)
    if (problem) throw new Error(problem)
    this.#marks.push({ at, position: source.position })
    const reached = this.#marks.findLastIndex(({ position }) => position <= Number(target.position))
    if (reached >= 0) this.#freshAt = this.#marks[reached]?.at as number
    this.#marks = this.#marks.slice(reached + 1).slice(-MARKS_MOST)
    for (const [id, wroteAt] of this.#wroteAt) {
      // The map is in the order of writing.
      if (wroteAt >= this.#freshAt) break
      this.#wroteAt.delete(id)
    }
  }

  /** Logs when reads from the standby start and stop. */
  #logUse(error: unknown): void {
    const used = this.lagMs <= this.#parts.lagMsMost
    if (used === this.#used) return
    this.#used = used
    if (used) this.#parts.log.info('DATABASE_READ_URL is used for reading.')
    else {
      this.#parts.log.warn(
        { err: error },
        'DATABASE_READ_URL is unavailable, not a standby of DATABASE_URL, or further behind than READ_LAG_MS. Everything is read from the primary.',
      )
    }
  }
}

interface Place {
  /** Identifies the installation of PostgreSQL. */
  system: string
  /** Counts promotions: a standby that still follows the former primary is not a copy of this one. */
  timeline: number
  database: string
}

interface Source extends Place {
  /** Position in the write-ahead log, in bytes. */
  position: number
}

interface Target extends Place {
  /** Null if the server is not a standby. */
  position: number | null
}

/** Returns the position of the primary, and then that of its standby. */
export async function places(primary: Pool, standby: Pool) {
  const [source] = (await primary.query<Source>(WHERE_IS_PRIMARY)).rows
  const [target] = (await standby.query<Target>(WHERE_IS_STANDBY)).rows
  return { source: source as Source, target: target as Target }
}

/** Returns the reason why the standby cannot be read from, and the remedy; undefined if it can. */
export function whyNotOf(source: Source, target: Target): string | undefined {
  if (target.position === null) {
    return 'DATABASE_READ_URL is a server that is not a standby. Set it to a streaming standby of DATABASE_URL, or leave it out.'
  }
  if (source.system !== target.system || source.database !== target.database) {
    return 'DATABASE_READ_URL is another database than DATABASE_URL. Set it to the same database on a streaming standby.'
  }
  if (source.timeline !== target.timeline) {
    return 'The standby of DATABASE_READ_URL does not follow the promoted DATABASE_URL yet. Check that it streams from the new primary.'
  }
  return undefined
}

const WHERE_IS_PRIMARY = `
  select (pg_control_system()).system_identifier::text as system, current_database() as database,
         ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline,
         pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as position`

// The standby's timeline is that of its last checkpoint: after a promotion it is late, never early.
const WHERE_IS_STANDBY = `
  select (pg_control_system()).system_identifier::text as system, current_database() as database,
         (pg_control_checkpoint()).timeline_id as timeline,
         case when pg_is_in_recovery()
              then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position`
