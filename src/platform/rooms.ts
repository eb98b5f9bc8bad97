// Limits on concurrent work: if a limit is reached, the caller is refused without waiting.

export class Rooms {
  readonly #inside = new Map<string, number>()

  /** Runs work that counts in all of these rooms; throws `onFull()` if one is full. */
  async within<T>(
    rooms: readonly (readonly [name: string, most: number])[],
    work: () => Promise<T>,
    onFull: () => Error,
  ): Promise<T> {
    if (rooms.some(([room, most]) => this.#count(room) >= most)) throw onFull()
    for (const [room] of rooms) this.#inside.set(room, this.#count(room) + 1)
    try {
      return await work()
    } finally {
      for (const [room] of rooms) {
        if (this.#count(room) > 1) this.#inside.set(room, this.#count(room) - 1)
        else this.#inside.delete(room)
      }
    }
  }

  #count(room: string): number {
    return this.#inside.get(room) ?? 0
  }
}
