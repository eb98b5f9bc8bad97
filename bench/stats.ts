// Statistics of repeated measurements: the median, and how far the others are from it.

export interface Spread {
  median: number
  min: number
  max: number
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

/** Each value divided by the reference of the same round. */
export function ratios(values: readonly number[], references: readonly number[]): number[] {
  return values.map((value, round) => value / (references[round] ?? Number.NaN))
}

/** A percentile by nearest rank; `sorted` is ascending. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
