// Migrations: applied once, verified by checksum, and by one process at a time.

import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import { createDatabase, type Lifetime } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { migrate, pendingMigrations, readSchemaState } from './migrate.ts'
import { migrationOf, readMigrations } from './migrations.ts'

const names = readMigrations().map(({ name }) => name)

const things = migrationOf(
  '9001_things.sql',
  '-- expand\n-- Some.\ncreate table things (id int); insert into things values (1), (1);\n',
)
const indexes = migrationOf(
  '9002_indexes.sql',
  `-- expand
-- Finds things; two of them -- and a ; here.
create index concurrently if not exists things_by_id on things (id);
create unique index concurrently if not exists things_once
  on things (id) where id > 1;
`,
)

type Four = [pg.Client, pg.Client, pg.Client, pg.Client]

/** Connections to an empty database, open for the whole test. */
async function connect(lifetime: Lifetime): Promise<Four> {
  const { url, drop } = await createDatabase('template0')
  const clients = Array.from({ length: 4 }, () => new pg.Client(url)) as Four
  for (const client of clients) {
    client.on('error', () => undefined)
    await client.connect()
  }
  lifetime.after(async () => {
    for (const client of clients) await client.end()
    await drop()
  })
  return clients
}

test('an empty database gets all migrations, in order, and a second run applies none', async (t) => {
  const [client] = await connect(t)
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

test('of two processes that migrate at once, one applies everything and the other waits', async (t) => {
  const [one, other] = await connect(t)
  const applied = await Promise.all([migrate(one), migrate(other)])
  assert.deepEqual(applied.flat().sort(), names)
  assert.ok(
    applied.some((list) => list.length === 0),
    'one did it all',
  )
})

test('the wait for another process that migrates has no limit', async (t) => {
  const [one, other] = await connect(t)
  await one.query('select pg_advisory_lock(7325609)')
  const waiting = migrate(other, 20)
  await one.query('select pg_sleep(0.1)')
  await one.query('select pg_advisory_unlock(7325609)')
  assert.deepEqual(await waiting, names)
})

test('a database made by a newer version is refused, and nothing is applied', async (t) => {
  const [client] = await connect(t)
  await migrate(client)
  await client.query(
    "insert into migrations values ('9999_future.sql', '', '2030-01-01', 'contract')",
  )
  await assert.rejects(migrate(client), /9999_future\.sql.*newer Reckoner/)
  await assert.rejects(pendingMigrations(client), /newer Reckoner/)
})

test('a newer database with expand migrations only is accepted, and they are reported', async (t) => {
  const [client] = await connect(t)
  await migrate(client)
  const future = "insert into migrations values ($1, '', '2030-01-01', $2)"
  await client.query(future, ['9998_future.sql', 'expand'])
  assert.deepEqual(await migrate(client), [])
  const state = await readSchemaState(client)
  assert.deepEqual(state, { pending: [], ahead: ['9998_future.sql'] })
  await client.query(future, ['9999_future.sql', 'contract'])
  await assert.rejects(migrate(client), /9999_future\.sql.*newer Reckoner/)
})

test('a database of a development version is refused, and nothing in it is changed', async (t) => {
  const refused =
    /was created by a development version before 0\.2\.0, which cannot be upgraded\. Use it with/
  // The migrations of 0.1.0 had different texts and, at first, no kind.
  const columns =
    'name text primary key, checksum text not null, applied_at timestamptz(3) not null'
  const [first] = await connect(t)
  await first.query(`create table migrations (${columns})`)
  await first.query("insert into migrations values ('0001_accounts.sql', 'other', '2026-01-01')")
  await assert.rejects(migrate(first), refused)
  const { rows } = await first.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind <> 'i'",
  )
  assert.deepEqual(rows, [{ relname: 'migrations' }])

  const [later] = await connect(t)
  await migrate(later)
  await later.query('update migrations set checksum = $1 where name = $2', ['other', names[2]])
  await assert.rejects(migrate(later), refused)
  await later.query("update migrations set name = '0003_other.sql' where checksum = 'other'")
  await assert.rejects(pendingMigrations(later), refused)
})

test('a migration file that does not begin with its kind is refused', () => {
  const text = 'create table more (id int);'
  assert.throws(() => migrationOf('0028_more.sql', text), /neither "-- expand" nor "-- contract"/)
  assert.throws(() => migrationOf('0028_more.sql', `--expand\n${text}`), /0028_more\.sql/)
})

test('a migration that was changed after it had been applied is refused', async (t) => {
  const [client] = await connect(t)
  await migrate(client, 500, [things])
  const changed = migrationOf(things.name, `${things.text}-- Changed.\n`)
  await assert.rejects(migrate(client, 500, [changed]), /Migration 9001_things\.sql was changed/)
})

test('a migration that fails halfway leaves no changes, and the next attempt continues there', async (t) => {
  const [client] = await connect(t)
  // Conflicts with a table in the middle of its file.
  await client.query('create table customer_balances (id int)')
  const failing = readMigrations().findIndex(({ text }) => /^create table customers /m.test(text))
  await assert.rejects(migrate(client), /customer_balances/)
  assert.deepEqual(
    (await pendingMigrations(client)).map(({ name }) => name),
    names.slice(failing),
  )
  const { rows } = await client.query("select to_regclass('customers') as table")
  assert.deepEqual(rows, [{ table: null }])
  await client.query('drop table customer_balances')
  assert.deepEqual(await migrate(client), names.slice(failing))
})

test('a migration of a table in use releases its lock request and tries again', async (t) => {
  const [client, other] = await connect(t)
  await migrate(client, 500, [things])
  const column = '-- expand\n-- A column.\nalter table things add column note text;\n'
  await other.query('begin; lock table things in access exclusive mode')
  const waiting = migrate(client, 500, [things, migrationOf('9002_note.sql', column)])
  await other.query('select pg_sleep(1)')
  await other.query('commit')
  assert.deepEqual(await waiting, ['9002_note.sql'])
})

/** The indexes of `things`, and whether they are valid. */
async function thingIndexes(client: pg.Client): Promise<Record<string, boolean>> {
  const { rows } = await client.query(
    "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'things'::regclass order by 1",
  )
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]))
}

