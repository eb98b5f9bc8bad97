// Writes per second: create and finalize, each round compared with pgbench in the same round.

import { setTimeout as pause } from 'node:timers/promises'
import { encodeId } from '../src/platform/ids.ts'
import type { Bench, Figure } from './bench.ts'
import { RanOut } from './load.ts'
import { CLIENTS, HOT_CLIENTS, referenceCreate, referenceFinalize } from './reference.ts'
import { type RequestFile, writeRequests } from './requests.ts'
import { hotEnvironment } from './seed.ts'
import { type Costed, counted, loadWrites, MAIN, MANY, overConnections, Series } from './series.ts'
import { asSuperuser } from './server.ts'
import { keyOf, type World } from './world.ts'

const CONNECTIONS = [1, 16, MAIN, MANY]
const FINALIZE_CONNECTIONS = [MAIN, MANY]
const WARM_UP_SECONDS = 2
/** Without a new event for this long, the load has been processed. */
const SETTLE_MS = 200

const withClients = (count: number) => `pgbench, ${counted(count, 'client')}`

/** Creates with 3 lines, over all environments or in the hot one. */
export async function measureCreate(bench: Bench, world: World, hot: boolean): Promise<Figure[]> {
  const { server, tenants, files } = world
  const { seconds } = bench
  const [name, requests] = hot ? ['hot_create', files.hotCreate] : ['create', files.create]
  const clientCounts = hot ? HOT_CLIENTS : [CLIENTS]
  const series = new Series()
  await loadWrites(bench, world, requests, { connections: MAIN, seconds: WARM_UP_SECONDS })
  for (let round = 0; round < bench.rounds; round++) {
    bench.say(`${name}, round ${round + 1} of ${bench.rounds}`)
    for (const connections of CONNECTIONS) {
      const loaded = await loadWrites(bench, world, requests, { connections, seconds })
      series.add(overConnections(connections), loaded)
    }
    for (const clients of clientCounts) {
      const options = { clients, hot, texts: world.texts.create }
      const done = await referenceCreate(bench, server, tenants, options)
      world.reference.answered += done.transactions
      series.add(withClients(clients), done)
    }
  }
  const about = `create ${hot ? 'in one environment' : 'over 1 000 environments'}`
  const ratio = hot ? 'hot_create_vs_pgbench' : 'create_vs_pgbench'
  const best = series.best(clientCounts.map(withClients))
  const ours = series.best(CONNECTIONS.map(overConnections))
  return [
    ...CONNECTIONS.map((connections): Figure => {
      const over = overConnections(connections)
      const references = [series.reference(best, over === ours ? ratio : undefined)]
      const described = { name: `${name}_${connections}`, about: `${about}, ${over}` }
      return { ...described, unit: '/s', values: series.values(over), references }
    }),
    ...series.costs(name, about, overConnections(MAIN), best),
  ]
}

/** Finalizes drafts of the hot environment that the product has created before. */
export async function measureFinalize(bench: Bench, world: World): Promise<Figure[]> {
  const { server, tenants } = world
  const series = new Series()
  for (let round = 0; round < bench.rounds; round++) {
    bench.say(`finalize, round ${round + 1} of ${bench.rounds}`)
    for (const connections of FINALIZE_CONNECTIONS) {
      series.add(overConnections(connections), await loadFinalizes(bench, world, connections))
    }
    for (const clients of HOT_CLIENTS) {
      const options = { clients, texts: world.texts.finalize }
      const done = await referenceFinalize(bench, server, tenants, options)
      world.reference.answered += done.transactions
      series.add(withClients(clients), done)
    }
  }
  const about = 'finalize in one environment'
  const best = series.best(HOT_CLIENTS.map(withClients))
  const ours = series.best(FINALIZE_CONNECTIONS.map(overConnections))
  return [
    ...FINALIZE_CONNECTIONS.map((connections): Figure => {
      const over = overConnections(connections)
      const references = [series.reference(best, over === ours ? 'finalize_vs_pgbench' : undefined)]
      const described = { name: `finalize_${connections}`, about: `${about}, ${over}` }
      return { ...described, unit: '/s', values: series.values(over), references }
    }),
    ...series.costs('finalize', about, overConnections(MAIN), best),
  ]
}

/** Finalizes for the duration of one measurement; retries with more drafts if there were too few. */
export async function loadFinalizes(
  bench: Bench,
  world: World,
  connections = MAIN,
): Promise<Costed> {
  const options = { connections, seconds: bench.seconds }
  for (let wanted: number | undefined; ; ) {
    const requests = await finalizeRequests(bench, world, wanted)
    try {
      return await loadWrites(bench, world, requests, options)
    } catch (error) {
      if (!(error instanceof RanOut)) throw error
      wanted = 4 * requests.count
    }
  }
}

/**
 * Requests that finalize this many drafts of the hot environment, each once. Missing drafts are
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

/** The oldest drafts, once the server has processed everything of the previous load. */
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
