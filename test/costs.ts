// The costs of test files: processor seconds, and counts that do not depend on the load of the machine. Each process of
// a run appends notes to one file, which the run reads at its end.

import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'

/** Environment variable with the path of the notes file; unset outside a run. */
export const NOTES = 'TEST_NOTES'
/** IDs of the processes that all files share, separated by commas: PostgreSQL and Chromium. */
export const SHARED_PIDS = 'TEST_SHARED_PIDS'
/** Appended to the paths of files that run on Debian's PostgreSQL. */
export const SERVER_SUFFIX = 'TEST_SERVER_SUFFIX'

export const COUNTED = [
  'worlds',
  'databases',
  'starts',
  'servers',
  'pages',
  'axe',
  'verifications',
] as const
export type Counted = (typeof COUNTED)[number]
export type Counts = Partial<Record<Counted, number>>

/** The beginning or end of a file. */
interface Note {
  file: string
  /** Milliseconds since 1970. */
  at: number
  /** Seconds used so far by the processes that all files share. */
  shared: number
  /** Only at the end: seconds used by this process and by its children that have ended. */
  own?: number
  counts?: Counts
}

export interface Cost {
  file: string
  /** Elapsed seconds. */
  elapsed: number
  /** Processor seconds, including this file's part of PostgreSQL and Chromium. */
  seconds: number
  counts: Counts
}

let running: { file: string; own: number; counts: Counts } | undefined

/** Notes that a file begins; `noteEnd` comes before the next file. */
export function noteBegin(file: string): void {
  const path = file + (process.env[SERVER_SUFFIX] ?? '')
  running = { file: path, own: processorSeconds(), counts: {} }
  write({ file: path, at: Date.now(), shared: sharedSeconds() })
}

export function noteEnd(): void {
  if (!running) return
  const { file, counts } = running
  const own = processorSeconds() - running.own
  write({ file, at: Date.now(), shared: sharedSeconds(), own, counts })
  running = undefined
}

/** Discards the running file: a file that is stopped has not ended. */
export function noteNothing(): void {
  running = undefined
}

/** Adds one to a count of the running file. */
export function count(what: Counted): void {
  if (running) running.counts[what] = (running.counts[what] ?? 0) + 1
}

function write(note: Note): void {
  const path = process.env[NOTES]
  if (path) appendFileSync(path, `${JSON.stringify(note)}\n`)
}

/** Fields utime, stime, cutime and cstime of proc(5) in seconds: a process and its children that have ended. */
function secondsOf(stat: string): number {
  // The name ends with the last parenthesis and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

/** Processor seconds of this process and of its children that have ended. */
export const processorSeconds = (): number => secondsOf(readFileSync('/proc/self/stat', 'utf8'))

/** Processor seconds of the processes that all files share, while they run. */
export function sharedSeconds(): number {
  const pids = (process.env[SHARED_PIDS] ?? '').split(',').filter((pid) => pid !== '')
  return pids.length === 0 ? 0 : treeSeconds(pids)
}

/** Processor seconds of these processes and all their descendants. */
function treeSeconds(roots: string[]): number {
  const stats = new Map<string, string>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      stats.set(pid, readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      // It has ended in the meantime.
    }
  }
  const parentOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? ''
  const isWithin = (pid: string): boolean => {
    if (roots.includes(pid)) return true
    const stat = stats.get(pid)
    return stat !== undefined && isWithin(parentOf(stat))
  }
  return [...stats]
    .filter(([pid]) => isWithin(pid))
    .reduce((sum, [, stat]) => sum + secondsOf(stat), 0)
}

export interface Costs {
  ended: Cost[]
  /** Files that began and did not end, with seconds since they began. */
  open: { file: string; elapsed: number }[]
}

/** Reads the notes. What shared processes use is divided evenly among the files running at the time. */
export function readCosts(path: string): Costs {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const notes = lines
    .filter((line) => line !== '')
    .map((line): Note => JSON.parse(line))
    .toSorted((a, b) => a.at - b.at)
  const current = new Map<string, Cost & { at: number }>()
  const ended: Cost[] = []
  let before = 0
  for (const { file, at, shared, own, counts = {} } of notes) {
    // Chromium replaces its processes, so the sum can fall.
    const part = Math.max(0, shared - before) / Math.max(1, current.size)
    before = shared
    for (const cost of current.values()) cost.seconds += part
    if (own === undefined) {
      current.set(file, { file, at, elapsed: 0, seconds: 0, counts: {} })
      continue
    }
    const cost = current.get(file)
    current.delete(file)
    if (!cost) continue
    const seconds = cost.seconds + own
    ended.push({ file, elapsed: (at - cost.at) / 1000, seconds, counts })
  }
  const open = [...current.values()].map(({ file, at }) => ({
    file,
    elapsed: (Date.now() - at) / 1000,
  }))
  return { ended, open }
}

const DEAREST = 10

/** Returns lines with the most expensive files of a run, and those that had not ended. */
export function dearest({ ended, open }: Costs): string[] {
  const lines = ended
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, DEAREST)
    .map(
      ({ file, elapsed, seconds }) =>
        `${seconds.toFixed(1).padStart(7)} s of processor, ${elapsed.toFixed(1).padStart(5)} s elapsed: ${file}`,
    )
  return [
    `The dearest of ${ended.length} files:`,
    ...lines,
    ...open.map(
      ({ file, elapsed }) => `Still running when stopped, after ${Math.round(elapsed)} s: ${file}`,
    ),
  ]
}

export function totals(costs: readonly Cost[]): Required<Counts> {
  const sums = Object.fromEntries(COUNTED.map((each) => [each, 0])) as Required<Counts>
  for (const { counts } of costs) for (const each of COUNTED) sums[each] += counts[each] ?? 0
  return sums
}
