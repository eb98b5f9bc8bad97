// Migrations: applied once, guarded by their checksums, and by one process at a time.

import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import { createDatabase, type Lifetime } from '../../../test/database.ts'
import { migrate, pendingMigrations, readMigrations } from './migrate.ts'

const names = readMigrations().map(({ name }) => name)

/** Connections to an empty database, all for as long as the test. */
async function connectTwice(lifetime: Lifetime): Promise<[pg.Client, pg.Client]> {
  const { url, drop } = await createDatabase('template0')
  const clients: [pg.Client, pg.Client] = [new pg.Client(url), new pg.Client(url)]
  for (const client of clients) await client.connect()
  lifetime.after(async () => {
    for (const client of clients) await client.end()
    await drop()
  })
  return clients
}

test('an empty database gets all of them, in order, and a second time none', async (t) => {
  const [client] = await connectTwice(t)
  assert.deepEqual(
    (await pendingMigrations(client)).map(({ name }) => name),
    names,
  )
  assert.deepEqual(await migrate(client), names)
  assert.deepEqual(await migrate(client), [])
  assert.deepEqual(await pendingMigrations(client), [])
  const { rows } = await client.query('select name from migrations order by applied_at, name')
  assert.deepEqual(
    rows.map(({ name }) => name),
    names,
  )
})

test('of two processes that migrate at once each waits for the other, and each applies its own', async (t) => {
  const [one, other] = await connectTwice(t)
  const applied = await Promise.all([migrate(one), migrate(other)])
  assert.deepEqual(applied.flat().sort(), names)
  assert.ok(
    applied.some((list) => list.length === 0),
    'one did it all',
  )
})

test('the wait for another process that migrates has no end', async (t) => {
  const [one, other] = await connectTwice(t)
  await one.query('select pg_advisory_lock(7325609)')
  const waiting = migrate(other, 20)
  await one.query('select pg_sleep(0.1)')
  await one.query('select pg_advisory_unlock(7325609)')
  assert.deepEqual(await waiting, names)
})

test('a database made by a newer version is refused, and nothing is applied', async (t) => {
  const [client] = await connectTwice(t)
  await migrate(client)
  await client.query("insert into migrations values ('9999_future.sql', '', '2030-01-01')")
  await assert.rejects(migrate(client), /9999_future\.sql.*newer Reckoner/)
  await assert.rejects(pendingMigrations(client), /newer Reckoner/)
})

test('a migration that was changed after it had been applied is refused', async (t) => {
  const [client] = await connectTwice(t)
  await migrate(client)
  await client.query('update migrations set checksum = $1 where name = $2', ['other', names[2]])
  await assert.rejects(migrate(client), new RegExp(`Migration ${names[2]} was changed`))
})

test('a migration that fails half-way leaves nothing, and the next try goes on from there', async (t) => {
  const [client] = await connectTwice(t)
  // Stands in the way of the third one.
  await client.query('create table customer_balances (id int)')
  await assert.rejects(migrate(client), /customer_balances/)
  assert.deepEqual(
    (await pendingMigrations(client)).map(({ name }) => name),
    names.slice(2),
  )
  const { rows } = await client.query("select to_regclass('customers') as table")
  assert.deepEqual(rows, [{ table: null }])
  await client.query('drop table customer_balances')
  assert.deepEqual(await migrate(client), names.slice(2))
})

test('a table in use makes a migration give way and try again', async (t) => {
  const [client, other] = await connectTwice(t)
  await migrate(client)
  await client.query("delete from migrations where name = '0005_invoices.sql'")
  await client.query('drop table invoice_lines, invoices cascade')
  await other.query('begin; lock table customers in access exclusive mode')
  const waiting = migrate(client, 500)
  await other.query('select pg_sleep(1)')
  await other.query('commit')
  assert.deepEqual(await waiting, ['0005_invoices.sql'])
})
