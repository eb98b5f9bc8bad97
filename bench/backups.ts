// Measures how long backup and restore take: `npm run bench:backups -- --invoices 1000000`.

import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SUPERUSER } from '../src/platform/db/embedded/cluster.ts'
import { startEmbedded } from '../src/platform/db/embedded/server.ts'
import { multiplyInvoices } from './multiply.ts'
import { parseOptions } from './options.ts'

const main = join(import.meta.dirname, '../src/main.ts')
/** Invoices that the service itself creates; the others are copies of them. */
const MADE = 100
const FIGURES = 'rows, database, seconds, peak memory of the command'

const values = parseOptions({ options: { invoices: { type: 'string', default: '1000000' } } })
const invoices = Number(values.invoices)
const folder = mkdtempSync(join(tmpdir(), 'reckoner-bench-'))
chmodSync(folder, 0o711)
const settings = (name: string) => ({
  PATH: process.env.PATH ?? '',
  DATA_DIR: join(folder, name),
  SECRET_KEY: 'a secret key for benchmarks, 32 characters and more',
  RATE_LIMIT_TIER: 'enterprise',
  LOG_LEVEL: 'warn',
  PORT: '0',
})

function say(line: string): void {
  process.stderr.write(`${Math.round(performance.now() / 1000)} s  ${line}\n`)
}

interface Ran {
  out: string
  seconds: number
  peakMb: number
}

/** Runs a command to its end, and measures its peak memory. */
function reckoner(name: string, args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: settings(name),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const startedMs = performance.now()
  let out = ''
  let peakMb = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const timer = setInterval(() => {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(statusOf(child.pid as number))?.[1] ?? 0
    peakMb = Math.max(peakMb, Number(kilobytes) / 1024)
  }, 100)
  return new Promise((done, fail) => {
    child.once('close', (code) => {
      clearInterval(timer)
      const seconds = (performance.now() - startedMs) / 1000
      if (code === 0) done({ out, seconds, peakMb })
      else fail(new Error(`reckoner ${args.join(' ')} ended with ${code}: ${out}`))
    })
  })
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return '' // it has ended
  }
}

/** Lets the service create invoices of all kinds: finalized, emailed, half of them paid. */
async function makeInvoices(): Promise<void> {
  const { out } = await reckoner('from', ['keys', 'create', '--mode', 'live', '--json'])
  const { key } = JSON.parse(out)
  const child = spawn(process.execPath, [main, 'serve', '--json'], {
    cwd: folder,
    env: settings('from'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await new Promise<string[]>((done) =>
    child.stdout.setEncoding('utf8').once('data', (text: string) => done(text.split('\n'))),
  )
  const { url } = JSON.parse(line as string)
  let n = 0
  const post = async (path: string, body: object) => {
    n += 1
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `bench-${n}`,
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    // biome-ignore lint/suspicious/noExplicitAny: an object as the API returns it.
    return (await answer.json()) as any
  }
  for (let index = 0; index < MADE; index++) {
    const customer = await post('/v1/customers', {
      name: `Customer ${index}`,
      email: `billing-${index}@example.com`,
      city: 'Toronto',
    })
    const line_items = Array.from({ length: 1 + (index % 5) }, (_, each) => ({
      description: `Seats of plan ${index}, part ${each}`,
      quantity: 1 + ((index * 31) % 97),
      unit_amount: 99 + ((index * 7919) % 9973),
    }))
    const draft = await post('/v1/invoices', { customer_id: customer.id, line_items })
    const finalized = await post(`/v1/invoices/${draft.id}/finalize`, {})
    if (index % 2 === 0) continue
    const { id: invoice_id, amount_due: amount, currency } = finalized
    await post('/v1/payments', { invoice_id, amount, currency, method: 'bank_transfer' })
  }
  child.kill('SIGTERM')
  await new Promise((done) => child.once('exit', done))
}

/** Calls `work` with the database of a folder without a running service. */
async function onDatabase<T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await startEmbedded({
    dataDir: settings(name).DATA_DIR,
    command: 'bench',
    log: say,
    settings: { fsync: 'off', max_wal_size: '8GB' },
  })
  const client = new pg.Client({ ...server.connection, user: SUPERUSER })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await server.stop()
  }
}

const sizeOf = (client: pg.Client): Promise<number> =>
  client
    .query('select pg_database_size(current_database()) as size')
    .then(({ rows }) => Number(rows[0].size))

const summary = ({ seconds, peakMb }: Ran) => `${seconds.toFixed(1)} s, ${peakMb.toFixed(0)} MB`

try {
  say('making what is copied')
  await makeInvoices()
  say(`copying until there are ${invoices} invoices`)
  const size = await onDatabase('from', async (client) => {
    await multiplyInvoices(client, invoices / MADE)
    return sizeOf(client)
  })
  const file = join(folder, 'books.gz')
  say('backing up')
  const taken = await reckoner('from', ['backup', file, '--json'])
  const { rows, bytes } = JSON.parse(taken.out)
  const count = Object.values(rows as Record<string, number>).reduce((sum, each) => sum + each, 0)
  say(`${summary(taken)}; exporting`)
  const exported = join(folder, 'account.jsonl.gz')
  const written = await reckoner('from', ['export', exported, '--mode', 'live', '--json'])
  say(`${summary(written)}; restoring`)
  const restored = await reckoner('to', ['restore', file, '--json'])
  const again = await onDatabase('to', sizeOf)
  console.log(`${FIGURES}, for ${rows.invoices} invoices:`)
  console.log(`rows ${count}, database ${mb(size)} MB, restored ${mb(again)} MB`)
  console.log(`backup  ${summary(taken)}, file ${mb(bytes)} MB`)
  console.log(`export  ${summary(written)}, file ${mb(statSync(exported).size)} MB`)
  console.log(`restore ${summary(restored)}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
