// Whether this process is the only one that counts requests, or which others do: those share what there is.

import type { Pool } from 'pg'
import { leaveSharing, lookAround, takePart } from '../db/rate-windows.ts'

const LOOK_MS = 500
/** While it waits for others to say what they have. */
const JOINING_LOOK_MS = 50
/** Who was alone may have company after so long: until then nobody else counts on its word. */
const ALONE_MS = 2_500
/** A look that takes longer tells nothing. */
const LOOK_MS_MOST = 1_000
/** Others that have not said what they have by then are dead, stopped or of a version before. */
const JOIN_MS_MOST = 3_000

/**
 * Alone: nobody is asked. Sharing: what others hold is asked for. Joining: it is about to be known which of both.
 * Lost: the database does not say.
 */
export type Standing = 'alone' | 'sharing' | 'joining' | 'lost'

export interface PeersParts {
  pool: Pool
  /** By which the table of processes knows this one. */
  id: string
  /** Says there that this process is here. */
  beat(): Promise<void>
  ticksNow(): number
}

/** What hears of it. */
export interface Sharer {
  /** Says of all windows what this process has let in: others have not heard of it. */
  enrol(): Promise<void>
  /** What the standing is may be another now. */
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

  /** How many processes share what there is, this one included. */
  get count(): number {
    return this.#others + 1
  }

  join(sharer: Sharer): void {
    this.#sharers.push(sharer)
  }

  standing(now: number): Standing {
    if (now - this.#lookedAt < ALONE_MS) {
      if (this.#alone) return 'alone'
      return this.#joined ? 'sharing' : 'joining'
    }
    // Nobody has looked for a while, as after this process was stopped and goes on.
    if (!this.#failing) this.look()
    return this.#failing || now - this.#begunAt > LOOK_MS_MOST ? 'lost' : 'joining'
  }

  /** The first look; requests may come once it is done. Throws when the database is away. */
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
      // Others may have taken themselves to be alone meanwhile.
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
    // From the others' answers on; it was asked before.
    if (!this.#alone) {
      this.#joined ||= found.strangers === 0 || at - this.#listedAt > JOIN_MS_MOST
    }
    this.#lookedAt = at
  }

  /** Lets the others know what this one has let in, before they count on knowing. */
  async #share(made: number | null): Promise<void> {
    const { pool, id } = this.#parts
    const isNew = this.#alone || made !== this.#made
    // What is let in from here on is asked for.
    this.#alone = false
    if (isNew) await Promise.all(this.#sharers.map((sharer) => sharer.enrol()))
    this.#made = made
    await takePart(pool, id)
  }
}
