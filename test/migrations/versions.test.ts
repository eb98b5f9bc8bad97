// From versions of the schema to the one of today, with what was in it: each start migrates, the books are sound,
// every object can be read, and work goes on.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import pg from 'pg'
import { readMigrations } from '../../src/platform/db/migrations.ts'
import { reckoner } from '../cli.ts'
import type { Api } from '../client.ts'
import { assertSound } from '../crash/books.ts'
import { openDatabase } from '../database.ts'
import { get, isOf, makeInvoice } from '../fixtures.ts'
import { until } from '../harness.ts'
import { startProcess } from '../process.ts'
import { migrateWithRows, SECRET_KEY } from './fixtures.ts'

const env = { SECRET_KEY, PORT: '0', DATA_DIR: '/nonexistent', LOG_LEVEL: 'error' }
const migrations = readMigrations()
/** What an older version without rows has left is migrated as a new installation is, which every test does. */
const RECENT = 4
const isFilled = (name: string): boolean =>
  existsSync(join(import.meta.dirname, `${name.slice(0, 4)}.sql`))
/** Those that have left rows behind, and the newest; VERSIONS=filled leaves out all but the last of these, `every` none. */
const newest = { filled: 1, every: migrations.length }[process.env.VERSIONS ?? ''] ?? RECENT
const beginnings = migrations.filter(
  ({ name }, index) => isFilled(name) || index >= migrations.length - newest,
)

interface Rows {
  customers: number
  products: number
  invoices: number
  events: number
}

/** How many objects of a test environment its API must show. */
async function countRows(pool: pg.Pool): Promise<Rows> {
  const { rows } = await pool.query<Rows>(
    `select (select count(*)::int from customers where environment_id = 1 and deleted_at is null) as customers,
       (select count(*)::int from products where environment_id = 1) as products,
       (select count(*)::int from invoices where environment_id = 1) as invoices,
       (select count(*)::int from events where environment_id = 1) as events`,
  )
  return rows[0] as Rows
}

/** Waits until time has done its work: what was issued when the rows were made is overdue one day. */
async function untilCaughtUp(pool: pg.Pool): Promise<void> {
  await until('what is due to be done', async () => {
    const { rows } = await pool.query(
      `select from invoices i join environment_counters c using (environment_id)
       where i.status in ('posted', 'overdue')
         and least(i.reminder_at, case i.status when 'posted' then i.overdue_at end)
           <= now() + c.clock_ahead_ms * interval '1 millisecond'`,
    )
    return rows.length === 0
  })
}

/** Reads everything there is, each object by itself as well; the client checks every answer. */
async function readAll(api: Api, rows: Rows): Promise<void> {
  for (const name of ['customers', 'products', 'invoices'] as const) {
    const list = await get(api, `/v1/${name}?limit=100`)
    assert.equal(list.total_count, rows[name], name)
    assert.equal(list.data.length, rows[name], name)
    for (const { id } of list.data) await get(api, `/v1/${name}/${id}`)
  }
  const events = await get(api, '/v1/events?limit=100')
  assert.equal(events.data.length, rows.events)
  for (const customer of (await get(api, '/v1/customers?limit=100')).data) {
    const theirs = await get(api, `/v1/events?customer_id=${customer.id}&limit=100`)
    assert.deepEqual(theirs.data, events.data.filter(isOf(customer)))
    assert.ok(theirs.data.length > 1, 'more than that they were made')
  }
  for (const { id, status } of (await get(api, '/v1/invoices?limit=100')).data) {
    await get(api, `/v1/invoices/${id}/explain`)
    const timeline = await get(api, `/v1/invoices/${id}/timeline`)
    assert.ok(timeline.data.length > 0)
    if (status === 'overdue') assert.equal((await api.get(`/v1/invoices/${id}/pdf`)).status, 200)
  }
}

