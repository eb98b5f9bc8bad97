// The budgets of test/budgets.json: counts are always enforced; processor seconds are reported, and enforced nightly.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COUNTED, type Cost, type Counted, type Counts, totals } from './costs.ts'

/** `all`: the files of one day; `every`: all of them, as `npm run test:nightly` runs them. */
export type BudgetedTier = 'test' | 'all' | 'every'

export interface Budgets {
  limits: Record<BudgetedTier, Required<Counts>>
  /** Processor seconds on a calm machine, with the seconds of the spin measured at the same time. */
  seconds: Record<BudgetedTier, number> & { spin: number }
  /** The cost of each file when last recorded: used to name files that grew and to order a run. */
  files: Record<string, Counts & { seconds: number }>
}

const PATH = join(import.meta.dirname, 'budgets.json')

export const readBudgets = (): Budgets => JSON.parse(readFileSync(PATH, 'utf8'))

const NAMES: Record<Counted, string> = {
  worlds: 'worlds',
  databases: 'databases',
  starts: 'starts of the service',
  servers: 'starts of PostgreSQL',
  pages: 'page loads',
  axe: 'runs of axe',
  verifications: 'verifications',
}

const COMMANDS: Record<BudgetedTier, string> = {
  test: 'npm test',
  all: 'test:all',
  every: 'test:all with TURNS=every',
}

/** Formats the counts of a tier next to their limits, on one line. */
export function countsLine(tier: BudgetedTier, costs: readonly Cost[], budgets: Budgets): string {
  const sums = totals(costs)
  const parts = COUNTED.map(
    (each) => `${sums[each]} of ${budgets.limits[tier][each]} ${NAMES[each]}`,
  )
  return `Counts of ${COMMANDS[tier]}: ${parts.join(', ')}.`
}

/** Returns a sentence for each count above its limit, with the files that grew. */
export function overBudget(
  tier: BudgetedTier,
  costs: readonly Cost[],
  { limits, files }: Budgets,
): string[] {
  const sums = totals(costs)
  return COUNTED.filter((each) => sums[each] > limits[tier][each]).map((each) => {
    const grown = costs
      .map(({ file, counts }) => ({ file, by: (counts[each] ?? 0) - (files[file]?.[each] ?? 0) }))
      .filter(({ by }) => by > 0)
      .toSorted((a, b) => b.by - a.by)
      .map(({ file, by }) => `${file} (+${by})`)
    return (
      `${sums[each]} ${NAMES[each]} are over the budget of ${limits[tier][each]} in test/budgets.json. ` +
      `Grown since it was recorded: ${grown.join(', ') || 'no file'}. ` +
      'Share a world, prove it at a cheaper level, or take as much elsewhere.'
    )
  })
}

const SPIN_TURNS = 200_000_000

/** Processor seconds of a fixed piece of work, to compare the speed of this machine with another. */
export function spin(): number {
  const before = process.cpuUsage()
  let x = 1
  for (let turn = 0; turn < SPIN_TURNS; turn++) x = (x * 1_664_525 + 1_013_904_223) | 0
  const { user, system } = process.cpuUsage(before)
  return (user + system + (x === 0 ? 1 : 0)) / 1e6
}

/** Largest relative difference between two spins on a calm machine. */
const CALM = 0.1
/** Factor by which a tier may exceed its budget. */
const MARGIN = 1.3

/** Compares a tier's processor seconds with its budget, scaled by the spin; `isOver` is true only on a calm machine. */
export function secondsLine(
  tier: BudgetedTier,
  used: number,
  spins: [number, number],
  { seconds }: Budgets,
): { line: string; isOver: boolean } {
  const mean = (spins[0] + spins[1]) / 2
  const scaled = (used * seconds.spin) / mean
  const isCalm = Math.abs(spins[0] - spins[1]) <= CALM * Math.min(...spins)
  const line =
    `${Math.round(used)} s of processor, ${Math.round(scaled)} s by the spin; the budget is ${seconds[tier]} s` +
    (isCalm ? '.' : ' (the machine was not calm).')
  return { line, isOver: isCalm && scaled > MARGIN * seconds[tier] }
}

/** Records what files cost, for `--record`; limits are set by hand. */
export function recordFiles(costs: readonly Cost[]): void {
  const budgets = readBudgets()
  const files = costs
    .map(
      ({ file, counts, seconds }) =>
        [file, { seconds: Math.round(seconds * 10) / 10, ...counts }] as const,
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const lines = files.map(([file, cost]) => `    ${JSON.stringify(file)}: ${JSON.stringify(cost)}`)
  const { files: _, ...head } = budgets
  const opening = JSON.stringify(head, null, 2).slice(0, -2)
  writeFileSync(PATH, `${opening},\n  "files": {\n${lines.join(',\n')}\n  }\n}\n`)
}
