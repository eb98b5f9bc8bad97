// Tracks which environments have work in flight: one batch of the lane, or chunks of a bulk run, never both. So a
// batch of many environments never waits in the database for rows that a chunk has locked.

import { setTimeout } from 'node:timers/promises'
import type { Gate } from './bulk.ts'

/** How long a run pauses before each chunk of a parked environment, so that its parked commands can be tried. */
const PARKED_REST_MS = 50

export interface BusyOptions {
  /** True if the lane has commands of the environment waiting. */
  isWaiting(environmentId: number): boolean
  /** True if another session has locked rows of the environment and the lane tries to get them. */
  isParked(environmentId: number): boolean
  /** Called when waiting commands may start. */
  onFree(): void
}

export class Busy implements Gate {
  readonly #options: BusyOptions
  readonly #batches = new Set<number>()
  /** How many chunks have entered, by environment. */
  readonly #chunks = new Map<number, number>()
  readonly #entering = new Map<number, (() => void)[]>()

  constructor(options: BusyOptions) {
    this.#options = options
  }

  has(environmentId: number): boolean {
    return this.#batches.has(environmentId) || this.#chunks.has(environmentId)
  }

  begin(environmentIds: Iterable<number>): void {
    for (const id of environmentIds) this.#batches.add(id)
  }

  /** Ends a batch; chunks that waited for it go next, before all other work. */
  end(environmentIds: Iterable<number>): void {
    for (const id of environmentIds) {
      this.#batches.delete(id)
      for (const enter of this.#entering.get(id) ?? []) {
        this.#add(id, 1)
        enter()
      }
      this.#entering.delete(id)
    }
  }

  async enter(environmentId: number): Promise<void> {
    if (this.#options.isParked(environmentId)) await setTimeout(PARKED_REST_MS)
    if (!this.#batches.has(environmentId) && !this.#options.isWaiting(environmentId)) {
      return this.#add(environmentId, 1)
    }
    return new Promise((resolve) => {
      this.#entering.set(environmentId, [...(this.#entering.get(environmentId) ?? []), resolve])
    })
  }

  leave(environmentId: number): void {
    this.#add(environmentId, -1)
    if (!this.#chunks.has(environmentId)) this.#options.onFree()
  }

  #add(environmentId: number, count: number): void {
    const chunks = (this.#chunks.get(environmentId) ?? 0) + count
    if (chunks > 0) this.#chunks.set(environmentId, chunks)
    else this.#chunks.delete(environmentId)
  }
}
