// Chance from a seed, so that a test that fails can be run again as it was.

import { randomInt } from 'node:crypto'

export interface Random {
  /** A whole number from 0 to just below `most`. */
  below(most: number): number
  pick<T>(list: readonly T[]): T
  /** One to `most` of the list, perhaps some of them twice. */
  some<T>(list: readonly T[], most: number): T[]
}

/** What the suite begins with: a test that is red is so for what was changed, and not by chance. */
export const SUITE_SEED = 20_261_121

/** What a long run begins with, to meet what no run has met before. */
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
