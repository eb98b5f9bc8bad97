// Documents made lately, by what they were made of: made once for all who ask at the same time.

export interface CacheLimits {
  /** Of all documents kept. */
  bytesMax: number
  /** For so long a document that could not be made is not tried again. */
  failureMs: number
}

interface Entry<Made> {
  made: Promise<Made>
  bytes: number
  /** The instant, of the monotonic clock, until which a failure stands. */
  failedUntil?: number
}

export class DocumentCache<Made> {
  readonly #limits: CacheLimits
  readonly #sizeOf: (made: Made) => number
  readonly #ticksNow: () => number
  /** The least lately used first. */
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

  /** The document of a key, made now unless it is known. `lasts` tells which failures stand for a while. */
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
