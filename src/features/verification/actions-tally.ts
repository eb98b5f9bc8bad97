// Counts what a check looks at, and tells the first of the differences that it finds.

import type { Differ } from './checks.ts'

/** No report grows with the damage: further differences are counted, not told. */
export const EXAMPLES_MOST = 20

/** What one check found. */
export interface Found {
  name: string
  /** What must hold. */
  about: string
  /** How many were checked, and what: 12 "invoices". */
  checked: number
  what: string
  differences: number
  /** The first differences, a sentence each. */
  examples: string[]
}

/** Counts what one check looked at and what it found. */
export class Tally {
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

  /** A place to report differences of one object. */
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
