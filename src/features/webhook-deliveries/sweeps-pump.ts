// The pump of one endpoint: leases what is due, calls, and has it written down, as much at once as
// may be. Calls do not wait for what is being written, nor for the next lease.

import { createSecretKey, type KeyObject } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { fault } from '../../platform/faults.ts'
import {
  closeConnections,
  keepConnections,
  type OutgoingOptions,
} from '../../platform/outgoing/client.ts'
import type { Names } from '../../platform/outgoing/names.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { Shares } from '../../platform/shares.ts'
import { findEvents, type StoredEvent } from '../events/store.ts'
import { type AttemptOutcome, recordAttempt } from './actions.ts'
import { attempt } from './actions-attempt.ts'
import { giveBack, type Leased, leaseDeliveries } from './store-due.ts'
import { type FeedParts, submit } from './sweeps.ts'

/** How long an endpoint that has nothing more due is watched while calls to it are under way. */
const LOOK_MS = 250
/** Calls under way to one endpoint; to one whose last call failed, few until one succeeds. */
const CALLS_MOST = 16
const CALLS_TO_FAILING_MOST = 2
/** Leased beyond that: no more than were delivered within the last quarter of a second. */
const AHEAD_MOST = 128
/** Outcomes waiting to be written; no call is begun while there are more. */
const UNWRITTEN_MOST = 64
/** Twice what an attempt may take: whoever still holds a lease then is dead, or too late. */
const LEASE_MS = 30_000

export interface DeliveryParts extends FeedParts {
  sealer: Sealer
  outgoing: Omit<OutgoingOptions, 'signal' | 'connections' | 'resolve'>
  names: Names
  random(): number
}

export interface PumpParts extends DeliveryParts {
  /** Calls under way of all pumps. */
  calls: Shares
}

/** How long a pump goes on. */
export interface Turn {
  /** No further call is begun. */
  stopping: AbortSignal
  /** Calls under way are cut. */
  cut: AbortSignal
  /** Whether it must make room for others, after so many milliseconds. */
  isOver(ms: number): boolean
}

interface Endpoint {
  environment_id: number
  endpoint_id: string
  /** Its last call failed. */
  failing: boolean
}

interface Task {
  delivery: Leased
  event: StoredEvent | undefined
}

export class Pump {
  readonly #parts: PumpParts
  readonly #endpoint: Endpoint
  readonly #turn: Turn
  readonly #open: (sealed: Buffer) => KeyObject
  readonly #connections = keepConnections()
  readonly #startedMs: number
  readonly #running = new Set<Promise<void>>()
  #waiting: Task[] = []
  #calls = 0
  #unwritten = 0
  #leasing = false
  /** The last lease found less than it asked for, and nothing has happened since. */
  #dry = false
  #failure: Error | undefined
  #failures = 0
  #goesOn = true
  #changed: () => void = () => undefined
  /** Delivered since `sinceMs`, and how much is leased ahead for it. */
  #delivered = 0
  #sinceMs: number
  #ahead = 0

  constructor(parts: PumpParts, endpoint: Endpoint, turn: Turn) {
    this.#parts = parts
    this.#endpoint = endpoint
    this.#turn = turn
    this.#open = opener(parts.sealer)
    this.#startedMs = parts.ticksNow()
    this.#sinceMs = this.#startedMs
  }

  /** There is something new for it. */
  wake(): void {
    this.#dry = false
    this.#changed()
  }

