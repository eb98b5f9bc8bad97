// What a comparison found: one row for each kind of request and each of the two programs, and a verdict.

import { aligned } from './report.ts'
import { median, percentile, ratios } from './stats.ts'

/** Microseconds a request, one value a round. */
export interface Compared {
  kind: string
  program: 'Node' | 'PostgreSQL'
  before: number[]
  after: number[]
}

export interface Difference {
  /** The median of what the rounds say, each of which has both sides right after one another. */
  ratio: number
  /** From the lower to the upper quartile of the rounds' ratios. */
  spread: number
  word: 'more' | 'less' | 'none'
}

export function difference({ before, after }: Pick<Compared, 'before' | 'after'>): Difference {
  const sorted = ratios(after, before).sort((a, b) => a - b)
  const ratio = median(sorted)
  const spread = percentile(sorted, 0.75) - percentile(sorted, 0.25)
  if (Math.abs(ratio - 1) <= spread) return { ratio, spread, word: 'none' }
  return { ratio, spread, word: ratio > 1 ? 'more' : 'less' }
}

export function comparison(all: Compared[]): string {
  const rows = all.map((compared) => {
    const { ratio, spread, word } = difference(compared)
    const us = (values: number[]) => `${median(values).toFixed(0)} µs`
    const figures = [us(compared.before), us(compared.after), times(ratio), spread.toFixed(3)]
    return [compared.kind, compared.program, ...figures, word]
  })
  const head = ['request', 'program', 'before', 'after', 'ratio', 'spread', 'difference']
  return [...aligned([head, ...rows]), '', verdict(all)].join('\n')
}

function verdict(all: Compared[]): string {
  const found = all
    .map((compared) => ({ ...compared, ...difference(compared) }))
    .filter(({ word }) => word !== 'none')
    .toSorted((a, b) => b.ratio - a.ratio)
  if (found.length === 0) return `Difference: none in any of the ${all.length} figures.`
  const told = found.map(({ kind, program, ratio }) => `${kind} ${times(ratio)} in ${program}`)
  return `Difference in ${found.length} of ${all.length} figures: ${told.join('; ')}.`
}

const times = (ratio: number): string => `${ratio.toFixed(3)} ×`
