// The report of a comparison: one row for each kind of request and program, and a verdict.

import { aligned } from './report.ts'
import { median, percentile, ratios } from './stats.ts'

export const PROGRAMS = ['node', 'postgres'] as const
type Program = (typeof PROGRAMS)[number]
const NAMES: Record<Program, string> = { node: 'Node', postgres: 'PostgreSQL' }

/** Microseconds per request, one value per round. */
export interface Compared {
  kind: string
  program: Program
  before: number[]
  after: number[]
}

export interface Difference {
  /** The median of the rounds' ratios; in each round, both sides run directly after one another. */
  ratio: number
  /** Three standard errors of that median. */
  spread: number
  word: 'more' | 'less' | 'none'
}

/** The sum of one request of each kind, whose rounds vary less than those of any one kind. */
export function together(all: Compared[], of: Program): Compared {
  const kinds = all.filter(({ program }) => program === of)
  const sums = (side: 'before' | 'after') =>
    (kinds[0]?.[side] ?? []).map((_, round) =>
      kinds.reduce((sum, kind) => sum + (kind[side][round] ?? 0), 0),
    )
  return { kind: 'one of each', program: of, before: sums('before'), after: sums('after') }
}

/**
 * The standard error of a median, in interquartile ranges over the root of the count: 1.253
 * standard deviations, of which 1.349 are an interquartile range. Rounds disturbed by other load,
 * which always occur, hardly change it.
 */
const STANDARD_ERROR = 1.253 / 1.349

export function difference({ before, after }: Pick<Compared, 'before' | 'after'>): Difference {
  const sorted = ratios(after, before).sort((a, b) => a - b)
  const ratio = median(sorted)
  const quartiles = percentile(sorted, 0.75) - percentile(sorted, 0.25)
  const spread = (3 * STANDARD_ERROR * quartiles) / Math.sqrt(sorted.length)
  if (Math.abs(ratio - 1) <= spread) return { ratio, spread, word: 'none' }
  return { ratio, spread, word: ratio > 1 ? 'more' : 'less' }
}

export function comparison(all: Compared[]): string {
  const rows = all.map((compared) => {
    const { ratio, spread, word } = difference(compared)
    const us = (values: number[]) => `${median(values).toFixed(0)} µs`
    const figures = [us(compared.before), us(compared.after), times(ratio), spread.toFixed(3)]
    return [compared.kind, NAMES[compared.program], ...figures, word]
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
  const differences = found.map(
    ({ kind, program, ratio }) => `${kind} ${times(ratio)} in ${NAMES[program]}`,
  )
  return `Difference in ${found.length} of ${all.length} figures: ${differences.join('; ')}.`
}

const times = (ratio: number): string => `${ratio.toFixed(3)} ×`
