// Something there is little of, shared by tenants: each may have much of it while there is plenty,
// and some of it when others have taken much.

export interface Share {
  /** Of all of them together. */
  most: number
  /** Of one, as long as all of them together have less than `plenty`. */
  each: number
  plenty: number
  /** Of one, when they have more. */
  own: number
}

export class Shares {
  readonly #share: Share
  readonly #taken = new Map<number, number>()
  #total = 0

  constructor(share: Share) {
    this.#share = share
  }

  get isFull(): boolean {
    return this.#total >= this.#share.most
  }

  /** Takes one for an environment, if it may have one more; it is given back with `give`. */
  take(environmentId: number): boolean {
    const taken = this.#taken.get(environmentId) ?? 0
    const { each, plenty, own } = this.#share
    if (this.isFull || taken >= (this.#total < plenty ? each : own)) return false
    this.#taken.set(environmentId, taken + 1)
    this.#total++
    return true
  }

  give(environmentId: number): void {
    const left = (this.#taken.get(environmentId) ?? 1) - 1
    if (left === 0) this.#taken.delete(environmentId)
    else this.#taken.set(environmentId, left)
    this.#total--
  }
}
