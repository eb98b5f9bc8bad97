// Cache of recent documents by their input: concurrent requests share one rendering.

export interface CacheLimits {
  /** The bytes of all cached documents together. */
  bytesMax: number
  /** How long a failed document is not tried again. */
  failureMs: number
}

interface Entry<Made> {
  made: Promise<Made>
  bytes: number
  /** Monotonic time until which a failure is returned again. */
  failedUntil?: number
}

export class DocumentCache<Made> {
  readonly #limits: CacheLimits
  readonly #sizeOf: (made: Made) => number
  readonly #ticksNow: () => number
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry<Made>>()
  #bytes = 0

  constructor(
    limits: CacheLimits,
    sizeOf: (made: Made) => number,
    ticksNow: () => number = () => performance.now(),
  ) {
    this.#limits = limits
    this.#sizeOf = sizeOf
    this.#ticksNow = ticksNow
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Returns the document of a key, rendering it if needed. `lasts` is true for failures to cache. */
  get(key: string, make: () => Promise<Made>, lasts: (error: unknown) => boolean): Promise<Made> {
    const known = this.#entries.get(key)
    if (known && (known.failedUntil ?? Number.POSITIVE_INFINITY) > this.#ticksNow()) {
      this.#entries.delete(key)
      this.#entries.set(key, known)
      return known.made
    }
    const entry: Entry<Made> = { made: make(), bytes: 0 }
    this.#entries.set(key, entry)
    entry.made.then(
      (made) => {
        entry.bytes = this.#sizeOf(made)
        this.#bytes += entry.bytes
        this.#shrink()
      },
      (error) => {
        if (lasts(error)) entry.failedUntil = this.#ticksNow() + this.#limits.failureMs
        else if (this.#entries.get(key) === entry) this.#entries.delete(key)
      },
    )
    return entry.made
  }

  #shrink(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#limits.bytesMax) return
      if (bytes === 0) continue
      this.#entries.delete(key)
      this.#bytes -= bytes
    }
  }
}
