// A limited resource shared by tenants: each may use a large part while it is plentiful, and a small part once it is
// scarce.

export interface Share {
  /** Limit for all tenants together. */
  most: number
  /** Limit per tenant while the total is below `plenty`. */
  each: number
  plenty: number
  /** Limit per tenant once the total has reached `plenty`. */
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

  /** Takes one unit for an environment if allowed; `give` returns it. */
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
