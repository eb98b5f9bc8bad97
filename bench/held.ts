// What a held row of one tenant, and a process that stands still, do to everybody: `npm run bench:held`.
//
//   --only <names>     of: counter, customer, invoice, product, key, stopped, flood, floods
//   --rate <n>         writes a second that the busy tenant is sent; 2000 if left out
//   --seconds <n>      how long each hold lasts, and each time without one; 10 if left out
//   --others <n>       other tenants, each with two writes and two reads a second; 50 if left out
//
// Requests are sent by the clock, whether or not earlier ones were answered. By turns: without, with, without.
// `flood`: one tenant sends 5 000 writes at once over 500 connections; `floods`: forty tenants 200 each.
// `stopped`: three processes share one database and all load; one of them gets SIGSTOP, then SIGCONT.

import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { verify } from '../src/features/verification/actions.ts'
import { startCluster } from '../test/cluster.ts'
import type { Bench } from './bench.ts'
import type { HeldLoad, HeldTold } from './held-load.ts'
import { busyLine, HEAD, othersLine, type Turn } from './held-report.ts'
import { type HeldWorld, hold, makeHeldWorld } from './held-world.ts'
import { parseOptions, refuse } from './options.ts'
import { session } from './session.ts'

const MINUTES_MOST = 30
const NAMES = ['counter', 'customer', 'invoice', 'product', 'key', 'stopped', 'flood', 'floods']
const PROCESSES = 3
const LEAD_MS = 3_000
/** What was left by one turn is not charged to the next. */
const SETTLE_MS = 3_000
const CONNECTIONS = 1_000
/** A second, of what needs the row that is held. */
const NEEDING_RATE = 20
const OTHERS_EACH = 4
const FLOOD = { writes: 5_000, tenants: 40, each: 200, connections: 500 }

const values = parseOptions({
  options: {
    only: { type: 'string', multiple: true },
    rate: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '10' },
    others: { type: 'string', default: '50' },
  },
})
const wanted = values.only?.flatMap((names) => names.split(',')) ?? NAMES
const unknown = wanted.filter((name) => !NAMES.includes(name))
if (unknown.length > 0) refuse(`--only ${unknown} is none of ${NAMES.join(', ')}.`)

const now = () => performance.timeOrigin + performance.now()

/** Sends until it is told to stop, which waits for whatever is under way. */
function send(
  world: HeldWorld,
  load: Omit<HeldLoad, 'urls' | 'connections' | 'retries'> & { connections?: number },
) {
  const urls = world.processes.map(({ api }) => api.url)
  const worker = new Worker(new URL('./held-load.ts', import.meta.url), {
    workerData: {
      urls,
      connections: CONNECTIONS,
      retries: urls.length > 1,
      ...load,
    } satisfies HeldLoad,
  })
  const told = new Promise<HeldTold>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  })
  told.catch(() => undefined)
  return () => {
    worker.postMessage('stop')
    return told
  }
}

async function turnOf(ms: number, work?: () => Promise<unknown>) {
  const from = now()
  await pause(ms)
  const to = now()
  await work?.()
  return { from, to }
}

interface Measured {
  turns: (Turn & { needing: HeldTold })[]
  busy: HeldTold
  others: HeldTold
}

type Begin = (name: string) => Promise<() => Promise<unknown>>

/** By turns with and without, while everybody sends. */
async function measure(
  bench: Bench,
  world: HeldWorld,
  names: string[],
  begin: Begin,
): Promise<Measured> {
  const rate = Number(values.rate)
  const stopBusy = send(world, { rate, requests: world.busy })
  const stopOthers = send(world, {
    rate: Number(values.others) * OTHERS_EACH,
    requests: world.others,
  })
  const ms = bench.seconds * 1_000
  const turns: Measured['turns'] = []
  await pause(LEAD_MS)
  for (const name of names) {
    bench.say(name)
    const without = await turnOf(ms)
    const row = world.rows[name]
    const letGo = await begin(name)
    const stopNeeding = row && send(world, { rate: NEEDING_RATE, requests: [row.needs] })
    const held = await turnOf(ms, letGo)
    await pause(SETTLE_MS)
    const needing = (await stopNeeding?.()) ?? { samples: [], done: [], tried: 0, lost: 0 }
    turns.push({ name, without, held, needing })
  }
  const [busy, others] = await Promise.all([stopBusy(), stopOthers()])
  return { turns, busy, others }
}

/** Fails as soon as the run is stopped, or a process ends that should not. */
function unlessBroken<T>(bench: Bench, world: HeldWorld, work: Promise<T>): Promise<T> {
  const ended = world.processes.map(async (each): Promise<never> => {
    const how = await each.ended
    throw new Error(`A process ended (${how}):\n${each.output()}`)
  })
  const stopped = new Promise<never>((_, reject) => {
    bench.signal.addEventListener('abort', () => reject(bench.signal.reason))
  })
  for (const each of [...ended, stopped]) each.catch(() => undefined)
  return Promise.race([work, stopped, ...ended])
}

async function measureRows(bench: Bench, names: string[]): Promise<void> {
  const world = await makeHeldWorld(1, Number(values.others))
  try {
    const begin = (name: string) => hold(world, world.rows[name] as HeldWorld['rows'][string])
    const { turns, busy, others } = await unlessBroken(
      bench,
      world,
      measure(bench, world, names, begin),
    )
    console.log(HEAD)
    for (const turn of turns) console.log(othersLine(turn, others.samples, world.others))
    console.log()
    for (const turn of turns) {
      console.log(busyLine(turn, busy.samples, 'busy'))
      console.log(busyLine(turn, turn.needing.samples, 'needing the row'))
    }
    await tellBooks(world, [busy, others])
  } finally {
    await world.stop()
  }
}

