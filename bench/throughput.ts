// Requests a second: create, finalize and get, each round beside the references of that round.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { encodeId } from '../src/platform/ids.ts'
import type { Bench, Figure, RatioName, Reference } from './bench.ts'
import { type Load, load } from './load.ts'
import { type Costed, costedLoad } from './memory.ts'
import {
  CLIENTS,
  HOT_CLIENTS,
  referenceCreate,
  referenceFinalize,
  referenceGet,
} from './reference.ts'
import { type RequestFile, writeRequests } from './requests.ts'
import { hotEnvironment } from './seed.ts'
import { asSuperuser } from './server.ts'
import { median } from './stats.ts'
import { keyOf, type World } from './world.ts'

const CONNECTIONS = [1, 16, 64, 256]
/** The connections that ratios are told for. */
const MAIN = 64
const WARM_UP_SECONDS = 2
/** Without a new event for so long, nothing of a load is left. */
const SETTLE_MS = 200

/** A load of writes, which are counted for the check at the end. */
export async function loadWrites(
  bench: Bench,
  world: World,
  requests: RequestFile,
  options: Load,
): Promise<Costed> {
  const loaded = await costedLoad(bench, world, requests, options)
  world.product.answered += loaded.answered
  world.product.unanswered += options.connections
  return loaded
}

/** Creates with 3 lines, over all environments or in the hot one. */
export async function measureCreate(bench: Bench, world: World, hot: boolean): Promise<Figure[]> {
  const { server, tenants, files } = world
  const [name, requests] = hot ? ['hot_create', files.hotCreate] : ['create', files.create]
  const clientCounts = hot ? HOT_CLIENTS : [CLIENTS]
  const rates = new Series()
  const costs = new Series()
  const texts = world.texts.create
  await loadWrites(bench, world, requests, { connections: MAIN, seconds: WARM_UP_SECONDS })
  for (let round = 0; round < bench.rounds; round++) {
    bench.say(`${name}, round ${round + 1} of ${bench.rounds}`)
    for (const connections of CONNECTIONS) {
      const { seconds } = bench
      const loaded = await loadWrites(bench, world, requests, { connections, seconds })
      rates.add(connections, loaded.rate)
      if (connections === MAIN) costs.addCosts(loaded)
    }
    for (const clients of clientCounts) {
      const done = await referenceCreate(bench, server, tenants, { clients, hot, texts })
      world.reference.answered += done.transactions
      rates.add(`pgbench ${clients}`, done.rate)
    }
  }
  const where = hot ? 'in one environment' : 'over 1 000 environments'
  const ratio = hot ? 'hot_create_vs_pgbench' : 'create_vs_pgbench'
  return [
    ...CONNECTIONS.map((connections): Figure => {
      const about = `create ${where}, ${connections} connection${connections === 1 ? '' : 's'}`
      const beside = pgbenchReferences(
        rates,
        clientCounts,
        connections === MAIN ? ratio : undefined,
      )
      const values = rates.get(connections)
      return { name: `${name}_${connections}`, about, unit: '/s', values, beside }
    }),
    ...costs.costFigures(name, `create ${where}`),
  ]
}

/** Finalizes drafts of the hot environment that the product has created before. */
export async function measureFinalize(bench: Bench, world: World): Promise<Figure[]> {
  const rates = new Series()
  const costs = new Series()
  const texts = world.texts.finalize
  let wanted: number | undefined
  for (let round = 0; round < bench.rounds; round++) {
    bench.say(`finalize, round ${round + 1} of ${bench.rounds}`)
    const requests = await finalizeRequests(bench, world, wanted)
    const options = { connections: MAIN, seconds: bench.seconds }
    const loaded = await loadWrites(bench, world, requests, options)
    // One round may be faster than another, but not by more than this.
    wanted = Math.max(wanted ?? 0, 2 * loaded.answered) + MAIN
    rates.add(MAIN, loaded.rate)
    costs.addCosts(loaded)
    for (const clients of HOT_CLIENTS) {
      const done = await referenceFinalize(bench, world.server, world.tenants, { clients, texts })
      world.reference.answered += done.transactions
      rates.add(`pgbench ${clients}`, done.rate)
    }
  }
  const about = `finalize in one environment, ${MAIN} connections`
  const beside = pgbenchReferences(rates, HOT_CLIENTS, 'finalize_vs_pgbench')
  return [
    { name: 'finalize_64', about, unit: '/s', values: rates.get(MAIN), beside },
    ...costs.costFigures('finalize', 'finalize'),
  ]
}

/**
 * Requests that finalize so many drafts of the hot environment, each once. Missing drafts are
 * created over HTTP first. Without a number: more than can be finalized in one measurement.
 */