  /** Goes on until nothing is due, its turn is over, or the endpoint is not what it was. */
  async run(): Promise<void> {
    const { stopping, isOver } = this.#turn
    try {
      while (this.#goesOn && !stopping.aborted && !isOver(this.#tookMs())) {
        this.#callNext()
        if (this.#wantsMore()) this.#start(this.#lease())
        if (this.#running.size === 0) break
        await this.#change()
      }
    } finally {
      await Promise.all(this.#running)
      closeConnections(this.#connections)
      if (this.#waiting.length > 0) {
        const unused = this.#waiting.map(({ delivery }) => delivery)
        await giveBack(this.#parts.pool, this.#endpoint.environment_id, unused)
      }
    }
    if (this.#failure) throw this.#failure
  }

  get #most(): number {
    return this.#endpoint.failing ? CALLS_TO_FAILING_MOST : CALLS_MOST
  }

  #tookMs(): number {
    return this.#parts.ticksNow() - this.#startedMs
  }

  #start(work: Promise<void>): void {
    const done = work.catch(this.#parts.onFailure).finally(() => {
      this.#running.delete(done)
      this.#changed()
    })
    this.#running.add(done)
  }

  /** Waits until something has ended, or it is time to look again. */
  async #change(): Promise<void> {
    const timer = setTimeout(() => this.wake(), LOOK_MS)
    await new Promise<void>((resolve) => {
      this.#changed = resolve
    })
    clearTimeout(timer)
    // Those that were written together have ended together.
    await setImmediate()
  }

  #callNext(): void {
    while (this.#calls < this.#most && this.#unwritten < UNWRITTEN_MOST) {
      if (this.#waiting.length === 0) return
      if (!this.#parts.calls.take(this.#endpoint.environment_id)) return
      this.#start(this.#deliver(this.#waiting.shift() as Task))
    }
  }

  #wantsMore(): boolean {
    const tookMs = this.#parts.ticksNow() - this.#sinceMs
    if (tookMs >= LOOK_MS) {
      const soon = Math.trunc((this.#delivered * LOOK_MS) / tookMs)
      this.#ahead = this.#endpoint.failing ? 0 : Math.min(soon, AHEAD_MOST)
      this.#delivered = 0
      this.#sinceMs += tookMs
    }
    const isLow = this.#waiting.length <= this.#ahead / 2
    return isLow && !this.#leasing && !this.#dry && this.#room() > 0
  }

  #room(): number {
    return this.#most + this.#ahead - this.#calls - this.#waiting.length
  }

  async #lease(): Promise<void> {
    const { pool, wallNow } = this.#parts
    this.#leasing = true
    // From here on whatever ends may let something go that this lease does not see.
    this.#dry = true
    try {
      const most = this.#room()
      const wallMs = wallNow()
      const lease = { token: crypto.randomUUID(), wallMs, untilMs: wallMs + LEASE_MS, most }
      const leased = await leaseDeliveries(pool, this.#endpoint, lease)
      fault('webhook.leased')
      if (leased.length === most) this.#dry = false
      if (leased.length === 0) return
      const sequences = leased.map(({ sequence }) => sequence)
      const events = await findEvents(pool, this.#endpoint.environment_id, sequences)
      for (const delivery of leased) {
        this.#waiting.push({ delivery, event: events.get(delivery.sequence) })
      }
    } catch (error) {
      this.#failure = error as Error
      this.#goesOn = false
    } finally {
      this.#leasing = false
    }
  }

  /** Calls and has it written down. */
  async #deliver({ delivery, event }: Task): Promise<void> {
    const { lane, calls, wallNow, outgoing } = this.#parts
    const { environment_id } = this.#endpoint
    let outcome: AttemptOutcome
    try {
      // Somebody who slept since it was leased may not call any more: others may be at it by now.
      if ((delivery.lease_until ?? 0) - wallNow() < outgoing.timeoutMs) return
      outcome = await this.#call(delivery, event)
    } finally {
      calls.give(environment_id)
    }
    // A call that we cut ourselves is no failure of the receiver's. It is made again.
    if (this.#turn.cut.aborted && outcome.error !== null) return
    this.#judge(outcome.error === null)
    this.#unwritten++
    this.#changed()
    try {
      await submit(lane, environment_id, recordAttempt, outcome)
    } finally {
      this.#unwritten--
      this.#dry = false
    }
  }

  async #call(delivery: Leased, event: StoredEvent | undefined): Promise<AttemptOutcome> {
    const { outgoing, names } = this.#parts
    const resolve = names.of(this.#endpoint.environment_id)
    const signal = this.#turn.cut
    this.#calls++
    const outcome = await attempt(
      {
        ...this.#parts,
        open: this.#open,
        outgoing: { ...outgoing, resolve, signal, connections: this.#connections },
      },
      delivery,
      event,
    )
    fault('webhook.called')
    this.#calls--
    return outcome
  }

  /** When it is not what it was, the next look gives it the place that it deserves. */
  #judge(delivered: boolean): void {
    if (delivered) this.#delivered++
    this.#failures = delivered ? 0 : this.#failures + 1
    this.#goesOn &&= this.#endpoint.failing ? !delivered : this.#failures < CALLS_MOST
  }
}

/** Opens each secret once: of thousands of deliveries it is the same one, or one of two. */
function opener(sealer: Sealer): (sealed: Buffer) => KeyObject {
  const opened = new Map<string, KeyObject>()
  return (sealed) => {
    const text = sealed.toString('latin1')
    const key = opened.get(text) ?? createSecretKey(sealer.open(sealed))
    opened.set(text, key)
    return key
  }
}
