// `npm run bench -- --compare <commit>`: compares the cost of requests between the commit and the working tree.

import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { type Compared, comparison, PROGRAMS, together } from './compare-report.ts'
import { KINDS, type Kind } from './compare-requests.ts'
import { resolveCommit, type Side, startSide, withCheckout } from './compare-sides.ts'
import { type Cost, Refused, takeTurns } from './compare-turns.ts'
import { session } from './session.ts'
import { readWritten, type Written, writtenTable } from './written.ts'

const MINUTES_MOST = 15
/** Time for the JIT compiler to optimize the code. */
const WARM_UP_SECONDS = 4

/** The report of the whole comparison. A quick one has fewer rounds. */
export async function compare(commit: string, quick: boolean): Promise<string> {
  const name = await resolveCommit(commit)
  const extent = quick ? { quick, rounds: 12, seconds: 0.5 } : { quick, rounds: 40, seconds: 0.5 }
  return session(extent, MINUTES_MOST, (bench) =>
    withCheckout(bench, name, (checkout) => compareSides(bench, name, checkout)),
  )
}

async function compareSides(bench: Bench, name: string, checkout: string): Promise<string> {
  const load = loadavg().map((each) => each.toFixed(1))
  const started: Side[] = []
  try {
    for (const [side, folder] of [
      ['before', checkout],
      ['after', join(import.meta.dirname, '..')],
    ] as const) {
      bench.say(`starting the version ${side}`)
      started.push(await startSide(bench, side, folder))
    }
    const sides = started as [Side, Side]
    const leftOut = new Map<Kind, string>()
    for (const kind of KINDS) {
      bench.say(`warming up: ${kind.name}`)
      const refusal = await warmUp(bench, sides, kind)
      if (refusal) leftOut.set(kind, refusal)
    }
    const kinds = KINDS.filter((kind) => !leftOut.has(kind))
    const paragraphs = [
      `${new Date().toISOString().slice(0, 10)}: ${name.slice(0, 7)} before, the working tree after; ${cpus()[0]?.model}, ${cpus().length} cores, load average ${load.join(' ')} at the start;`,
      `processor time a request, median of ${bench.rounds} rounds of ${bench.seconds} s for both; ratio: median of the rounds' ratios; spread: three standard errors of that.`,
      '',
      comparison(await rounds(bench, sides, kinds)),
      ...[...leftOut].map(([kind, why]) => `Left out: ${kind.name}, since ${why}.`),
      '',
      ...(await written(bench, sides, kinds)),
    ]
    return paragraphs.join('\n')
  } finally {
    for (const side of started) await side.stop()
  }
}

/** The rows and bytes that both sides write for a request of each kind, including the request log. */
async function written(
  bench: Bench,
  [before, after]: [Side, Side],
  kinds: Kind[],
): Promise<string[]> {
  bench.say('reading what was written')
  const found = []
  for (const kind of kinds) {
    const sides = [await readWritten(before, kind), await readWritten(after, kind)]
    found.push({ kind: kind.name, sides: sides as [Written[], Written[]] })
  }
  return writtenTable(found)
}

/** Why a kind cannot be compared, if so: one of the versions may not support it. */
async function warmUp(bench: Bench, sides: [Side, Side], kind: Kind): Promise<string | undefined> {
  try {
    const seconds = bench.quick ? 2 : WARM_UP_SECONDS
    await takeTurns(sides, kind, seconds)
    return undefined
  } catch (error) {
    if (error instanceof Refused) return `one of the two answered ${error.message}`
    throw error
  }
}

/** Both sides run a kind of request directly after one another, so that other load on the machine affects both. */
async function rounds(bench: Bench, sides: [Side, Side], kinds: Kind[]): Promise<Compared[]> {
  const costs = new Map(kinds.map((kind) => [kind, [[], []] as [Cost[], Cost[]]]))
  for (let round = 0; round < bench.rounds; round++) {
    if (round % 5 === 0) bench.say(`round ${round + 1} of ${bench.rounds}`)
    for (const [kind, [before, after]] of costs) {
      bench.signal.throwIfAborted()
      const [ofBefore, ofAfter] = await takeTurns(sides, kind, bench.seconds)
      before.push(ofBefore)
      after.push(ofAfter)
    }
  }
  const all = [...costs].flatMap(([kind, [before, after]]) =>
    PROGRAMS.map((program): Compared => {
      const values = (of: Cost[]) => of.map((cost) => cost[program])
      return { kind: kind.name, program, before: values(before), after: values(after) }
    }),
  )
  return [...all, ...PROGRAMS.map((program) => together(all, program))]
}
