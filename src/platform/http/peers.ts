// Detects if other processes count requests too; if so, they share each quota.

import type { Pool } from 'pg'
import { leaveSharing, lookAround, takePart } from '../db/rate-windows.ts'

const LOOK_MS = 500
/** Interval while waiting for the other processes to report their counts. */
const JOINING_LOOK_MS = 50
/**
 * How long a process may assume that it is the only one after a check; until then other processes do not rely on its
 * counts.
 */
const ALONE_MS = 2_500
/** A check that takes longer is discarded. */
const LOOK_MS_MOST = 1_000
/** Processes that have not reported by then are dead, stopped or of an older version. */
const JOIN_MS_MOST = 3_000

/**
 * `alone`: decides without asking. `sharing`: asks for the slots that others hold. `joining`: one of the two, not yet
 * known. `lost`: the database does not respond.
 */
export type Mode = 'alone' | 'sharing' | 'joining' | 'lost'

export interface PeersParts {
  pool: Pool
  /** ID of this process in the table of processes. */
  id: string
  /** Registers this process in that table. */
  beat(): Promise<void>
  ticksNow(): number
}

/** A limiter that follows the state of its peers. */
export interface Sharer {
  /** Reports the counts of all windows: other processes do not have them yet. */
  enrol(): Promise<void>
  /** Called when the state may have changed. */
  settle(): void
  close(): Promise<void>
}

export class Peers {
  readonly id: string
  readonly #parts: PeersParts
  readonly #sharers: Sharer[] = []
  #others = 0
  #alone = false
  #joined = false
  #failing = false
  #lookedAt = Number.NEGATIVE_INFINITY
  #begunAt = Number.NEGATIVE_INFINITY
  #listedAt = Number.NEGATIVE_INFINITY
  #made: number | null = null
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #closed = false

  constructor(parts: PeersParts) {
    this.#parts = parts
    this.id = parts.id
  }

  get count(): number {
    return this.#others + 1
  }

  join(sharer: Sharer): void {
    this.#sharers.push(sharer)
  }

  modeAt(now: number): Mode {
    if (now - this.#lookedAt < ALONE_MS) {
      if (this.#alone) return 'alone'
      return this.#joined ? 'sharing' : 'joining'
    }
    // No check has run for a while, for example after this process was suspended.
    if (!this.#failing) this.look()
    return this.#failing || now - this.#begunAt > LOOK_MS_MOST ? 'lost' : 'joining'
  }

  /** Runs the first check; requests may be served once it is done. Throws if the database is unreachable. */
  async start(): Promise<void> {
    await this.#compare()
    this.#rest()
  }

  look(): void {
    if (this.#closed || this.#looking !== undefined) return
    clearTimeout(this.#timer)
    this.#begunAt = this.#parts.ticksNow()
    this.#looking = this.#compare().then(
      () => this.#looked(false),
      () => this.#looked(true),
    )
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all(this.#sharers.map((sharer) => sharer.close()))
  }

  #looked(failing: boolean): void {
    this.#failing = failing
    this.#looking = undefined
    this.#rest()
    for (const sharer of this.#sharers) sharer.settle()
  }

  #rest(): void {
    if (this.#closed) return
    const ms = this.#alone || this.#joined || this.#failing ? LOOK_MS : JOINING_LOOK_MS
    this.#timer = setTimeout(() => this.look(), ms).unref()
  }

  async #compare(): Promise<void> {
    const { pool, id, beat, ticksNow } = this.#parts
    let at = ticksNow()
    let found = await lookAround(pool, id)
    if (!found.listed) {
      // Other processes may have assumed meanwhile that they are the only one.
      this.#joined = false
      await beat()
      this.#listedAt = ticksNow()
      at = ticksNow()
      found = await lookAround(pool, id)
    }
    this.#others = found.others
    if (found.others === 0 && found.took_part === 0) {
      if (!this.#alone) await leaveSharing(pool, id)
      this.#alone = true
      this.#joined = false
    } else await this.#share(found.made)
    // A process that is not the only one shares once the others have reported, or after JOIN_MS_MOST.
    if (!this.#alone) {
      this.#joined ||= found.strangers === 0 || at - this.#listedAt > JOIN_MS_MOST
    }
    this.#lookedAt = at
  }

  /** Reports this process's counts to the others before they rely on them. */
  async #share(made: number | null): Promise<void> {
    const { pool, id } = this.#parts
    const isNew = this.#alone || made !== this.#made
    // From here on, new requests need slots from the database.
    this.#alone = false
    if (isNew) await Promise.all(this.#sharers.map((sharer) => sharer.enrol()))
    this.#made = made
    await takePart(pool, id)
  }
}
