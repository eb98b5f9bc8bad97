// Seeded random numbers, so that a failed test can be repeated exactly.

import { randomInt } from 'node:crypto'

export interface Random {
  /** An integer from 0 to below `most`. */
  below(most: number): number
  pick<T>(list: readonly T[]): T
  /** One to `most` elements of the list, possibly with repetitions. */
  some<T>(list: readonly T[], most: number): T[]
}

/** The seed of the suite: a failing test fails because of a change, and not by chance. */
export const SUITE_SEED = 20_261_121

/** A random seed for long runs, so that each run tries something else. */
export const anySeed = (): number => randomInt(2 ** 31)

/** xorshift32 (Marsaglia, 2003). */
export function randomFrom(seed: number): Random {
  let state = seed | 1
  const below = (most: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % most
  }
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T
  return {
    below,
    pick,
    some: (list, most) => Array.from({ length: 1 + below(most) }, () => pick(list)),
  }
}
