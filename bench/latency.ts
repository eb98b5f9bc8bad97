// Measures the latency of a request while the server is half busy: p50, p95, p99 and maximum.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bench, Figure } from './bench.ts'
import { load } from './load.ts'
import { type Request, type RequestFile, writeRequests } from './requests.ts'
import { firstCustomerOf, SPREAD, seededId } from './seed.ts'
import { MAIN } from './series.ts'
import { keyOf, type World } from './world.ts'
import { finalizeRequests } from './writes.ts'

const run = promisify(execFile)

interface Endpoint {
  name: string
  about: string
  /** At least this many or, for requests that can be sent only once, more than one measurement takes. */
  requests(count?: number): Promise<RequestFile>
}

export async function measureLatency(bench: Bench, world: World): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const endpoint of endpoints(bench, world)) {
    bench.say(`latency of ${endpoint.about}`)
    figures.push(...(await measureEndpoint(bench, world, endpoint)))
  }
  return figures
}

async function measureEndpoint(
  bench: Bench,
  world: World,
  { name, about, requests }: Endpoint,
): Promise<Figure[]> {
  const { server } = world
  const most = await load(bench, server.url, await requests(), {
    connections: MAIN,
    seconds: bench.seconds,
  })
  const rate = Math.max(1, Math.floor(most.rate / 2))
  const seconds = bench.seconds * 2
  const latencies = await openLoop(bench, world, await requests(rate * seconds), rate, seconds)
  const rows = [
    ...([
      ['p50', 'p50'],
      ['p95', 'p95'],
      ['p99', 'p99'],
      ['max', 'the longest'],
    ] as const),
    ['late_p99', "the generator's own delay in it, p99"] as const,
  ]
  return rows.map(([key, words]) => ({
    name: `${name}_${key}`,
    about: `${about} at half load, ${rate}/s: ${words}`,
    unit: 'ms' as const,
    values: [latencies[key] ?? Number.NaN],
  }))
}

/** Sends requests at a fixed rate, regardless of responses. Returns latencies by percentile, in ms. */
export async function openLoop(
  bench: Bench,
  { server }: Pick<World, 'server'>,
  { path, order }: RequestFile,
  rate: number,
  seconds: number,
): Promise<Record<string, number>> {
  const script = join(import.meta.dirname, 'open-loop.ts')
  const { stdout } = await run(
    process.execPath,
    [script, new URL(server.url).port, path, order, `${rate}`, `${seconds}`],
    { signal: bench.signal, timeout: (seconds + 30) * 1000 },
  )
  const latencies: Record<string, number> = JSON.parse(stdout)
  if (latencies.refused)
    throw new Error(`${latencies.refused} requests of ${path} were not answered with 2xx.`)
  return latencies
}

function endpoints(bench: Bench, world: World): Endpoint[] {
  const { tenants, keys, files } = world
  const environments = Array.from({ length: SPREAD }, (_, n) => tenants.firstEnvironment + n)
  const file = (
    name: string,
    make: (environment: number, n: number) => Request[],
  ): Endpoint['requests'] => {
    const all = environments.flatMap(make)
    const written = writeRequests(bench.folder, name, 'random', all)
    return () => Promise.resolve(written)
  }
  const always = (written: RequestFile) => () => Promise.resolve(written)
  const to = (environment: number, path: string) => ({ path, key: keyOf(keys, environment) })
  const main: Endpoint[] = [
    { name: 'create', about: 'POST /v1/invoices', requests: always(files.create) },
    {
      name: 'finalize',
      about: 'POST /v1/invoices/:id/finalize',
      requests: (count) => finalizeRequests(bench, world, count),
    },
    { name: 'get', about: 'GET /v1/invoices/:id', requests: always(files.get) },
    {
      name: 'list',
      about: 'GET /v1/invoices, 20 with lines',
      requests: file('list', (environment) => [
        { method: 'GET', ...to(environment, '/v1/invoices?limit=20') },
      ]),
    },
  ]
  if (bench.quick) return main
  return [
    ...main,
    {
      name: 'update',
      about: 'PATCH /v1/invoices/:id',
      requests: file('update', (environment, n) =>
        // The oldest invoices are drafts. Each change differs from most earlier ones, as an unchanged value is not
        // written.
        Array.from({ length: 50 }, (_, turn) => ({
          method: 'PATCH' as const,
          ...to(environment, `/v1/invoices/${seededId(1 + (turn % 5))}`),
          body: { notes: `Note ${turn} of ${n}` },
        })),
      ),
    },
    {
      name: 'create_customer',
      about: 'POST /v1/customers',
      requests: file('create-customer', (environment, n) => [
        { method: 'POST', ...to(environment, '/v1/customers'), body: customer(n) },
      ]),
    },
    {
      name: 'get_customer',
      about: 'GET /v1/customers/:id',
      requests: file('get-customer', (environment) => [
        {
          method: 'GET',
          ...to(environment, `/v1/customers/${firstCustomerOf(tenants, environment)}`),
        },
      ]),
    },
    {
      name: 'create_product',
      about: 'POST /v1/products',
      requests: file('create-product', (environment, n) => [
        { method: 'POST', ...to(environment, '/v1/products'), body: { name: `Product ${n}` } },
      ]),
    },
    {
      name: 'events',
      about: 'GET /v1/events',
      requests: file('events', (environment) => [
        { method: 'GET', ...to(environment, '/v1/events?limit=20') },
      ]),
    },
  ]
}

const customer = (n: number) => ({
  name: `Customer ${n}`,
  email: 'billing@example.com',
  phone: '+1 416 555 0100',
  address_line1: '1 Front Street West',
  city: 'Toronto',
  state_province: 'ON',
  postal_code: 'M5J 2X2',
  country: 'CA',
})
