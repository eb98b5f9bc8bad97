// The pump of one endpoint: leases due deliveries, calls the receiver, and records outcomes, as concurrently as
// allowed. Calls wait neither for writes nor for the next lease.

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
import { attempt } from './attempt.ts'
import { giveBack, type Leased, leaseDeliveries } from './store-due.ts'
import { type FeedParts, submit } from './sweeps.ts'

/** How often an endpoint with nothing due is checked while calls to it are running. */
const LOOK_MS = 250
/** Concurrent calls to one endpoint; after a failed call, few until one succeeds. */
const CALLS_MOST = 16
const CALLS_TO_FAILING_MOST = 2
/** Leased ahead of the calls: at most as many as were delivered in the last quarter of a second. */
const AHEAD_MOST = 128
/** Outcomes waiting to be written; no call starts while there are more. */
const UNWRITTEN_MOST = 64
/** Twice the longest attempt: a process that still holds a lease then is dead or too late. */
const LEASE_MS = 30_000

export interface DeliveryParts extends FeedParts {
  sealer: Sealer
  outgoing: Omit<OutgoingOptions, 'signal' | 'connections' | 'resolve'>
  names: Names
  random(): number
}

export interface PumpParts extends DeliveryParts {
  /** Running calls of all pumps. */
  calls: Shares
}

/** The limits of a pump's run. */
export interface Turn {
  /** Aborted when no more calls can start. */
  stopping: AbortSignal
  /** Aborted when running calls are cut off. */
  cut: AbortSignal
  /** True if other endpoints wait and it has run for this many milliseconds. */
  isOver(ms: number): boolean
}

interface Endpoint {
  environment_id: number
  endpoint_id: string
  /** True if its last call failed. */
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
  /** True if the last lease got less than it asked for, and nothing has happened since. */
  #dry = false
  #failure: Error | undefined
  #failures = 0
  #goesOn = true
  #changed: () => void = () => undefined
  /** Deliveries since `sinceMs`, and how many more are leased ahead because of them. */
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

  /** Signals new deliveries for this endpoint. */
  wake(): void {
    this.#dry = false
    this.#changed()
  }

  /** Runs until nothing is due, its turn is over, or the endpoint's health changed. */
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

  /** Waits until a delivery ends or it is time to check again. */
  async #change(): Promise<void> {
    const timer = setTimeout(() => this.wake(), LOOK_MS)
    await new Promise<void>((resolve) => {
      this.#changed = resolve
    })
    clearTimeout(timer)
    // Deliveries written in one batch end together.
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
    // From here on, an ended delivery can release another one that this lease does not see.
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

  /** Calls the receiver and has the outcome recorded. */
  async #deliver({ delivery, event }: Task): Promise<void> {
    const { lane, calls, wallNow, outgoing } = this.#parts
    const { environment_id } = this.#endpoint
    let outcome: AttemptOutcome
    try {
      // A process that slept too long after leasing must not call: another one can hold the delivery by now.
      if ((delivery.lease_until ?? 0) - wallNow() < outgoing.timeoutMs) return
      outcome = await this.#call(delivery, event)
    } finally {
      calls.give(environment_id)
    }
    // A call that we aborted is not a failure of the receiver. It is retried.
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

  /** If the health changed, the pump ends and the next check puts the endpoint in the right place. */
  #judge(delivered: boolean): void {
    if (delivered) this.#delivered++
    this.#failures = delivered ? 0 : this.#failures + 1
    this.#goesOn &&= this.#endpoint.failing ? !delivered : this.#failures < CALLS_MOST
  }
}

/** Opens each secret once: thousands of deliveries share one or two secrets. */
function opener(sealer: Sealer): (sealed: Buffer) => KeyObject {
  const opened = new Map<string, KeyObject>()
  return (sealed) => {
    const text = sealed.toString('latin1')
    const key = opened.get(text) ?? createSecretKey(sealer.open(sealed))
    opened.set(text, key)
    return key
  }
}
