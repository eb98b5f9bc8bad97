// Webhooks per second, to one endpoint and to four, compared with a bare client that posts the same bytes; and the
// delay between recording an event and its arrival.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Bench, Figure } from './bench.ts'
import { writeRequests } from './requests.ts'
import { CUSTOMERS } from './seed.ts'
import { Series } from './series.ts'
import { asSuperuser } from './server.ts'
import { percentile } from './stats.ts'
import { invoiceRequest, keyOf, type World } from './world.ts'

const run = promisify(execFile)
const ENDPOINTS = [1, 4]
/** Webhooks per measurement, for each second of its duration. */
const WEBHOOKS_A_SECOND = 1_500
/** Consecutive events of each object: created, finalized, paid. */
const EVENTS_OF_AN_OBJECT = 3
const CREATES_A_SECOND = 100
const CONNECTIONS = 16
const BARE = `node:http posting the same bytes, ${CONNECTIONS} connections`
const PATIENCE_MS = 60_000
const LOOK_MS = 20

interface Arrived {
  arrived: number
  lastMs: number
  lags: number[]
}

export async function measureWebhooks(bench: Bench, world: World): Promise<Figure[]> {
  const receiver = await startReceiver(bench)
  const series = new Series()
  const figures: Figure[] = []
  try {
    for (let round = -1; round < bench.rounds; round++) {
      bench.say(
        round < 0 ? 'webhooks, warming up' : `webhooks, round ${round + 1} of ${bench.rounds}`,
      )
      for (const endpoints of ENDPOINTS) {
        const rate = await deliver(bench, world, receiver, endpoints)
        if (round >= 0) series.add(nameOf(endpoints), { answered: 0, rate })
      }
      const rate = await postBarely(bench, receiver)
      if (round >= 0) series.add(BARE, { answered: 0, rate })
    }
    bench.say('webhooks, how late they are')
    figures.push(...(await measureLag(bench, world, receiver)))
  } finally {
    receiver.child.kill('SIGTERM')
  }
  const rates = ENDPOINTS.map(
    (endpoints): Figure => ({
      name: `webhooks_${endpoints}`,
      about: `webhooks of a backlog, to ${nameOf(endpoints)}`,
      unit: '/s',
      values: series.values(nameOf(endpoints)),
      references: [series.reference(BARE, endpoints === 1 ? 'webhooks_vs_node_http' : undefined)],
    }),
  )
  return [...rates, ...figures]
}

