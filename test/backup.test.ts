// Backups: taken while clients write, restored, and refused if anything in them is wrong.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Pool } from 'pg'
import { BACKUP_TABLES, REFERENCE_TABLES, TENANT_TABLES } from '../src/app/tables.ts'
import { macsOf } from '../src/platform/backup/authentic.ts'
import {
  BackupError,
  inspectBackup,
  readBackup,
  writeBackup,
} from '../src/platform/backup/format.ts'
import { type Migration, readMigrations } from '../src/platform/db/migrations.ts'
import { parseKeyRing } from '../src/platform/key-ring.ts'
import { type Change, withoutLast } from './backup-older.ts'
import { reckoner, reckonerHere } from './cli.ts'
import { assertSound } from './crash/books.ts'
import { startClients } from './crash/clients.ts'
import { ANY_SERVER, openDatabase } from './database.ts'
import { makeFinalized } from './fixtures.ts'
import { until, world } from './harness.ts'
import { MAIN, startProcess } from './process.ts'
import { randomFrom } from './random.ts'

const w = await world({ after })
const settings = {
  DATABASE_URL: w.config.databaseUrl ?? '',
  SECRET_KEY: w.secretKey.toString(),
  DATA_DIR: '/nonexistent',
  PORT: '0',
}
const folder = mkdtempSync(join(tmpdir(), 'reckoner-backup-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'books.gz')

/** Indexes in creation order, constraints and columns: everything that a migration creates. */
async function schemaOf(pool: Pool): Promise<unknown> {
  const { rows } = await pool.query(
    `select c.relname, a.attname, a.attnotnull, format_type(atttypid, atttypmod), c.reloptions,
       array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = c.oid
             order by indexrelid) as indexes,
       array(select conname || pg_get_constraintdef(oid) || convalidated from pg_constraint
             where conrelid = c.oid order by 1) as constraints
     from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by relname, attnum`,
  )
  return rows
}

async function rowsOf(pool: Pool): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const table of BACKUP_TABLES) {
    const { rows } = await pool.query(`select count(*)::int as n from ${table}`)
    counted[table] = rows[0].n
  }
  return counted
}

async function empty(): Promise<{ pool: Pool; env: typeof settings }> {
  const { url, pool } = await openDatabase({ after }, { template: 'template0' })
  return { pool, env: { ...settings, DATABASE_URL: url } }
}

test('a backup contains every table except those of recent or transient data', () => {
  const all = [...BACKUP_TABLES, 'processes', 'rate_windows', 'requests', 'throttled_attempts']
  assert.deepEqual(all.toSorted(), [...REFERENCE_TABLES, ...TENANT_TABLES].toSorted())
})

test('a backup taken while clients write has one consistent state, and the restored service continues from it', async (t) => {
  const { id } = await makeFinalized(w.api)
  const { bytes: pdf } = await w.api.get(`/v1/invoices/${id}/pdf`)
  const clients = startClients(4, () => w.api)
  t.after(() => clients.stop())
  await until('the clients to have done something', async () => clients.deeds.length > 60)
  const before = [...clients.deeds]
  const taken = await reckoner(['backup', file, '--json'], settings)
  assert.equal(taken.code, 0, taken.err)
  assert.ok(clients.deeds.length > before.length, 'they wrote meanwhile')
  await clients.stop()
  assert.match(taken.err, /Copied invoices: \d+\n/)
  assert.match(taken.err, /The backup does not contain the secret key/)
  const { rows, bytes } = taken.json()
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(file).size, bytes)
  assert.deepEqual(readdirSync(folder), ['books.gz'], 'no draft is left')

  const { pool, env } = await empty()
  const restored = await reckoner(['restore', file, '--json'], env)
  assert.equal(restored.code, 0, restored.err)
  assert.deepEqual(restored.json().applied, [])
  assert.deepEqual(await rowsOf(pool), rows)
  assert.equal(rows.invoice_documents, 1)
  assert.deepEqual(await schemaOf(pool), await schemaOf(w.pool))
  await assertSound(pool)

  const server = await startProcess(env, w.keys.test)
  try {
    assert.ok(pdf.equals((await server.api.get(`/v1/invoices/${id}/pdf`)).bytes))
    for (const { method, path, body, key, answer } of before) {
      const again = await server.api.send(method, path, {
        body,
        headers: { 'idempotency-key': key },
      })
      assert.equal(again.headers['idempotent-replayed'], 'true', `${method} ${path} is in it`)
      assert.deepEqual([again.status, again.text], [answer.status, answer.text])
    }
    const { rows: counters } = await pool.query(
      'select invoice_number as number from environment_counters where environment_id = 1',
    )
    const customer = await server.api.post('/v1/customers', { body: { name: 'After' } })
    const line = { description: 'Seats', quantity: 1, unit_amount: 100 }
    const draft = await server.api.send('POST', '/v1/invoices', {
      body: { customer_id: customer.body.id, line_items: [line] },
    })
    const finalized = await server.api.send('POST', `/v1/invoices/${draft.body.id}/finalize`)
    const next = String(counters[0].number + 1).padStart(6, '0')
    assert.equal(finalized.body.number, `INV-${next}`)
  } finally {
    await server.stop()
  }
  await assertSound(pool)
})

