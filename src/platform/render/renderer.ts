// Renders documents in separate processes: on demand, a few at a time, isolated from each other.

import { Refusal, unavailable } from '../refusal.ts'
import type { Equipment, Job } from './job.ts'
import { LostProcess, type Typeset, TypesetterProcess } from './typesetter-process.ts'

/** 503: this document took too long, or crashed its process. */
export class DocumentLost extends Refusal {
  constructor(limitMs: number) {
    super(
      'unavailable',
      `This document could not be created: it took more than ${limitMs / 1000} seconds of processing, or crashed its process. Try again in a minute. If it fails again, shorten its texts or change its logo.`,
      { headers: { 'retry-after': '60' } },
    )
  }
}

export interface RendererOptions {
  equipment: Equipment
  /** Processes at once. */
  processes: number
  /** Processor time limit of one document. */
  limitMs?: number
  /** Documents that may wait; beyond it, callers are refused and retry later. */
  waitingMax?: number
  /** An idle process ends after this time. */
  idleMs?: number
  /** Documents or memory after which a process is replaced: its caches only grow. */
  documentsMax?: number
  memoryMaxBytes?: number
  onLost?: (error: Error) => void
}

interface Waiting {
  job: Job
  resolve(made: Typeset): void
  reject(error: Error): void
}

interface Place {
  process: TypesetterProcess | undefined
  isBusy: boolean
  idle: NodeJS.Timeout | undefined
}

export class Renderer {
  readonly #options: Required<Omit<RendererOptions, 'onLost'>> & Pick<RendererOptions, 'onLost'>
  readonly #places: Place[]
  /** Waiting jobs by group; groups take turns, so that one with many jobs delays only itself. */
  readonly #groups = new Map<string, Waiting[]>()
  #waiting = 0
  #made = 0
  #isClosed = false

  constructor(options: RendererOptions) {
    this.#options = {
      limitMs: 5_000,
      waitingMax: 256,
      idleMs: 60_000,
      documentsMax: 300,
      memoryMaxBytes: 384 * 1024 * 1024,
      ...options,
    }
    this.#places = Array.from({ length: options.processes }, () => ({
      process: undefined,
      isBusy: false,
      idle: undefined,
    }))
  }

  get waiting(): number {
    return this.#waiting
  }

  get made(): number {
    return this.#made
  }

  /** Memory of all processes after their last document, in bytes. */
  get memoryBytes(): number {
    return this.#places.reduce((sum, { process }) => sum + (process?.memoryBytes ?? 0), 0)
  }

  get pids(): number[] {
    return this.#places.flatMap(({ process }) => process?.pid ?? [])
  }

  /**
   * Renders a document. Throws `unavailable` if too many wait or the service is stopping, DocumentLost if it took too
   * long or crashed its process, BrokenDocument if the template failed.
   */
  render(group: string, job: Job): Promise<Typeset> {
    if (this.#isClosed) return Promise.reject(stopping())
    if (this.#waiting >= this.#options.waitingMax) {
      return Promise.reject(unavailable('Too many PDFs are being created. Try again in a moment.'))
    }
    const made = new Promise<Typeset>((resolve, reject) => {
      const waiting = { job, resolve, reject }
      const queue = this.#groups.get(group)
      if (queue) queue.push(waiting)
      else this.#groups.set(group, [waiting])
      this.#waiting += 1
    })
    this.#dispatch()
    return made
  }

  /** Refuses waiting jobs and ends the processes. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of [...this.#groups.values()].flat()) reject(stopping())
    this.#groups.clear()
    this.#waiting = 0
    await Promise.all(this.#places.map((place) => this.#empty(place)))
  }

  #dispatch(): void {
    for (const place of this.#places) {
      if (place.isBusy) continue
      const next = this.#next()
      if (!next) return
      place.isBusy = true
      void this.#serve(place, next).finally(() => {
        place.isBusy = false
        this.#dispatch()
      })
    }
  }

  /** Returns the first job of the group whose turn is next. */
  #next(): Waiting | undefined {
    const [turn] = this.#groups
    if (!turn) return undefined
    const [group, queue] = turn
    const next = queue.shift()
    this.#groups.delete(group)
    if (queue.length > 0) this.#groups.set(group, queue)
    this.#waiting -= 1
    return next
  }

  async #serve(place: Place, { job, resolve, reject }: Waiting): Promise<void> {
    clearTimeout(place.idle)
    const { equipment, limitMs, idleMs, onLost } = this.#options
    try {
      if (!place.process?.isAlive) place.process = new TypesetterProcess(equipment)
      resolve(await place.process.run(job, limitMs))
      this.#made += 1
    } catch (error) {
      if (!(error instanceof LostProcess)) return reject(error as Error)
      onLost?.(error)
      await this.#empty(place)
      return reject(this.#isClosed ? stopping() : new DocumentLost(limitMs))
    }
    if (this.#isWornOut(place.process)) await this.#empty(place)
    place.idle = setTimeout(() => {
      if (!place.isBusy) void this.#empty(place)
    }, idleMs).unref()
  }

  #isWornOut(process: TypesetterProcess): boolean {
    const { documentsMax, memoryMaxBytes } = this.#options
    return process.done >= documentsMax || process.memoryBytes > memoryMaxBytes
  }

  async #empty(place: Place): Promise<void> {
    clearTimeout(place.idle)
    const { process } = place
    place.process = undefined
    await process?.end()
  }
}

function stopping(): Refusal {
  return unavailable('The service is shutting down. Try again in a moment.')
}