export async function finalizeRequests(
  bench: Bench,
  world: World,
  wanted?: number,
): Promise<RequestFile> {
  const environment = hotEnvironment(world.tenants)
  const options = { connections: MAIN, seconds: 1 }
  let enough = wanted
  for (;;) {
    const ids = enough === undefined ? [] : await findDrafts(world, environment, enough)
    if (enough !== undefined && ids.length >= enough) {
      const key = keyOf(world.keys, environment)
      const all = ids.map((id) => ({
        method: 'POST' as const,
        path: `/v1/invoices/${encodeId('inv', id)}/finalize`,
        key,
      }))
      return writeRequests(bench.folder, 'finalize', 'once', all)
    }
    const created = await loadWrites(bench, world, world.files.hotCreate, options)
    enough ??= Math.ceil(3 * created.rate * bench.seconds)
  }
}

/** The oldest drafts, once the server has done all that a load just ended had asked of it. */
function findDrafts(world: World, environment: number, most: number): Promise<string[]> {
  const { connection } = world.server
  return asSuperuser(world.server, connection.database, async (client) => {
    for (let before = -1; ; ) {
      const { rows } = await client.query<{ count: number }>(
        'select event_sequence::int as count from environment_counters where environment_id = $1',
        [environment],
      )
      const count = rows[0]?.count ?? 0
      if (count === before) break
      before = count
      await pause(SETTLE_MS)
    }
    const { rows } = await client.query<{ id: string }>(
      `select id from invoices where environment_id = $1 and status = 'draft'
       order by created_at, id limit $2`,
      [environment, most],
    )
    return rows.map(({ id }) => id)
  })
}

/** Gets by id; the bare server answers the bytes that the product answered to one of them. */
export async function measureGet(bench: Bench, world: World): Promise<Figure[]> {
  const { server, tenants, files } = world
  const rates = new Series()
  const costs = new Series()
  const bare = await startBareServer(bench, world)
  const options = { connections: MAIN, seconds: bench.seconds }
  try {
    for (const url of [server.url, bare.url]) {
      await load(bench, url, files.get, { connections: MAIN, seconds: WARM_UP_SECONDS })
    }
    for (let round = 0; round < bench.rounds; round++) {
      bench.say(`get, round ${round + 1} of ${bench.rounds}`)
      const loaded = await costedLoad(bench, world, files.get, options)
      rates.add(MAIN, loaded.rate)
      costs.addCosts(loaded)
      rates.add('pgbench', (await referenceGet(bench, server, tenants)).rate)
      rates.add('bare', (await load(bench, bare.url, files.get, options)).rate)
    }
  } finally {
    bare.child.kill('SIGTERM')
  }
  const beside: Reference[] = [
    {
      ...{ about: `pgbench by primary key, ${CLIENTS} clients`, values: rates.get('pgbench') },
      ratio: 'get_vs_pgbench',
    },
    {
      ...{ about: `node:http with the same bytes, ${MAIN} connections`, values: rates.get('bare') },
      ratio: 'get_vs_node_http',
    },
  ]
  const about = `get by id over 1 000 environments, ${MAIN} connections`
  return [
    { name: 'get_64', about, unit: '/s', values: rates.get(MAIN), beside },
    ...costs.costFigures('get', 'get by id'),
  ]
}

async function startBareServer(
  bench: Bench,
  { server, files }: World,
): Promise<{ url: string; child: ChildProcess }> {
  const script = join(import.meta.dirname, 'raw-http.ts')
  const child = spawn(process.execPath, [script, server.url, files.get.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: bench.signal,
  })
  child.on('error', () => undefined) // aborted: the loads fail as well
  const [line] = await once(child.stdout, 'data', { signal: bench.signal })
  return { url: String(line).trim(), child }
}

/** One reference a client count; the ratio is told against the best of them. */
function pgbenchReferences(rates: Series, counts: number[], ratio: RatioName | undefined) {
  const references = counts.map((clients) => ({
    about: `pgbench, ${clients} client${clients === 1 ? '' : 's'}`,
    values: rates.get(`pgbench ${clients}`),
  }))
  const [best] = references.toSorted((a, b) => median(b.values) - median(a.values))
  return best ? [{ ...best, ...(ratio && { ratio }) }] : []
}

/** Values by what was measured, one a round. */
class Series {
  readonly #values = new Map<string | number, number[]>()

  add(name: string | number, value: number): void {
    this.#values.set(name, [...this.get(name), value])
  }

  get(name: string | number): number[] {
    return this.#values.get(name) ?? []
  }

  addCosts({ serverUs, databaseUs }: Costed): void {
    this.add('server', serverUs)
    this.add('database', databaseUs)
  }

  costFigures(name: string, about: string): Figure[] {
    return (['server', 'database'] as const).map((part) => ({
      name: `${name}_cpu_${part}`,
      about: `${about}: processor time of the ${part}, a request`,
      unit: 'µs',
      values: this.get(part),
    }))
  }
}
