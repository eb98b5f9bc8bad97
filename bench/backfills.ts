// What filling the rows of an older version costs everybody else: `npm run bench:backfills -- --events 500000`.
//
// Events without their customer and entries without their day, as many as there may be of a version before;
// then the service starts, and one tenant's requests are measured while they are filled, and afterwards.

import { randomBytes } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import type pg from 'pg'
import { BACKFILLS } from '../src/app/backfills.ts'
import { createKey } from '../src/features/api-keys/actions.ts'
import { openPool } from '../src/platform/db/pool.ts'
import { countLeft } from '../src/platform/sweeps/backfill.ts'
import type { Bench } from './bench.ts'
import { multiplyInvoices } from './multiply.ts'
import { parseOptions } from './options.ts'
import { asSuperuser, type Server, startServer } from './server.ts'
import { session } from './session.ts'
import { percentile } from './stats.ts'

const MINUTES_MOST = 30
const MADE = 50
/** Its making and its finalizing. */
const EVENTS_EACH = 2
const ENVIRONMENT = 2
const SECONDS_AFTER = 15

const values = parseOptions({
  options: { events: { type: 'string', default: '500000' } },
})

type Post = (path: string, body: object) => Promise<{ id: string }>

async function poster({ connection, secretKey, url }: Server): Promise<Post> {
  const pool = openPool(connection, { size: 1 })
  const spec = { mode: 'live' as const, name: 'bench', scopes: ['*'], expires_at: null }
  const secret = Buffer.from(secretKey, 'utf8')
  const made = createKey(pool, secret, { environment_id: ENVIRONMENT, ...spec }, Date.now())
  const { text: key } = await made.finally(() => pool.end())
  return async (path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
    return (await answer.json()) as { id: string }
  }
}

const draft = (customer_id: string) => ({
  customer_id,
  line_items: [{ description: 'Seats', quantity: 3, unit_amount: 1999 }],
})

/** Rows as a version before would have left them, many of few. */
async function makeOld(client: pg.Client, times: number): Promise<void> {
  await multiplyInvoices(client, times)
  await client.query("set session_replication_role = 'replica'")
  await client.query('update events set customer_id = null')
  await client.query(
    `update environment_counters c set
       event_sequence = (select max(sequence) from events e where e.environment_id = c.environment_id)
     where environment_id = ${ENVIRONMENT}`,
  )
  await client.query('update ledger_entries set day = null')
  await client.query('vacuum (analyze)')
}

/** Creates invoices one after another as long as the work takes; answers how long each took. */
async function during(post: Post, customerId: string, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const startedMs = performance.now()
    await post('/v1/invoices', draft(customerId))
    times.push(performance.now() - startedMs)
  }
  await over
  return times
}

/** Waits until nothing lacks anything, and tells how far it is. */
async function filled(bench: Bench, { connection }: Server): Promise<void> {
  const pool = openPool(connection, { size: 1 })
  try {
    for (let round = 0; ; round++) {
      const left = await Promise.all(BACKFILLS.map((backfill) => countLeft(pool, backfill)))
      if (left.every((count) => count === 0)) return
      if (round % 10 === 0) bench.say(`left: ${left.join(' and ')}`)
      await new Promise((done) => setTimeout(done, 1_000))
    }
  } finally {
    await pool.end()
  }
}

function told(name: string, times: number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => percentile(sorted, share).toFixed(1)
  return `| ${name} | ${times.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`
}

await session({ quick: true, rounds: 1, seconds: 1 }, MINUTES_MOST, async (bench) => {
  const options = { secretKey: randomBytes(32).toString('hex'), profile: undefined }
  let server = await startServer(bench, options)
  try {
    let post = await poster(server)
    const { id: customerId } = await post('/v1/customers', { name: 'Maple' })
    for (let n = 0; n < MADE; n++) {
      const { id } = await post('/v1/invoices', draft(customerId))
      await post(`/v1/invoices/${id}/finalize`, {})
    }
    bench.say('making the old rows')
    const times = Math.ceil(Number(values.events) / (MADE * EVENTS_EACH))
    await asSuperuser(server, server.connection.database, (client) => makeOld(client, times))
    await server.stop()
    server = await startServer(bench, options)
    post = await poster(server)
    const startedMs = performance.now()
    const beside = await during(post, customerId, filled(bench, server))
    const seconds = (performance.now() - startedMs) / 1_000
    const pause = new Promise((done) => setTimeout(done, SECONDS_AFTER * 1_000))
    const after = await during(post, customerId, pause)
    const load = loadavg().map((each) => each.toFixed(1))
    console.log(
      `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, load average ${load.join(' ')} at the end; started in ${Math.round(server.startMs)} ms, filled in ${Math.round(seconds)} s\n`,
    )
    console.log('| creates, one after another | of | p50, ms | p99, ms | longest, ms |')
    console.log('|---|---|---|---|---|')
    console.log(told('while rows are filled', beside))
    console.log(told('afterwards', after))
  } finally {
    await server.stop()
  }
})
