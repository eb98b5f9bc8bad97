// Reads per second: get by ID, compared with pgbench and with a bare server that returns the same bytes.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Bench, Figure } from './bench.ts'
import { load } from './load.ts'
import { CLIENTS, referenceGet } from './reference.ts'
import { costedLoad, MAIN, MANY, overConnections, Series } from './series.ts'
import type { World } from './world.ts'

const WARM_UP_SECONDS = 2
const CONNECTIONS = [MAIN, MANY]
const bareOver = (count: number) => `node:http with the same bytes, ${overConnections(count)}`
const PGBENCH = `pgbench by primary key, ${CLIENTS} clients`

/** The bare server returns the bytes of the product's response to one of the requests. */
export async function measureGet(bench: Bench, world: World): Promise<Figure[]> {
  const { server, tenants, files } = world
  const series = new Series()
  const bare = await startBareServer(bench, world)
  const { seconds } = bench
  try {
    for (const url of [server.url, bare.url]) {
      await load(bench, url, files.get, { connections: MAIN, seconds: WARM_UP_SECONDS })
    }
    for (let round = 0; round < bench.rounds; round++) {
      bench.say(`get, round ${round + 1} of ${bench.rounds}`)
      for (const connections of CONNECTIONS) {
        const options = { connections, seconds }
        series.add(overConnections(connections), await costedLoad(bench, world, files.get, options))
        series.add(bareOver(connections), await load(bench, bare.url, files.get, options))
      }
      series.add(PGBENCH, await referenceGet(bench, server, tenants))
    }
  } finally {
    bare.child.kill('SIGTERM')
  }
  const about = 'get by id over 1 000 environments'
  const ours = series.best(CONNECTIONS.map(overConnections))
  const bareBest = series.best(CONNECTIONS.map(bareOver))
  return [
    ...CONNECTIONS.map((connections): Figure => {
      const over = overConnections(connections)
      const isBest = over === ours
      const references = [
        series.reference(PGBENCH, isBest ? 'get_vs_pgbench' : undefined),
        series.reference(bareBest, isBest ? 'get_vs_node_http' : undefined),
      ]
      const described = { name: `get_${connections}`, about: `${about}, ${over}` }
      return { ...described, unit: '/s', values: series.values(over), references }
    }),
    ...series.costs('get', about, overConnections(MAIN), PGBENCH),
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