test(
  'a backup that cannot be restored is refused in one sentence, and nothing is created',
  ANY_SERVER,
  async () => {
    const { pool, env } = await empty()
    const refused = async (path: string, said: RegExp, more = {}) => {
      const ran = await reckonerHere(['restore', path], { ...env, ...more })
      assert.equal(ran.code, 1, ran.out)
      assert.match(ran.err, said)
      assert.match(ran.err, /^Checking that .*\n\S.*[.?)]\n$/, 'one sentence')
    }
    const whole = readFileSync(file)
    const made = (name: string, bytes: Uint8Array | string) => {
      writeFileSync(join(folder, name), bytes)
      return join(folder, name)
    }
    await refused(join(folder, 'none.gz'), /There is no file/)
    await refused(folder, /cannot be read/)
    await refused(made('text', 'no backup'), /damaged, or is not a backup/)
    await refused(made('other.gz', gzipSync('no backup\n')), /not a backup created by/)
    await refused(made('nothing', ''), /is incomplete|not a backup/)
    await refused(made('cut.gz', whole.subarray(0, whole.length - 9)), /its end is missing/)
    await refused(made('half.gz', whole.subarray(0, whole.length / 2)), /its end is missing/)
    const text = gunzipSync(whole)
    const unsigned = text.subarray(0, text.lastIndexOf('-- sha256'))
    await refused(made('unsigned.gz', gzipSync(unsigned)), /its end is missing/)
    text.write('Eva', text.indexOf('\tAda\t') + 1)
    await refused(made('altered.gz', gzipSync(text)), /its content does not match its checksum/)
    const other = { SECRET_KEY: 'x'.repeat(40) }
    await refused(file, /with another secret key\. Add that key after the c/, other)
    await refused(file, /does not contain the secret key/, { SECRET_KEY: '' })
    const newer = await rewritten('newer.gz', (part) =>
      part.kind === 'head'
        ? {
            kind: 'head',
            head: {
              ...part.head,
              version: '9.0.0',
              migrations: [...part.head.migrations, { name: '9999_new.sql', checksum: 'x' }],
            },
          }
        : part,
    )
    await refused(newer, /created by Reckoner 9.0.0 with migration 9999_new.sql/)
    const development = await rewritten('development.gz', (part) =>
      part.kind === 'head'
        ? {
            ...part,
            head: { ...part.head, migrations: [{ name: '0001_accounts.sql', checksum: 'x' }] },
          }
        : part,
    )
    await refused(
      development,
      /development\.gz was created by a development version before 0\.2\.0, which cannot be upgraded\. Use it with that version/,
    )
    const { rows } = await pool.query("select to_regclass('installation') as found")
    assert.equal(rows[0].found, null)
    await refused(file, /the database .* already has data/, settings)

    // One row fewer than declared: found at the very end, and still nothing is restored.
    const short = await rewritten('short.gz', (part) =>
      part.kind === 'foot' ? { ...part, rows: { ...part.rows, events: 1 } } : part,
    )
    const ran = await reckonerHere(['restore', short], env)
    assert.match(ran.err, /says that events has 1 rows, but it contains \d+\. Nothing was restored/)
    assert.deepEqual(new Set(Object.values(await rowsOf(pool))), new Set([0]))
    const then = await reckonerHere(['restore', file], env)
    assert.equal(then.code, 0, 'and the same database can be used')
  },
)