test('indexes are built while others write, and a second process waits for the build', async (t) => {
  const [client, other, third, fourth] = await connect(t)
  await migrate(client, 500, [things])
  // An older transaction: the build has to wait for its end, and so does the other process.
  await fourth.query('begin isolation level repeatable read; select from things')
  const both = [client, other].map((each) => migrate(each, 500, [things, indexes]))
  await until('the build to wait', async () => (await thingIndexes(third)).things_by_id === false)
  await third.query('insert into things values (7)')
  await fourth.query('commit')
  assert.deepEqual((await Promise.all(both)).flat(), ['9002_indexes.sql'])
  assert.deepEqual(await thingIndexes(client), { things_by_id: true, things_once: true })
})

test('an index whose build was interrupted is built again', async (t) => {
  const [client, other, third, fourth] = await connect(t)
  await migrate(client, 500, [things])
  await fourth.query('begin isolation level repeatable read; select from things')
  const { rows } = await other.query('select pg_backend_pid() as pid')
  const killed = assert.rejects(migrate(other, 500, [things, indexes]))
  await until('the build to wait', async () => (await thingIndexes(third)).things_by_id === false)
  await third.query('select pg_terminate_backend($1)', [rows[0].pid])
  await killed
  await fourth.query('commit')
  assert.deepEqual(await thingIndexes(client), { things_by_id: false })
  assert.deepEqual(await migrate(client, 500, [things, indexes]), ['9002_indexes.sql'])
  assert.deepEqual(await thingIndexes(client), { things_by_id: true, things_once: true })
})

test('an index that was built but not recorded when the process died is kept', async (t) => {
  const [client] = await connect(t)
  await migrate(client, 500, [things, indexes])
  await client.query("delete from migrations where name = '9002_indexes.sql'")
  const oid = "select 'things_by_id'::regclass::oid as oid"
  const before = await client.query(oid)
  assert.deepEqual(await migrate(client, 500, [things, indexes]), ['9002_indexes.sql'])
  assert.deepEqual((await client.query(oid)).rows, before.rows)
})

test('an older process that waits for its turn in a statement does not block an index build', async (t) => {
  const [client, older, third, fourth] = await connect(t)
  await migrate(client, 500, [things])
  await fourth.query('begin isolation level repeatable read; select from things')
  const building = migrate(client, 500, [things, indexes])
  await until('the build to wait', async () => (await thingIndexes(third)).things_by_id === false)
  // Each waits for the other; PostgreSQL ends one of the waits.
  const waiting = older
    .query('select pg_advisory_lock(7325609)')
    .then(() => older.query('select pg_advisory_unlock(7325609)'))
    .catch((error: { code: string }) => assert.equal(error.code, '40P01'))
  await until('it to wait', async () => {
    const { rows } = await third.query(
      "select from pg_locks where locktype = 'advisory' and not granted",
    )
    return rows.length > 0
  })
  await fourth.query('commit')
  await waiting
  assert.deepEqual(await building, ['9002_indexes.sql'])
  assert.deepEqual(await thingIndexes(client), { things_by_id: true, things_once: true })
})
