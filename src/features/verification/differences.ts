// Counts the objects of a check, and keeps the first of the differences that it finds.

import type { Differ } from './checks.ts'

/** Keeps reports short however great the damage: further differences are only counted. */
export const EXAMPLES_MOST = 20

export interface Found {
  name: string
  /** The rule that must hold. */
  about: string
  /** How many objects were checked, and their noun: 12 "invoices". */
  checked: number
  what: string
  differences: number
  /** The first differences, one sentence each. */
  examples: string[]
}

export class Differences {
  checked = 0
  readonly #name: string
  readonly #what: string
  readonly #about: string
  readonly #examples: string[] = []
  #differences = 0

  constructor(name: string, what: string, about: string) {
    this.#name = name
    this.#what = what
    this.#about = about
  }

  /** Counts one object and returns where to report its differences. */
  of(subject: string): Differ {
    this.checked++
    return (sentence) => {
      this.#differences++
      if (this.#examples.length < EXAMPLES_MOST) this.#examples.push(`${subject}: ${sentence}`)
    }
  }

  found(): Found {
    return {
      name: this.#name,
      about: this.#about,
      checked: this.checked,
      what: this.#what,
      differences: this.#differences,
      examples: this.#examples,
    }
  }
}
