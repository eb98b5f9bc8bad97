// Measures the effect of one tenant's load on another: `npm run bench:shares`.
//
//   --only <names>     of: pages, csv, pdf, search, verification, summary, reads, creates, clock, erasure
//   --seconds <n>      how long each measurement lasts; 8 if left out
//   --invoices <n>     invoices of 250 lines that the other tenant has; 100 if left out
//
// In turn: the tenant alone, then during one kind of load, then alone again, and so on. Requests of two
// clients, one after another: create an invoice, read it by ID, request /healthz.

import { randomBytes } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import { parseOptions, refuse } from './options.ts'
import { startServer } from './server.ts'
import { session } from './session.ts'
import type { LoadOptions, LoadReport } from './shares-load.ts'
import { LOADS, type Load, makeShares, type Shares, type Tenant } from './shares-world.ts'
import { percentile } from './stats.ts'

const MINUTES_MOST = 30
const CLIENTS = 2
/** Time between the start of the load and the measurement. */
const LEAD_MS = 1_000

const values = parseOptions({
  options: {
    only: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '8' },
    invoices: { type: 'string', default: '100' },
  },
})
const wanted = values.only?.flatMap((names) => names.split(',')) ?? Object.keys(LOADS)
const unknown = wanted.filter((name) => !(name in LOADS))
if (unknown.length > 0) {
  refuse(`--only ${unknown.join(',')} is none of ${Object.keys(LOADS).join(', ')}.`)
}

const KINDS = ['create', 'get', 'healthz'] as const
type Kind = (typeof KINDS)[number]
interface Measured {
  times: Record<Kind, number[]>
  refused: number
}

/** Times of a tenant's requests, from first byte sent to last received, in milliseconds. */
async function measure(url: string, tenant: Tenant, seconds: number): Promise<Measured> {
  const times: Measured['times'] = { create: [], get: [], healthz: [] }
  let refused = 0
  const untilMs = performance.now() + seconds * 1_000
  const timed = async (kind: Kind, path: string, body?: string) => {
    const startedMs = performance.now()
    const answer = await fetch(`${url}${path}`, {
      ...(body && { method: 'POST', body }),
      headers: {
        authorization: `Bearer ${tenant.key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(body && { 'idempotency-key': crypto.randomUUID() }),
      },
    })
    const text = await answer.text()
    times[kind].push(performance.now() - startedMs)
    if (!answer.ok) refused += 1
    return answer.ok && kind !== 'healthz' ? (JSON.parse(text) as { id: string }).id : undefined
  }
  const client = async () => {
    while (performance.now() < untilMs) {
      const id = await timed('create', '/v1/invoices', tenant.create)
      if (id) await timed('get', `/v1/invoices/${id}`)
      await timed('healthz', '/healthz')
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { times, refused }
}

async function together(
  shares: Shares,
  load: Load,
  work: () => Promise<Measured>,
): Promise<{ measured: Measured; report: LoadReport }> {
  const { url, heavy } = shares
  const { connections, requests } = await load(shares)
  const worker = new Worker(new URL('./shares-load.ts', import.meta.url), {
    workerData: { url, key: heavy.key, connections, requests } satisfies LoadOptions,
  })
  try {
    await new Promise((done) => setTimeout(done, LEAD_MS))
    const measured = await work()
    const report = new Promise<LoadReport>((done) => worker.once('message', done))
    worker.postMessage('stop')
    return { measured, report: await report }
  } finally {
    await worker.terminate()
  }
}

const ms = (times: number[], share: number) =>
  percentile(
    [...times].sort((a, b) => a - b),
    share,
  )

function line(name: string, alone: Measured, loaded: Measured, report: LoadReport): string[] {
  const load = Object.entries(report.statuses).map(([status, count]) => `${count} × ${status}`)
  return KINDS.map((kind) => {
    const [before, after] = [alone.times[kind], loaded.times[kind]]
    const pair = (share: number) => {
      const [a, b] = [ms(before, share), ms(after, share)]
      return `${a.toFixed(1)} → ${b.toFixed(1)} (${(b / a).toFixed(1)} ×)`
    }
    const heavy = `${load.join(', ') || 'none ended'}, ${Math.round(report.bytes / 1e6)} MB`
    return `| ${name} | ${kind} | ${pair(0.5)} | ${pair(0.99)} | ${loaded.refused} | ${heavy} |`
  })
}

await session(
  { quick: true, rounds: 1, seconds: Number(values.seconds) },
  MINUTES_MOST,
  async (bench) => {
    const secretKey = randomBytes(32).toString('hex')
    const server = await startServer(bench, secretKey)
    try {
      bench.say('making the tenants')
      const shares = await makeShares(server, wanted, Number(values.invoices))
      const alone = () => measure(server.url, shares.light, bench.seconds)
      await measure(server.url, shares.light, 2)
      const load = loadavg().map((each) => each.toFixed(1))
      console.log(
        `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, load average ${load.join(' ')} at the start; ${bench.seconds} s each, ms\n`,
      )
      console.log(
        '| beside | request | p50 alone → beside | p99 alone → beside | refused | the load was answered |',
      )
      console.log('|---|---|---|---|---|---|')
      for (const name of wanted) {
        bench.say(name)
        const before = await alone()
        const { measured, report } = await together(shares, LOADS[name] as Load, alone)
        for (const each of line(name, before, measured, report)) console.log(each)
      }
    } finally {
      await server.stop()
    }
  },
)
