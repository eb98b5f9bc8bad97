// Processes die while they replace a secret key: data already sealed with the new key stays so, the next process does
// the rest, and the key file is always whole, with or without the new key. The gate tries one of the first two kills.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createHeads } from '../../src/platform/db/chain-heads.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { idOf, KeyRing } from '../../src/platform/key-ring.ts'
import { createSealer } from '../../src/platform/seal.ts'
import { reckoner, reckonerHere } from '../cli.ts'
import { createDatabase } from '../database.ts'
import { until } from '../harness.ts'
import { type Process, startProcess } from '../process.ts'
import { partOf } from './deaths.ts'
import { assertDies, install, SECRET_KEY } from './lives.ts'

const former = Buffer.from(SECRET_KEY)
const NEW = 'the key that takes the place of the one for crashes'
const folder = mkdtempSync(join(tmpdir(), 'reckoner-keys-'))
after(() => rmSync(folder, { recursive: true }))

test('a process killed between rounds leaves the rest of the sealing and signing to the next', async (t) => {
  const { pool, live } = await install(t, { SECRET_KEY: `${NEW},${SECRET_KEY}` })
  const sealer = createSealer(new KeyRing([former]), 'webhook secrets', idOf(former))
  const secrets = Array.from({ length: 700 }, () => randomBytes(32))
  await pool.query(
    `insert into webhook_endpoints (environment_id, id, url, description, enabled_events, status, secret,
       metadata, created_at, updated_at, cursor_sequence, former_secret, former_secret_until)
     select 1, gen_random_uuid(), 'https://example.com/' || n, '', '{*}', 'paused', sealed, '{}', now(),
       now(), 0, case when n = 1 then sealed end, case when n = 1 then now() end
     from unnest($1::bytea[]) with ordinality as s (sealed, n)`,
    [secrets.map((secret) => sealer.seal(secret))],
  )
  const left = async (): Promise<number> => {
    const { rows } = await pool.query(
      "select count(*)::int as count from webhook_endpoints where substring(secret for 4) <> 'key:'",
    )
    return rows[0].count
  }
  // The signature is of environment 2. For environment 1 it is a forgery, and is left unchanged.
  const head = { link: 7, hash: randomBytes(32).toString('hex') }
  const by = createHeads(new KeyRing([former])).sign(2, head)
  await pool.query(
    `update environment_counters set chain_link = 7, chain_hash = decode($1, 'hex'), chain_key = $2,
       chain_signature = decode($3, 'hex')`,
    [head.hash, by.key, by.signature],
  )
  const assertSigned = async () => {
    const { rows: heads } = await pool.query(
      `select environment_id, chain_key as key, encode(chain_signature, 'hex') as signature
       from environment_counters order by 1`,
    )
    assert.deepEqual(heads, [
      { environment_id: 1, ...by },
      { environment_id: 2, ...createHeads(new KeyRing([Buffer.from(NEW)])).sign(2, head) },
    ])
  }
  const deaths: [place: string, assertDone: () => Promise<void>][] = [
    ['sweep.done@secrets.reseal:2', async () => assert.equal(await left(), 300)],
    ['sweep.done@chain.sign', assertSigned],
  ]
  for (const [place, assertDone] of partOf(deaths, 2)) {
    await assertDies(live(place))
    await assertDone()
  }

  const process = await live()
  await until('the head to be signed', () =>
    assertSigned()
      .then(() => true)
      .catch(() => false),
  )
  await until('the rest', async () => (await left()) === 0)
  await until('the former secret', async () => {
    const { rows } = await pool.query(
      "select 1 from webhook_endpoints where substring(former_secret for 4) = 'key:'",
    )
    return rows.length === 1
  })
  const { rows } = await pool.query<{ url: string; secret: Buffer }>(
    'select url, secret from webhook_endpoints',
  )
  const opener = createSealer(new KeyRing([Buffer.from(NEW)]), 'webhook secrets')
  assert.equal(rows.length, 700)
  for (const { url, secret } of rows) {
    assert.deepEqual(opener.open(secret), secrets[Number(url.split('/').at(-1)) - 1])
  }
  await process.stop()
})

test('the key file is replaced whole or not at all, and the service works with either', async (t) => {
  const { url, drop } = await createDatabase()
  const processes: Process[] = []
  t.after(async () => {
    for (const process of processes) await process.stop()
    await drop()
  })
  const env = { DATABASE_URL: url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' }
  const path = join(folder, 'secret.key')
  const keys = () => readFileSync(path, 'utf8').trim().split('\n')
  const { key } = (await reckonerHere(['keys', 'create', '--mode', 'test', '--json'], env)).json()
  const live = async () => {
    const process = await startProcess(env, key)
    processes.push(process)
    return process
  }
  const [one] = keys()
  const killed = await reckoner(['secret-key', 'rotate'], {
    ...env,
    RECKONER_FAULT: 'secret.written',
  })
  assert.equal(killed.code, null)
  assert.deepEqual(keys(), [one])

  const running = await live()
  const rotated = await reckonerHere(['secret-key', 'rotate', '--json'], env)
  assert.equal(rotated.code, 0, rotated.err)
  assert.equal(keys().length, 2)
  assert.equal(keys()[1], one)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  // The running service lacks the new key, but must open what a command seals.
  const meanwhile = (await reckonerHere(['keys', 'create', '--mode', 'test', '--json'], env)).json()
  assert.equal((await running.api.get('/v1/products', { key: meanwhile.key })).status, 200)
  const early = await reckonerHere(['secret-key', 'drop', '--yes'], env)
  assert.match(early.err, /The service runs with .* restart each/)
  await running.stop()

  const restarted = await live()
  assert.equal((await restarted.api.get('/v1/products')).status, 200)
  const status = async () => (await reckonerHere(['secret-key', 'status', '--json'], env)).json()
  await until('the key in use', async () => (await status()).api_keys.length === 1)
  const dropped = await reckonerHere(['secret-key', 'drop'], env)
  assert.match(
    dropped.err,
    /these stop working: API keys \(1\)\. To remove it anyway, run this command again with --yes/,
  )
  await restarted.stop()

  const pool = openPool({ connectionString: url }, { size: 1 })
  const signWith = (id: string) =>
    pool.query('update environment_counters set chain_key = $1 where chain_key is not null', [id])
  const { first, former } = rotated.json()
  assert.ok(((await signWith(former[0])).rowCount ?? 0) > 0)
  const needed = await reckonerHere(['secret-key', 'drop', '--yes'], env)
  assert.match(needed.err, /heads of chains/)
  assert.equal(keys().length, 2, 'a key that signed something stays, even with --yes')
  await signWith(first)
  await pool.end()
  assert.equal((await reckonerHere(['secret-key', 'drop', '--yes'], env)).code, 0)
  assert.equal(keys().length, 1)
  const last = await live()
  assert.equal((await last.api.get('/v1/products')).status, 200)
  assert.equal((await last.api.get('/v1/products', { key: meanwhile.key })).status, 401)
  await last.stop()
})
