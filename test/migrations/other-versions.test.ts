// Databases of other versions: rejected in one sentence, or used if a newer version has only added to them.

import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import test from 'node:test'
import { reckonerHere } from '../cli.ts'
import { openDatabase } from '../database.ts'
import { until } from '../harness.ts'
import { startProcess } from '../process.ts'

const env = {
  SECRET_KEY: 'a secret key for other versions, 32 characters and more',
  PORT: '0',
  DATA_DIR: '/nonexistent',
  LOG_LEVEL: 'error',
}

/** The message of `serve` when it refuses to start. */
async function refusalOf(url: string): Promise<string> {
  const { message } = await startProcess({ ...env, DATABASE_URL: url }, '').then(
    async (server) => {
      await server.stop()
      assert.fail('It started.')
    },
    (error: Error) => error,
  )
  const [, reason = ''] = /^The server did not start \(1\):\n(.*)\n$/.exec(message) ?? []
  return reason
}

test('a database of a development version is refused by every command, with what to do', async (t) => {
  const { url, pool } = await openDatabase(t)
  await pool.query("update migrations set checksum = 'x' where name = '0001_accounts.sql'")
  const refused =
    'The database was created by a development version before 0.2.0, which cannot be upgraded. Use it with that version, or start with an empty data folder (DATA_DIR) or database (DATABASE_URL).'
  assert.equal(await refusalOf(url), refused)
  const settings = { ...env, DATABASE_URL: url }
  for (const command of ['migrate', 'migrate --check', 'keys list', 'verify', 'backup /tmp/none']) {
    const ran = await reckonerHere(command.split(' '), settings)
    assert.equal(ran.code, 1, command)
    assert.equal(ran.err, `${refused}\n`, command)
  }
  const doctor = await reckonerHere(['doctor', '--json'], settings)
  const database = doctor.json().findings.find(({ name }: { name: string }) => name === 'database')
  assert.deepEqual(
    [doctor.code, database.ok, database.text, database.remedy],
    [1, false, 'cannot be used', refused],
  )
})

test('a database of a newer version is rejected at the start, in one sentence', async (t) => {
  const { url, pool } = await openDatabase(t)
  await pool.query(
    "insert into migrations values ('9999_future.sql', '', '2030-01-01', 'contract')",
  )
  assert.equal(
    await refusalOf(url),
    'The database has migration 9999_future.sql of a newer Reckoner, which this version does not know. Start that version, or a newer one.',
  )
  const { rows } = await pool.query("select to_regclass('accounts') is not null as made")
  assert.deepEqual(rows, [{ made: true }])
})

test('a database that a newer version only added to is used, and the log says so', async (t) => {
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
  const doctor = await reckonerHere(['doctor', '--json'], settings)
  const schema = doctor.json().findings.find(({ name }: { name: string }) => name === 'schema')
  assert.equal(schema.ok, true)
  assert.match(schema.text, /9999_future\.sql of a newer Reckoner/)
  const refused = await reckonerHere(['backup', `${tmpdir()}/ahead-${process.pid}.gz`], settings)
  assert.match(refused.err, /belongs to a newer version\. Take the backup with that version/)
})
