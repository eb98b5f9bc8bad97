// Where so many may be at once: whoever finds a room full is turned away, and waits for nobody.

export class Rooms {
  readonly #inside = new Map<string, number>()

  /** Works while inside all of these rooms; `onFull` is thrown when one is full. */
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
