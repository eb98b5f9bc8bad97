// The soak test: `npm run test:endurance` applies half of the load the server can bear for ten minutes and reports
// whether its memory stays constant. Reads, lists, drafts, customers and payments mixed.
//
//   --minutes <n>   instead of 10

import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { openLoop } from './latency.ts'
import { load } from './load.ts'
import { parseOptions, refuse } from './options.ts'
import { pssMb } from './processes.ts'
import { type Request, writeRequests } from './requests.ts'
import {
  firstCustomerOf,
  OLD_INVOICES,
  SPREAD,
  seededId,
  seedInvoices,
  seedKeys,
  seedTenants,
} from './seed.ts'
import { asSuperuser, type Server, startServer } from './server.ts'
import { session } from './session.ts'
import { percentile } from './stats.ts'
import { invoiceRequest, keyOf, type World } from './world.ts'

const PROBE_SECONDS = 10
const SAMPLE_MS = 5_000
/** Allowed growth of the last fifth over the second one, by which everything is warm. */
const GROWTH_MOST = 1.15

interface Sample {
  service: number
  database: number
}

const values = parseOptions({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) refuse(`--minutes ${values.minutes} must be a number above zero.`)

async function soak(bench: Bench): Promise<boolean> {
  const secretKey = randomBytes(32).toString('hex')
  const server = await startServer(bench, secretKey)
  try {
    const world = await seed(bench, server, secretKey)
    const mix = writeRequests(bench.folder, 'soak', 'random', mixed(world))
    bench.say(`finding what it can bear, ${PROBE_SECONDS} s`)
    const most = await load(bench, server.url, mix, { connections: 16, seconds: PROBE_SECONDS })
    const rate = Math.floor(most.rate / 2)
    bench.say(`${Math.floor(most.rate)}/s at most; ${rate}/s for ${minutes} minutes`)
    const samples: Sample[] = []
    const over = new AbortController()
    const weighing = weigh(bench, server, samples, over.signal)
    const loaded = openLoop(bench, { server }, mix, rate, minutes * 60)
    const loadReport = await loaded.finally(() => over.abort())
    await weighing
    const [p50, p99, max] = [loadReport.p50, loadReport.p99, loadReport.max].map((ms) =>
      ms?.toFixed(1),
    )
    process.stdout.write(
      `${loadReport.answered} requests at ${rate}/s, ${loadReport.refused} refused; p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms\n`,
    )
    const flat = (['service', 'database'] as const).map((part) => judge(part, samples))
    return flat.every(Boolean)
  } finally {
    await server.stop()
  }
}

function seed(bench: Bench, server: Server, secretKey: string) {
  bench.say('seeding tenants and old invoices')
  return asSuperuser(server, server.connection.database, async (client) => {
    const tenants = await seedTenants(client)
    const keys = await seedKeys(client, tenants, secretKey)
    await seedInvoices(client, tenants, {
      environments: [tenants.firstEnvironment, tenants.firstEnvironment + SPREAD - 1],
      numbers: [1, OLD_INVOICES],
      states: 'mixed',
    })
    await client.query('vacuum analyze')
    return { tenants, keys }
  })
}

/** Per environment: four reads for two writes, as on a busy day. */
function mixed({ tenants, keys }: Pick<World, 'tenants' | 'keys'>): Request[] {
  return Array.from({ length: SPREAD }, (_, n) => tenants.firstEnvironment + n).flatMap(
    (environment, n) => {
      const key = keyOf(keys, environment)
      const customer = firstCustomerOf(tenants, environment)
      const get = (path: string) => ({ method: 'GET' as const, path, key })
      const post = (path: string, body: object) => ({ method: 'POST' as const, path, key, body })
      return [
        get(`/v1/invoices/${seededId((n % OLD_INVOICES) + 1)}`),
        get('/v1/invoices?limit=20'),
        get(`/v1/customers/${customer}`),
        get('/v1/events?limit=20'),
        invoiceRequest({ tenants, keys }, environment, n),
        n % 2 === 0
          ? post('/v1/customers', { name: `Customer ${n}`, email: 'billing@example.com' })
          : post(`/v1/customers/cus_${customer}/credit_transactions`, { amount: '1.25' }),
      ]
    },
  )
}

async function weigh(
  bench: Bench,
  server: Server,
  samples: Sample[],
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted && !bench.signal.aborted) {
    const sample = { service: pssMb([server.pid]), database: pssMb(server.databasePids()) }
    samples.push(sample)
    if (samples.length % 12 === 0) {
      bench.say(
        `service ${sample.service.toFixed(0)} MB, database ${sample.database.toFixed(0)} MB`,
      )
    }
    await pause(SAMPLE_MS, undefined, { signal: over }).catch(() => undefined)
  }
}

/** Reports memory per fifth of the run, and whether it was flat. */
function judge(part: keyof Sample, samples: Sample[]): boolean {
  const fifths = Array.from({ length: 5 }, (_, n) => {
    const [from, to] = [n, n + 1].map((k) => Math.floor((samples.length * k) / 5))
    const slice = samples.slice(from, to).map((sample) => sample[part])
    return percentile(Float64Array.from(slice).sort(), 0.5)
  })
  const flat = (fifths[4] ?? 0) <= (fifths[1] ?? 0) * GROWTH_MOST
  const parts = fifths.map((mb) => mb.toFixed(0)).join(', ')
  process.stdout.write(`${part}: ${parts} MB (medians of fifths): ${flat ? 'flat' : 'IT GROWS'}\n`)
  return flat
}

try {
  if (!(await session({ quick: true, rounds: 1, seconds: 1 }, minutes + 5, soak)))
    process.exitCode = 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
