// `npm run bench -- --compare <commit>`: what a request costs the commit and the working tree, in turn.

import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { type Compared, comparison } from './compare-report.ts'
import { KINDS, type Kind } from './compare-requests.ts'
import { resolveCommit, type Side, startSide, withCheckout } from './compare-sides.ts'
import { Refused, type Turn, takeTurn } from './compare-turns.ts'
import { session } from './session.ts'

const MINUTES_MOST = 15
/** Before that, the compiler of the pages' and queries' code has not seen enough of them. */
const WARM_UP_SECONDS = 2

/** The text of the whole comparison. A quick one has shorter turns and fewer rounds. */
export async function compare(commit: string, quick: boolean): Promise<string> {
  const name = await resolveCommit(commit)
  const extent = quick ? { quick, rounds: 8, seconds: 0.4 } : { quick, rounds: 11, seconds: 1 }
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
    const told = [
      `${new Date().toISOString().slice(0, 10)}: ${name.slice(0, 7)} before, the working tree after; ${cpus()[0]?.model}, ${cpus().length} cores, load average ${load.join(' ')} at the start;`,
      `processor time a request, median of ${bench.rounds} turns of ${bench.seconds} s for each side; the spread is the interquartile range of the turns' ratios, and a difference within it is none.`,
      '',
      comparison(await rounds(bench, sides, kinds)),
      ...[...leftOut].map(([kind, why]) => `Left out: ${kind.name}, since ${why}.`),
    ]
    return told.join('\n')
  } finally {
    for (const side of started) await side.stop()
  }
}

/** Why a kind cannot be compared, if it cannot: one of the two versions may not have it yet. */
async function warmUp(bench: Bench, sides: [Side, Side], kind: Kind): Promise<string | undefined> {
  try {
    const seconds = bench.quick ? 1 : WARM_UP_SECONDS
    for (const side of sides) await takeTurn(side, kind, seconds)
    return undefined
  } catch (error) {
    if (error instanceof Refused) return `one of the two answered ${error.message}`
    throw error
  }
}

/** Both sides answer a kind right after one another, so that what else the machine does hits both. */
async function rounds(bench: Bench, sides: [Side, Side], kinds: Kind[]): Promise<Compared[]> {
  const turns = new Map(kinds.map((kind) => [kind, [[], []] as [Turn[], Turn[]]]))
  for (let round = 0; round < bench.rounds; round++) {
    bench.say(`round ${round + 1} of ${bench.rounds}`)
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const [kind, of] of turns) {
      for (const at of order) {
        bench.signal.throwIfAborted()
        of[at].push(await takeTurn(sides[at], kind, bench.seconds))
      }
    }
  }
  return [...turns].flatMap(([kind, [before, after]]) =>
    (['Node', 'PostgreSQL'] as const).map((program): Compared => {
      const part = program === 'Node' ? 'node' : 'postgres'
      const values = (of: Turn[]) => of.map((turn) => turn[part])
      return { kind: kind.name, program, before: values(before), after: values(after) }
    }),
  )
}
