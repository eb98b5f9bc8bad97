// What a row of the request log costs: `npm run bench:log`. One version serves twice, with the log and without it, and both
// are asked for the same, in turn. With `--compare <commit>` that version is measured as well.

import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { KINDS, type Kind } from './compare-requests.ts'
import { AT_ONCE, resolveCommit, type Side, startSide, withCheckout } from './compare-sides.ts'
import { sendSome } from './compare-turns.ts'
import { countRows } from './logged.ts'
import { parseOptions } from './options.ts'
import { aligned } from './report.ts'
import { asSuperuser } from './server.ts'
import { session } from './session.ts'
import { median } from './stats.ts'
import { readWritten } from './written.ts'

const MINUTES_MOST = 15
/** Versions that do not know REQUEST_LOG_DAILY log 20 000 requests of a kind. */
const HANDFULS = 25
const LOGGED_MS = 1_500

const kindOf = (name: string) => KINDS.find((kind) => kind.name === name) as Kind
const MEASURED = ['get an invoice', 'create an invoice'].map(kindOf)
const FURNISHING = ['create a customer', 'create an invoice', 'finalize an invoice'].map(kindOf)

/** What one row costs: µs of the session that writes the log, µs of Node beside a service without it, bytes of WAL. */
interface Row {
  version: string
  kind: string
  logged: string
  postgres: number
  node: number
  bytes: number
}

async function measureVersion(
  bench: Bench,
  version: string,
  folder: string,
  settings: Record<string, string>,
): Promise<Row[]> {
  const started: Side[] = []
  try {
    for (const REQUEST_LOG of ['off', 'full']) {
      const name = `${version} ${REQUEST_LOG}`.replace(/\W+/g, '-')
      bench.say(`starting ${version} with REQUEST_LOG=${REQUEST_LOG}`)
      started.push(await startSide(bench, name, folder, { REQUEST_LOG, ...settings }))
    }
    const sides = started as [Side, Side]
    for (const kind of [...FURNISHING, ...FURNISHING, ...MEASURED]) {
      for (let handful = 0; handful < HANDFULS; handful++) {
        for (const side of sides) await sendSome(side, kind)
      }
    }
    const rows: Row[] = []
    for (const kind of MEASURED) {
      bench.say(`measuring ${version}: ${kind.name}`)
      rows.push(await measureKind(bench, sides, version, kind))
    }
    return rows
  } finally {
    for (const side of started) await side.stop()
  }
}

async function measureKind(
  bench: Bench,
  sides: [Side, Side],
  version: string,
  kind: Kind,
): Promise<Row> {
  const [, full] = sides
  const served = { url: `http://127.0.0.1:${full.port}`, connection: full.connection }
  await pause(LOGGED_MS)
  const before = { rows: await countRows(served), us: await writerUs(full) }
  const node: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const from = sides.map(({ processor }) => processor.readUs().node)
    for (let handful = 0; handful < HANDFULS; handful++) {
      const [one, other] = handful % 2 === 0 ? sides : sides.toReversed()
      await sendSome(one as Side, kind)
      await sendSome(other as Side, kind)
    }
    const [without = 0, withLog = 0] = sides.map(
      ({ processor }, at) => processor.readUs().node - (from[at] as number),
    )
    node.push((withLog - without) / HANDFULS / AT_ONCE)
  }
  await pause(LOGGED_MS)
  const rows = (await countRows(served)) - before.rows
  const us = (await writerUs(full)) - before.us
  const written = await readWritten(full, kind)
  return {
    version,
    kind: kind.name,
    logged: `${rows} of ${bench.rounds * HANDFULS * AT_ONCE}`,
    postgres: us / rows,
    node: median(node),
    bytes: written
      .filter(({ table }) => table === 'requests')
      .reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** The processor time of the session that writes the log, which does nothing else. */
function writerUs({ connection, processor }: Side): Promise<number> {
  return asSuperuser({ connection }, connection.database as string, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend'
         and (query ilike 'copy requests %' or query ilike 'insert into requests %')`,
    )
    const [writer, ...others] = rows
    if (!writer || others.length > 0) throw new Error('Nobody, or more than one, writes the log.')
    return processor.sessionUs(writer.pid)
  })
}

function table(rows: Row[]): string[] {
  const head = ['version', 'request', 'logged', 'PostgreSQL', 'Node', 'WAL']
  const cells = rows.map(({ version, kind, logged, postgres, node, bytes }) => [
    ...[version, kind, logged],
    ...[`${postgres.toFixed(1)} µs`, `${node.toFixed(1)} µs`, `${bytes.toFixed(0)} bytes`],
  ])
  return aligned([head, ...cells])
}

async function measure(bench: Bench, commit: string | undefined): Promise<string> {
  const load = loadavg().map((each) => each.toFixed(1))
  const root = join(import.meta.dirname, '..')
  const rows: Row[] = []
  if (commit) {
    const before = (folder: string) => measureVersion(bench, commit.slice(0, 7), folder, {})
    rows.push(...(await withCheckout(bench, commit, before)))
  }
  rows.push(...(await measureVersion(bench, 'this', root, {})))
  const unlogged = { REQUEST_LOG_UNLOGGED: 'true' }
  rows.push(...(await measureVersion(bench, 'this, unlogged', root, unlogged)))
  return [
    `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, load average ${load.join(' ')} at the start; one row of the request log,`,
    `${bench.rounds} rounds of ${HANDFULS * AT_ONCE} requests: processor time of the session that writes it, and of Node beside a service without it (median).`,
    '',
    ...table(rows),
  ].join('\n')
}

const values = parseOptions({
  options: { quick: { type: 'boolean', default: false }, compare: { type: 'string' } },
})
const { quick } = values
try {
  const commit = values.compare && (await resolveCommit(values.compare))
  const extent = { quick, rounds: quick ? 10 : 40, seconds: 0 }
  const told = await session(extent, MINUTES_MOST, (bench) => measure(bench, commit || undefined))
  process.stdout.write(`${told}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
