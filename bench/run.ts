// The benchmark: `npm run bench` measures the real server beside its references and prints one table.
//
//   --quick              3 rounds of 1 s instead of 5 of 3 s, without pdf and mail unless they are named
//   --rounds <count>     so many rounds instead
//   --json               one JSON object instead of the table
//   --only <names>       of: start, create, hot, finalize, get, memory, latency, payments, webhooks, pdf,
//                        mail, lists
//   --profile <folder>   leaves CPU profiles of the server there, and the database's dearest statements
//   --compare <commit>   instead of all that: what a request costs that commit and the working tree, second
//                        by second in turn, in about four minutes; with --quick in two

import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type { Bench, Figure } from './bench.ts'
import { checkWrites } from './checks.ts'
import { compare } from './compare.ts'
import { measureDocuments } from './documents.ts'
import { measureLatency } from './latency.ts'
import { measureLists } from './lists.ts'
import { readLogged, toldLogged } from './logged.ts'
import { measureMails } from './mails.ts'
import { loadedMemory, startAgain } from './memory.ts'
import { parseOptions, refuse } from './options.ts'
import { measurePayments } from './payments.ts'
import { countStatements, startCounting, writeStatements } from './profile.ts'
import { measureGet } from './reads.ts'
import { findPgbench } from './reference.ts'
import { circumstances, toJson, toTable } from './report.ts'
import { startServer } from './server.ts'
import { session } from './session.ts'
import { measureWebhooks } from './webhooks.ts'
import { makeWorld, type World } from './world.ts'
import { measureCreate, measureFinalize } from './writes.ts'

const MINUTES_MOST = 45

type Part = (bench: Bench, world: World) => Promise<Figure[]>

/** In this order; lists come last, since a million invoices more would weigh on the others. */
const PARTS: Record<string, Part> = {
  create: (bench, world) => measureCreate(bench, world, false),
  hot: (bench, world) => measureCreate(bench, world, true),
  finalize: measureFinalize,
  get: measureGet,
  memory: loadedMemory,
  latency: measureLatency,
  payments: measurePayments,
  webhooks: measureWebhooks,
  pdf: measureDocuments,
  mail: measureMails,
  lists: measureLists,
}
/** After these the books are checked: up to here, all that was written is known. */
const LAST_COUNTED = 'memory'
/** A quick run is over within three minutes, which these would make longer. */
const LEFT_OUT_WHEN_QUICK = ['pdf', 'mail']

interface Options {
  quick: boolean
  rounds: number | undefined
  json: boolean
  only: string[] | undefined
  profile: string | undefined
  compare: string | undefined
}

function readOptions(): Options {
  const values = parseOptions({
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      json: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      profile: { type: 'string' },
      compare: { type: 'string' },
    },
  })
  const only = values.only?.flatMap((names) => names.split(','))
  const known = ['start', ...Object.keys(PARTS)]
  const unknown = only?.filter((name) => !known.includes(name)) ?? []
  if (unknown.length > 0) {
    refuse(`--only ${unknown.join(',')} is none of ${known.join(', ')}.`)
  }
  const { compare, profile } = values
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
  const others = only ?? profile ?? rounds ?? (values.json || undefined)
  if (compare !== undefined && others !== undefined) {
    refuse(
      '--compare measures its own kinds of request: of the other options it takes only --quick.',
    )
  }
  return { ...values, rounds, only, compare, profile: profile && resolve(profile) }
}

async function measure(bench: Bench, { only, json, profile }: Options): Promise<string> {
  const wanted = (name: string) =>
    only?.includes(name) ?? !(bench.quick && LEFT_OUT_WHEN_QUICK.includes(name))
  const options = { secretKey: randomBytes(32).toString('hex'), profile }
  const start = () => startServer(bench, options)
  bench.say('starting the server')
  let server = await start()
  try {
    const figures: Figure[] = []
    if (wanted('start')) {
      const again = await startAgain(bench, server, start)
      server = again.server
      figures.push(...again.figures)
    }
    if (profile) {
      await countStatements(server)
      await server.stop()
      server = await start()
    }
    const told = await circumstances(bench, server)
    const world = await makeWorld(bench, server, options.secretKey)
    if (profile) await startCounting(server)
    for (const [name, part] of Object.entries(PARTS)) {
      if (wanted(name)) figures.push(...(await part(bench, world)))
      if (name === LAST_COUNTED) {
        bench.say('checking the books')
        await checkWrites(world)
      }
    }
    if (profile) await writeStatements(server, profile)
    const logged = await readLogged(server)
    if (json) return toJson({ ...told, logged }, figures)
    return `${toTable(told, figures)}\n${toldLogged(logged)}`
  } finally {
    await server.stop()
  }
}

async function main(options: Options): Promise<void> {
  const { compare: commit, quick } = options
  const told = commit === undefined ? await measureAll(options) : await compare(commit, quick)
  process.stdout.write(`${told}\n`)
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
