// The benchmark: `npm run bench` measures the real server against its references and prints one table.
//
//   --quick              3 rounds of 1 s instead of 5 of 3 s
//   --rounds <count>     this many rounds instead
//   --only <names>       of: start, create, hot, finalize, get, memory, latency, payments, webhooks
//   --compare <commit>   instead of all that: compares the cost of a request between that commit and the working
//                        tree, alternating every second, in about four minutes; with --quick in two

import { randomBytes } from 'node:crypto'
import type { Bench, Figure } from './bench.ts'
import { checkWrites } from './checks.ts'
import { compare } from './compare.ts'
import { measureLatency } from './latency.ts'
import { loggedSentence, readLogged } from './logged.ts'
import { loadedMemory, startAgain } from './memory.ts'
import { parseOptions, refuse } from './options.ts'
import { measurePayments } from './payments.ts'
import { measureGet } from './reads.ts'
import { findPgbench } from './reference.ts'
import { circumstances, toTable } from './report.ts'
import { startServer } from './server.ts'
import { session } from './session.ts'
import { measureWebhooks } from './webhooks.ts'
import { makeWorld, type World } from './world.ts'
import { measureCreate, measureFinalize } from './writes.ts'

const MINUTES_MOST = 45

type Part = (bench: Bench, world: World) => Promise<Figure[]>

const PARTS: Record<string, Part> = {
  create: (bench, world) => measureCreate(bench, world, false),
  hot: (bench, world) => measureCreate(bench, world, true),
  finalize: measureFinalize,
  get: measureGet,
  memory: loadedMemory,
  latency: measureLatency,
  payments: measurePayments,
  webhooks: measureWebhooks,
}
/** The last part whose writes are all counted; the books are checked after it. */
const LAST_COUNTED = 'memory'

interface Options {
  quick: boolean
  rounds: number | undefined
  only: string[] | undefined
  compare: string | undefined
}

function readOptions(): Options {
  const values = parseOptions({
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true },
      compare: { type: 'string' },
    },
  })
  const only = values.only?.flatMap((names) => names.split(','))
  const known = ['start', ...Object.keys(PARTS)]
  const unknown = only?.filter((name) => !known.includes(name)) ?? []
  if (unknown.length > 0) {
    refuse(`--only ${unknown.join(',')} is none of ${known.join(', ')}.`)
  }
  const { compare } = values
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
  if (compare !== undefined && (only ?? rounds) !== undefined) {
    refuse(
      '--compare measures its own kinds of request: of the other options it takes only --quick.',
    )
  }
  return { ...values, rounds, only, compare }
}

async function measure(bench: Bench, { only }: Options): Promise<string> {
  const wanted = (name: string) => only?.includes(name) ?? true
  const secretKey = randomBytes(32).toString('hex')
  const start = () => startServer(bench, secretKey)
  bench.say('starting the server')
  let server = await start()
  try {
    const figures: Figure[] = []
    if (wanted('start')) {
      const again = await startAgain(bench, server, start)
      server = again.server
      figures.push(...again.figures)
    }
    const conditions = await circumstances(bench, server)
    const world = await makeWorld(bench, server, secretKey)
    for (const [name, part] of Object.entries(PARTS)) {
      if (wanted(name)) figures.push(...(await part(bench, world)))
      if (name === LAST_COUNTED) {
        bench.say('checking the books')
        await checkWrites(world)
      }
    }
    return `${toTable(conditions, figures)}\n${loggedSentence(await readLogged(server))}`
  } finally {
    await server.stop()
  }
}

async function main(options: Options): Promise<void> {
  const { compare: commit, quick } = options
  const report = commit === undefined ? await measureAll(options) : await compare(commit, quick)
  process.stdout.write(`${report}\n`)
}

function measureAll(options: Options): Promise<string> {
  findPgbench()
  const { quick, rounds = quick ? 3 : 5 } = options
  const extent = { quick, rounds, seconds: quick ? 1 : 3 }
  return session(extent, MINUTES_MOST, (bench) => measure(bench, options))
}

const options = readOptions()
try {
  await main(options)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