async function measureStopped(bench: Bench): Promise<void> {
  const world = await makeHeldWorld(PROCESSES, Number(values.others))
  try {
    const names = world.processes.map((_, n) => String(n))
    const begin = (name: string) => {
      const process = world.processes[Number(name)]
      process?.kill('SIGSTOP')
      return Promise.resolve(() => Promise.resolve(process?.kill('SIGCONT')))
    }
    const { turns, busy, others } = await unlessBroken(
      bench,
      world,
      measure(bench, world, names, begin),
    )
    console.log(HEAD)
    for (const turn of turns) {
      const through = { ...turn, name: `stopped ${turn.name}`, except: Number(turn.name) }
      console.log(othersLine(through, others.samples, world.others))
    }
    console.log()
    for (const turn of turns) {
      const through = { ...turn, name: `stopped ${turn.name}`, except: Number(turn.name) }
      console.log(busyLine(through, busy.samples, 'busy'))
    }
    await tellBooks(world, [busy, others])
  } finally {
    await world.stop()
  }
}

/** Others send by the clock; somebody, or many, send all they have at once. */
async function measureFloods(bench: Bench, names: string[]): Promise<void> {
  const world = await makeHeldWorld(1, Number(values.others))
  try {
    const creates = world.others.filter(({ method }) => method === 'POST')
    const gets = world.others.filter(({ method }) => method === 'GET')
    const calm = [...creates.slice(FLOOD.tenants), ...gets.slice(FLOOD.tenants)]
    const all: HeldTold[] = []
    const flooding = async (name: string) => {
      const requests = name === 'flood' ? world.busy : creates.slice(0, FLOOD.tenants)
      const count = name === 'flood' ? FLOOD.writes : FLOOD.tenants * FLOOD.each
      const began = now()
      const stop = send(world, { rate: 1e6, requests, count, connections: FLOOD.connections })
      const told = await stop()
      all.push(told)
      return { span: { from: began, to: now() }, told }
    }
    const ms = bench.seconds * 1_000
    console.log(HEAD)
    for (const name of names) {
      bench.say(name)
      const stop = send(world, { rate: (calm.length / 2) * OTHERS_EACH, requests: calm })
      await pause(LEAD_MS)
      const without = await turnOf(ms)
      const { span: held, told } = await flooding(name)
      const others = await stop()
      all.push(others)
      console.log(othersLine({ name, without, held }, others.samples, calm))
      console.log(`${busyLine({ name, without, held }, told.samples, 'flooding')}\n`)
    }
    await tellBooks(world, all)
  } finally {
    await world.stop()
  }
}

/** Whether whatever was acknowledged is there once, and the books agree. */
async function tellBooks(world: HeldWorld, all: HeldTold[]): Promise<void> {
  const { rows } = await world.pool.query<{ tag: string; count: number }>(
    `select metadata->>'tag' as tag, count(*)::int as count from invoices
     where metadata->>'tag' is not null group by 1`,
  )
  const counts = new Map(rows.map(({ tag, count }) => [tag, count]))
  const done = all.flatMap((told) => told.done)
  const keys = await world.pool.query<{ key: string }>('select key from idempotency_keys')
  const claimed = new Set(keys.rows.map(({ key }) => key))
  const missing = done.filter((tag) => !claimed.has(tag)).length
  const twice = rows.filter(({ count }) => count > 1).length
  const unheard = [...counts.keys()].filter((tag) => !new Set(done).has(tag)).length
  const { clean } = await verify(world.pool)
  const sum = (of: (told: HeldTold) => number) => all.reduce((total, told) => total + of(told), 0)
  console.log(
    `\n${sum(({ tried }) => tried)} writes were sent, ${done.length} acknowledged: ` +
      `${missing} of them missing, ${twice} invoices there twice, ${unheard} there whose answer nobody heard; ` +
      `${sum(({ lost }) => lost)} given up; verify ${clean ? 'clean' : 'NOT CLEAN'}.\n`,
  )
}

await session(
  { quick: true, rounds: 1, seconds: Number(values.seconds) },
  MINUTES_MOST,
  async (bench) => {
    const cluster = await startCluster('embedded')
    try {
      // Unlike for tests, what is acknowledged lasts.
      await cluster.halt()
      await cluster.resume({ synchronous_commit: 'on', shared_buffers: '128MB' })
      process.env.TEST_DATABASE_URL = cluster.url
      const load = loadavg().map((each) => each.toFixed(1))
      console.log(
        `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, load average ` +
          `${load.join(' ')} at the start; ${values.rate} writes a second of one tenant, ` +
          `${Number(values.others) * OTHERS_EACH} requests of ${values.others} others; ms\n`,
      )
      const floods = wanted.filter((name) => name.startsWith('flood'))
      const names = wanted.filter((name) => name !== 'stopped' && !floods.includes(name))
      if (names.length > 0) await measureRows(bench, names)
      if (wanted.includes('stopped')) await measureStopped(bench)
      if (floods.length > 0) await measureFloods(bench, floods)
    } finally {
      await cluster.stop()
    }
  },
)
