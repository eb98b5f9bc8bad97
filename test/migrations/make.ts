// Makes a fixture of the migrations' test: has a checkout of some version live through a little of
// everything it knows, and writes all its rows down as SQL; beside it, what it makes of its issued
// documents (.documents.json), and a backup by its own command (.backup.gz).
//
//   node bin/reckoner.mjs --run test/migrations/make.ts <folder of the checkout> <file.sql to make>

import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { BACKUP_TABLES } from '../../src/app/tables.ts'
import { startCluster } from '../cluster.ts'
import { PUBLIC_URL, readDocuments, SECRET_KEY } from './fixtures.ts'

/** A day that is over in every time zone. */
const PAST = '2020-01-31'
const line = { description: 'Seats', quantity: 3, unit_amount: 1999 }

// biome-ignore lint/suspicious/noExplicitAny: an object as answered, of any version.
type Told = any

const envOf = (databaseUrl: string) => ({
  PATH: process.env.PATH ?? '',
  DATABASE_URL: databaseUrl,
  SECRET_KEY,
  PORT: '0',
  DATA_DIR: '/nonexistent',
  RATE_LIMIT_TIER: 'enterprise',
  PUBLIC_URL,
})

/** Starts the service of a checkout, and answers where it is and the first test key. */
async function serve(folder: string, databaseUrl: string) {
  const env = envOf(databaseUrl)
  const child = spawn(process.execPath, [join(folder, 'src/main.ts'), 'serve'], { cwd: '/', env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const found = await until(() => {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
    const [key] = /svc_test_\w+/.exec(output) ?? []
    if (child.exitCode !== null) throw new Error(output)
    return url && key ? { url, key } : undefined
  })
  const stop = () =>
    new Promise((done) => {
      child.once('exit', done)
      child.kill('SIGTERM')
    })
  return { ...found, stop }
}

async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const value = await look()
    if (value !== undefined) return value
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** A little of everything; what a version does not know yet, it says so and is spared. */
async function live({ url, key }: { url: string; key: string }): Promise<void> {
  const ask = async (method: string, path: string, body?: object): Promise<Told> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const told: Told = await answer.json()
    if (answer.ok) return told
    if (told.error.code === 'route_not_found') return undefined
    throw new Error(`${method} ${path}: ${JSON.stringify(told)}`)
  }
  const post = (path: string, body?: object) => ask('POST', path, body)
  await post('/v1/webhook_endpoints', { url: 'https://receiver.invalid/' })
  await ask('PATCH', '/v1/account', { legal_name: 'Maple Bicycles Ltd.', reminder_days: [-3, 3] })
  const { id } = await post('/v1/customers', {
    name: 'Ada',
    email: 'ada@maple.example',
    city: 'Oka',
  })
  const gone = await post('/v1/customers', { name: 'Nobody' })
  await ask('DELETE', `/v1/customers/${gone.id}`)
  const seat = await post('/v1/products', { name: 'Seat' })
  await ask('PATCH', `/v1/products/${seat.id}`, { description: 'One seat' })
  await ask('DELETE', `/v1/products/${(await post('/v1/products', { name: 'Old' })).id}`)
  const draft = (more: object = {}) =>
    post('/v1/invoices', {
      customer_id: id,
      line_items: [{ ...line, product_id: seat.id }],
      ...more,
    })
  const issued = async (more: object = {}) =>
    post(`/v1/invoices/${(await draft(more)).id}/finalize`)
  await ask('PATCH', `/v1/invoices/${(await draft()).id}`, {
    notes: 'Changed',
    metadata: { po: 7 },
  })
  await post(`/v1/invoices/${(await draft()).id}/void`)
  await post(`/v1/invoices/${(await issued()).id}/void`)
  await issued({ line_items: [{ ...line, unit_amount: 0 }] })
  const paid = await issued()
  const of = { invoice_id: paid.id, currency: paid.currency, method: 'cheque' }
  const part = await post('/v1/payments', { ...of, amount: 100, reference: '17' })
  if (part) await post(`/v1/payments/${part.id}/reverse`)
  await post('/v1/payments', { ...of, amount: paid.amount_due })
  await post(`/v1/customers/${id}/credit_transactions`, { amount: '10.005' })
  await issued()
  const late = await issued({ due_date: PAST })
  await until(async () => {
    const { status } = await ask('GET', `/v1/invoices/${late.id}`)
    return status === 'overdue' || undefined
  })
  await post('/v1/test_clock/advance', { to: new Date(Date.now() + 86_400_000).toISOString() })
  await ask('GET', '/v1/test_clock?wait=60')
  await until(async () => {
    const deliveries = await ask('GET', '/v1/webhook_deliveries')
    return !deliveries || deliveries.data.some((each: Told) => each.attempts_made > 0) || undefined
  })
}

/** All rows as statements that make them again, those that others refer to first. */
async function dump(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const statements: string[] = []
  for (const table of BACKUP_TABLES) {
    const { rows: columns } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
    if (columns.length === 0) continue
    const names = columns.map(({ name }) => name)
    const values = names.map((name) => `quote_nullable(${name}::text)`).join(", ', ', ")
    const { rows } = await client.query(`select concat(${values}) as row from ${table}`)
    if (rows.length === 0) continue
    const list = rows.map(({ row }) => `(${row})`).join(',\n')
    statements.push(`insert into ${table} (${names.join(', ')}) values\n${list};`)
  }
  await client.end()
  return statements.join('\n')
}

const besides = (file: string, what: string) => file.replace(/sql$/, what)

async function main(): Promise<void> {
  const [folder = '', file = ''] = process.argv.slice(2).map((path) => resolve(path))
  const cluster = await startCluster('embedded')
  try {
    const url = new URL(cluster.url)
    const admin = new pg.Client(cluster.url)
    await admin.connect()
    await admin.query('create database fixture template template0')
    await admin.end()
    url.pathname = '/fixture'
    const service = await serve(folder, url.href)
    const documents = await live(service)
      .then(() => readDocuments(service))
      .finally(service.stop)
    writeFileSync(besides(file, 'documents.json'), `${JSON.stringify(documents, null, 2)}\n`)
    execFileSync(
      process.execPath,
      [join(folder, 'src/main.ts'), 'backup', besides(file, 'backup.gz')],
      { cwd: '/', env: envOf(url.href) },
    )
    const head = `-- A little of everything, as this version left it. Key: ${service.key}\n`
    writeFileSync(file, `${head}${await dump(url.href)}\n`)
  } finally {
    await cluster.stop()
  }
}

if (import.meta.main) await main()
