// Seeded random numbers: the same seed draws the same demo.

export interface Chance {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** True with this probability, in percent. */
  percent(of100: number): boolean
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
}

/** xorshift32 (Marsaglia, "Xorshift RNGs", 2003). */
export function chanceFrom(seed: number): Chance {
  let state = (seed ^ 0x9e3779b9) | 1
  const below = (most: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % most
  }
  // The first numbers of small seeds are alike.
  for (let turn = 0; turn < 16; turn++) below(2)
  return {
    between: (least, most) => least + below(most - least + 1),
    percent: (of100) => below(100) < of100,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    shuffle(list) {
      const drawn = [...list]
      for (let last = drawn.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const swap = drawn[last] as (typeof list)[number]
        drawn[last] = drawn[other] as (typeof list)[number]
        drawn[other] = swap
      }
      return drawn
    },
  }
}