/** The next invoice gets the next number, and what was issued long ago can be paid. */
async function goOn(api: Api): Promise<void> {
  const numbers = (await get(api, '/v1/invoices?limit=100')).data
    .filter((each: { finalized_at: string | null }) => each.finalized_at)
    .map((each: { number: string }) => each.number)
    .sort()
  const draft = await makeInvoice(api)
  const { body: issued } = await api.post(`/v1/invoices/${draft.id}/finalize`)
  const last = Number(numbers.at(-1)?.slice(4) ?? 0)
  assert.equal(issued.number, `INV-${String(last + 1).padStart(6, '0')}`)
  const [late] = (await get(api, '/v1/invoices?status=overdue')).data
  if (!late) return
  const { id: invoice_id, amount_remaining: amount, currency } = late
  const body = { invoice_id, amount, currency, method: 'cash' }
  assert.equal((await api.post('/v1/payments', { body })).status, 201)
}

for (const last of beginnings) {
  test(`from ${last.name}`, { timeout: 600_000 }, async (t) => {
    const { url, pool } = await openDatabase(t, { template: 'template0' })
    const client = new pg.Client(url)
    await client.connect()
    const fixture = await migrateWithRows(client, last).finally(() => client.end())
    const before = fixture && (await countRows(pool))
    const settings = { ...env, DATABASE_URL: url }
    const server = await startProcess(settings, fixture?.key ?? '')
    // Where nothing was, it has made its first key now.
    const key = fixture?.key ?? /svc_test_\w+/.exec(server.output())?.[0] ?? ''
    const { api } = server
    try {
      const { rows } = await pool.query('select name from migrations order by name')
      assert.deepEqual(
        rows.map(({ name }) => name),
        migrations.map(({ name }) => name),
      )
      await assertSound(pool)
      if (before) {
        await untilCaughtUp(pool)
        const now = await countRows(pool)
        assert.ok(now.events >= before.events)
        await readAll(api, { ...before, events: now.events })
      }
      if (fixture) await goOn(api)
      else assert.equal((await api.get('/v1/customers', { key })).status, 200)
    } finally {
      await server.stop()
    }
    await assertSound(pool)
  })
}

test('a database of a newer version is refused at the start, in one sentence', async (t) => {
  const { url, pool } = await openDatabase(t)
  await pool.query("insert into migrations values ('9999_future.sql', '', '2030-01-01')")
  const ended = startProcess({ ...env, DATABASE_URL: url }, '')
  await assert.rejects(ended, (error: Error) => {
    assert.match(error.message, /^The server did not start \(1\):\n/)
    const [, ...said] = error.message.trimEnd().split('\n')
    assert.deepEqual(said, [
      'The database has migration 9999_future.sql, which this version does not know: it was made by a newer Reckoner. Start that version, or a newer one.',
    ])
    return true
  })
  const { rows } = await pool.query("select to_regclass('accounts') is not null as made")
  assert.deepEqual(rows, [{ made: true }])
})

test('one to which a newer version has only added is worked on, and said', async (t) => {
  const { url, pool } = await openDatabase(t)
  await pool.query("insert into migrations values ('9999_future.sql', '', '2030-01-01', 'expand')")
  const settings = { ...env, DATABASE_URL: url }
  const server = await startProcess({ ...settings, LOG_LEVEL: 'info' }, '')
  try {
    assert.match(server.output(), /The database has 9999_future\.sql of a newer Reckoner/)
    const key = await until('its key', () => /svc_test_\w{50,}/.exec(server.output())?.[0])
    const body = { name: 'Ada' }
    assert.equal((await server.api.post('/v1/customers', { key, body })).status, 201)
  } finally {
    await server.stop()
  }
  const doctor = await reckoner(['doctor', '--json'], settings)
  const schema = doctor.json().findings.find(({ name }: { name: string }) => name === 'schema')
  assert.equal(schema.ok, true)
  assert.match(schema.text, /9999_future\.sql of a newer Reckoner/)
  const refused = await reckoner(['backup', `${tmpdir()}/ahead-${process.pid}.gz`], settings)
  assert.match(refused.err, /belongs to a newer version\. Take the backup with that version/)
})