const nameOf = (endpoints: number) => (endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`)

/** Webhooks per second, from resuming endpoints with a backlog to the arrival of the last one. */
async function deliver(
  bench: Bench,
  world: World,
  receiver: Receiver,
  endpoints: number,
): Promise<number> {
  const client = new Client(bench, world)
  const made = await Promise.all(Array.from({ length: endpoints }, () => client.make(receiver.url)))
  for (const path of made) await client.post(`${path}/pause`)
  const events = Math.ceil((WEBHOOKS_A_SECOND * bench.seconds) / endpoints)
  await recordEvents(world, client.environment, events)
  await receiver.begin()
  const startedMs = Date.now()
  await Promise.all(made.map((path) => client.post(`${path}/resume`)))
  const { lastMs } = await receiver.until(bench, events * endpoints)
  for (const path of made) await client.delete(path)
  return (events * endpoints) / ((lastMs - startedMs) / 1000)
}

/** Records events as the product does, without their invoices. */
async function recordEvents(
  { server, texts }: World,
  environment: number,
  count: number,
): Promise<void> {
  const objects = Math.ceil(count / EVENTS_OF_AN_OBJECT)
  await asSuperuser(server, server.connection.database, (client) =>
    client.query(
      `with counter as (
         update environment_counters set event_sequence = event_sequence + $2
         where environment_id = $1 returning event_sequence - $2 as last)
       insert into events (environment_id, sequence, id, type, object_id, object,
                           previous_attributes, created_at)
       select $1, last + n, gen_random_uuid(), 'invoice.updated', 'inv_' || n % $3::int, $4::json,
              null, now()
       from counter, generate_series(1, $2::int) n`,
      [environment, count, objects, texts.create.object],
    ),
  )
}

async function postBarely(bench: Bench, receiver: Receiver): Promise<number> {
  const script = join(import.meta.dirname, 'bare-client.ts')
  const count = WEBHOOKS_A_SECOND * bench.seconds
  const args = [script, receiver.url, String(CONNECTIONS), String(count)]
  const options = { signal: bench.signal, timeout: PATIENCE_MS }
  const { stdout } = await run(process.execPath, args, options)
  return (JSON.parse(stdout) as { rate: number }).rate
}

/** From the instant an event is recorded, just before its commit, to its arrival. */
async function measureLag(bench: Bench, world: World, receiver: Receiver): Promise<Figure[]> {
  const client = new Client(bench, world)
  const seconds = bench.seconds * 2
  const requests = Array.from({ length: CUSTOMERS }, (_, n) =>
    invoiceRequest(world, client.environment, n),
  )
  const { path, order } = writeRequests(bench.folder, 'webhook-creates', 'random', requests)
  const endpoint = await client.make(receiver.url)
  await pause(1_000, undefined, { signal: bench.signal })
  await receiver.begin()
  const script = join(import.meta.dirname, 'open-loop.ts')
  const args = [new URL(world.server.url).port, path, order, `${CREATES_A_SECOND}`, `${seconds}`]
  const options = { signal: bench.signal, timeout: seconds * 1_000 + PATIENCE_MS }
  await run(process.execPath, [script, ...args], options)
  const { lags } = await receiver.until(bench, CREATES_A_SECOND * seconds)
  await client.delete(endpoint)
  const sorted = lags.sort((a, b) => a - b)
  const about = `webhook of an invoice created, ${CREATES_A_SECOND}/s, from being recorded to arrival`
  return ([0.5, 0.99] as const).map((share) => ({
    name: `webhook_lag_p${share * 100}`,
    about: `${about}: p${share * 100}`,
    unit: 'ms' as const,
    values: [percentile(sorted, share)],
  }))
}

/** A client of an environment that is used for no other measurement. */
class Client {
  readonly environment: number
  readonly #url: string
  readonly #signal: AbortSignal
  readonly #headers: Record<string, string>

  constructor({ signal }: Bench, { server, tenants, keys }: World) {
    this.environment = tenants.firstEnvironment + 1
    this.#url = server.url
    this.#signal = signal
    this.#headers = { authorization: `Bearer ${keyOf(keys, this.environment)}` }
  }

  /** Creates an endpoint. Returns its path. */
  async make(url: string): Promise<string> {
    const { id } = await this.post('/v1/webhook_endpoints', { url, enabled_events: ['invoice.*'] })
    return `/v1/webhook_endpoints/${id}`
  }

  post(path: string, body: object = {}): Promise<{ id: string }> {
    return this.#ask('POST', path, body)
  }

  delete(path: string): Promise<unknown> {
    return this.#ask('DELETE', path, {})
  }

  async #ask(method: string, path: string, body: object): Promise<{ id: string }> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      signal: this.#signal,
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
}

interface Receiver {
  url: string
  child: ChildProcess
  begin(): Promise<void>
  /** Waits until this many have arrived. Throws if they do not, or if more did. */
  until(bench: Bench, count: number): Promise<Arrived>
}

async function startReceiver({ signal }: Bench): Promise<Receiver> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'receiver.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  })
  child.on('error', () => undefined) // aborted: requests that wait for it fail as well
  const [line] = await once(child.stdout, 'data', { signal })
  const url = String(line).trim()
  return {
    url,
    child,
    async begin() {
      await fetch(url, { method: 'DELETE', signal })
    },
    async until(bench, count) {
      const deadline = performance.now() + PATIENCE_MS
      for (;;) {
        const state = (await (await fetch(url, { signal: bench.signal })).json()) as Arrived
        if (state.arrived === count) return state
        if (state.arrived > count || performance.now() > deadline) {
          throw new Error(`${state.arrived} webhooks came, not ${count}.`)
        }
        await pause(LOOK_MS, undefined, { signal: bench.signal })
      }
    },
  }
}