const ring = parseKeyRing(settings.SECRET_KEY)
const macs = (sha256: string) => macsOf(ring, sha256)

/** Changes or leaves out some parts of a valid backup, as a holder of the secret key could. */
async function rewritten(name: string, change: Change): Promise<string> {
  async function* changed() {
    for await (const part of readBackup(file)) {
      const kept = change(part)
      if (kept) yield kept
    }
  }
  const path = join(folder, name)
  await writeBackup(path, changed(), macs)
  return path
}

test(
  'a backup changed without the secret key is refused, also while it is read',
  ANY_SERVER,
  async () => {
    const text = gunzipSync(readFileSync(file)).toString('latin1')
    const [, id] = /^-- mac ([0-9a-f]{8}) [0-9a-f]{64}$/m.exec(text) ?? []
    assert.equal(id, ring.ids[0])
    const body = text.slice(0, text.lastIndexOf('-- sha256'))
    const changed = body.replace('\tAda\t', '\tEva\t')
    assert.notEqual(changed, body)
    const sha256 = createHash('sha256').update(changed, 'latin1').digest('hex')
    const foreign = parseKeyRing('y'.repeat(40))
    const lines = (codes: Record<string, string>) =>
      Object.entries(codes).map(([key, mac]) => `-- mac ${key} ${mac}\n`)
    const [, genuine = ''] = /^-- mac [0-9a-f]{8} ([0-9a-f]{64})$/m.exec(text) ?? []
    const cases: [string, string[], RegExp][] = [
      ['no code', [], /is not authenticated: its code is missing/],
      ['the code of before', [`-- mac ${id} ${genuine}\n`], /was changed after it was created/],
      ['a code by another key', lines(macsOf(foreign, sha256)), /which is missing\. Add that key/],
      [
        'another key under the same ID',
        lines({ [`${id}`]: Object.values(macsOf(foreign, sha256))[0] as string }),
        /was changed after it was created/,
      ],
    ]
    const { pool, env } = await empty()
    const path = join(folder, 'tampered.gz')
    const write = (codes: string[]) => {
      const whole = `${changed}-- sha256 ${sha256}\n${codes.join('')}`
      writeFileSync(path, gzipSync(Buffer.from(whole, 'latin1')))
    }
    for (const [why, codes, said] of cases) {
      write(codes)
      const ran = await reckonerHere(['restore', path], env)
      assert.equal(ran.code, 1, why)
      assert.match(ran.err, said, why)
      assert.match(ran.err, /add --allow-unauthenticated\.\n$/)
    }
    const other = { ...env, SECRET_KEY: 'y'.repeat(40) }
    const byOther = await reckonerHere(['restore', path, '--allow-unauthenticated'], other)
    assert.match(byOther.err, /created with another secret key/)
    const without = body.replace(/"secret_check":"[0-9a-f]+"/, '"secret_check":null')
    const neverStarted = without
      .replace(/(\ncopy installation .*\n).*\n/, '$1')
      .replace('"installation":1', '"installation":0')
    for (const unchecked of [without, neverStarted]) {
      const sum = createHash('sha256').update(unchecked, 'latin1').digest('hex')
      writeFileSync(path, gzipSync(Buffer.from(`${unchecked}-- sha256 ${sum}\n`, 'latin1')))
      const ran = await reckonerHere(['restore', path, '--allow-unauthenticated'], other)
      assert.match(ran.err, /created with another secret key/)
    }

    // The first read gets the valid file, through a pipe. The changed file replaces it before the second read.
    write([])
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const [ran] = await Promise.all([
      reckonerHere(['restore', pipe], env),
      writeFile(pipe, readFileSync(file)).then(() => rename(path, pipe)),
    ])
    assert.match(ran.err, /is not authenticated: its code is missing/)
    const { rows } = await pool.query("select to_regclass('installation') as found")
    if (rows[0].found) assert.deepEqual(new Set(Object.values(await rowsOf(pool))), new Set([0]))

    write([])
    const trusted = await reckonerHere(['restore', path, '--allow-unauthenticated'], env)
    assert.equal(trusted.code, 0, trusted.err)
    assert.match(trusted.err, /authentication code .* is not checked/)
  },
)

