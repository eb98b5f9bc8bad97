// Which environments have something in flight: one batch of the lane, or chunks of a run, never both. So a batch of
// many environments never waits in the database for the rows of a chunk.

import { setTimeout } from 'node:timers/promises'
import type { Gate } from './bulk.ts'

/** Held environments are tried again and again: what a run leaves them between two chunks. */
const HELD_REST_MS = 50

export interface BusyOptions {
  /** Whether the lane has something of it waiting. */
  isWaiting(environmentId: number): boolean
  /** Whether somebody else has rows of it, and the lane tries to get them. */
  isHeld(environmentId: number): boolean
  /** Something that waits may begin. */
  onFree(): void
}

export class Busy implements Gate {
  readonly #options: BusyOptions
  readonly #batches = new Set<number>()
  /** How many chunks have come in. */
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

  /** A batch has ended: whatever else waits, it is the turn of the chunks that waited for it. */
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
    if (this.#options.isHeld(environmentId)) await setTimeout(HELD_REST_MS)
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
