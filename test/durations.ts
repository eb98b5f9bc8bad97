// How long test files take: written down by the processes that run them, told at the end of the run.

import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Where a run collects them; not set where nobody asks. */
export const DURATIONS = 'TEST_DURATIONS'

interface Begun {
  file: string
  /** Milliseconds since 1970. */
  at: number
}

interface Ended extends Begun {
  seconds: number
  /** Of the processor, in this process and in the children it has waited for; not in PostgreSQL. */
  processor: number
}

let running: (Begun & { processor: number }) | undefined

/** Called when a file begins; `noteEnd` before the next one, and when the process ends. */
export function noteBegin(file: string): void {
  running = { file, at: Date.now(), processor: processorSeconds() }
  write({ file, at: running.at })
}

export function noteEnd(): void {
  if (!running) return
  const { file, at } = running
  const seconds = (Date.now() - at) / 1000
  write({ file, at, seconds, processor: processorSeconds() - running.processor })
  running = undefined
}

/** A file that is cut off has not ended. */
export function noteNothing(): void {
  running = undefined
}

function write(note: Begun | Ended): void {
  const path = process.env[DURATIONS]
  if (path) appendFileSync(path, `${JSON.stringify(note)}\n`)
}

/** What this process and the children it has waited for have used of the processor. */
export function processorSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The fields utime, stime, cutime and cstime of proc(5), in hundredths; what stands before the
  // last parenthesis is a name, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) / 100
}

const SLOWEST = 10

/** Lines that name the slowest files of a run, and those that had not ended. */
export function slowest(path: string): string[] {
  const notes = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): Begun & Partial<Ended> => JSON.parse(line))
    : []
  const ended = notes.filter((note): note is Ended => note.seconds !== undefined)
  const open = notes.filter(
    ({ file, seconds }) => seconds === undefined && !ended.some((each) => each.file === file),
  )
  const lines = ended
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(
      ({ file, seconds, processor }) =>
        `${seconds.toFixed(1).padStart(7)} s, ${processor.toFixed(1).padStart(5)} s of processor: ${file}`,
    )
  return [
    `The slowest of ${ended.length} files:`,
    ...lines,
    ...open.map(
      ({ file, at }) => `Not ended after ${Math.round((Date.now() - at) / 1000)} s: ${file}`,
    ),
  ]
}