test('a backup made with a previous key of the ring is restored', ANY_SERVER, async () => {
  const former = await rewritten('former.gz', (part) => part)
  const { env } = await empty()
  const renewed = { ...env, SECRET_KEY: `${'z'.repeat(40)},${settings.SECRET_KEY}` }
  const ran = await reckonerHere(['restore', former], renewed)
  assert.equal(ran.code, 0, ran.err)
})

test('a backup needs the secret key of its database', ANY_SERVER, async () => {
  for (const [SECRET_KEY, said] of [
    ['', /authenticated with the secret key, which is missing/],
    ['x'.repeat(40), /belongs to another secret key/],
  ] as const) {
    const path = join(folder, 'keyless.gz')
    const ran = await reckonerHere(['backup', path], { ...settings, SECRET_KEY })
    assert.match(ran.err, said)
    assert.equal(existsSync(path), false)
  }
})

test(
  'a changed byte is detected anywhere, or does not change what is read',
  ANY_SERVER,
  async (t) => {
    const seed = Number(process.env.SEED) || randomInt(2 ** 31)
    t.diagnostic(`SEED=${seed}`)
    const random = randomFrom(seed)
    const whole = readFileSync(file)
    const good = await inspectBackup(file)
    const path = join(folder, 'flipped.gz')
    let noticed = 0
    for (let round = 0; round < 60; round++) {
      const at = random.below(whole.length)
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] as number) ^ (1 << random.below(8))
      writeFileSync(path, bytes)
      try {
        assert.deepEqual(await inspectBackup(path), good, `byte ${at}`)
      } catch (error) {
        assert.ok(error instanceof BackupError, `byte ${at}: ${error}`)
        noticed += 1
      }
    }
    assert.ok(noticed >= 55, `${noticed} of 60`)
  },
)

test('a backup of an older schema is migrated to this version', async () => {
  const last = readMigrations().at(-1) as Migration
  const older = await rewritten('older.gz', withoutLast(last))
  const { pool, env } = await empty()
  const ran = await reckonerHere(['restore', older, '--json'], env)
  assert.equal(ran.code, 0, ran.err)
  assert.deepEqual(ran.json().applied, [last.name])
  assert.deepEqual(await schemaOf(pool), await schemaOf(w.pool))
  await assertSound(pool)

  const prepared = await empty()
  await reckonerHere(['migrate'], prepared.env)
  const refused = await reckonerHere(['restore', older], prepared.env)
  assert.match(refused.err, /has a newer schema than the backup/)
})

test('a backup overwrites no file, and an interrupted one leaves no file', async (t) => {
  const again = await reckoner(['backup', file], settings)
  assert.match(again.err, /^\S+ already exists/)
  const nowhere = await reckoner(['backup', join(folder, 'no/books.gz')], settings)
  assert.match(nowhere.err, /^The folder .*no does not exist\. Create it/)
  const client = await w.pool.connect()
  const files = readdirSync(folder)
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    await client.query('lock table invoices in access exclusive mode')
    const path = join(folder, 'stopped.gz')
    const options = { cwd: '/', env: { PATH: process.env.PATH ?? '', ...settings } }
    const child = spawn(process.execPath, [MAIN, 'backup', path], options)
    t.after(() => void child.kill('SIGKILL'))
    let err = ''
    child.stderr.on('data', (text) => {
      err += text
    })
    await until('it to wait for the table', async () => {
      const { rows } = await w.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length > 0 && existsSync(`${path}.${child.pid}.draft`)
    })
    child.kill('SIGTERM')
    const code = await new Promise((done) => child.once('close', done))
    assert.deepEqual([code, err], [1, 'Stopped. No backup was created.\n'])
    assert.deepEqual(readdirSync(folder), files)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
