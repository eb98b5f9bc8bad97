// Replaces the secret key while two processes run, three in `npm run test:crash`: no request fails, and what stops
// working without the previous key is reported in advance.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test, { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { readHolding } from '../src/cli/secret-key-holding.ts'
import { prepareInstallation } from '../src/features/accounts/create.ts'
import { createKey } from '../src/features/api-keys/generate.ts'
import { createOwnerLink } from '../src/features/links/create.ts'
import { createHeads } from '../src/platform/db/chain-heads.ts'
import { openPool } from '../src/platform/db/pool.ts'
import { idOf, KeyRing } from '../src/platform/key-ring.ts'
import { createSealer } from '../src/platform/seal.ts'
import { codeOf, enrol } from './authenticator.ts'
import { browser, PASSWORD, type Person } from './browser-like.ts'
import { reckonerHere } from './cli.ts'
import { EVERY } from './crash/deaths.ts'
import { createDatabase } from './database.ts'
import { until } from './harness.ts'
import { startMailServer } from './mail-server.ts'
import { type Process, startProcess } from './process.ts'
import { type Received, startReceiver } from './receiver.ts'

const OLD = 'the former secret key of this test'
const NEW = 'the secret key that takes its place'
const OTHER = 'a secret key that was never here before'
const [OLD_ID, NEW_ID] = [OLD, NEW].map((key) => idOf(Buffer.from(key))) as [string, string]
const old = Buffer.from(OLD)

const { url, drop } = await createDatabase()
const pool = openPool({ connectionString: url }, { size: 4 })
const processes: Process[] = []
after(async () => {
  for (const process of processes) await process.stop()
  await pool.end()
  await drop()
})
await prepareInstallation(
  pool,
  old,
  { tier: 'enterprise', default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' },
  Date.now(),
)
const apiKey = async (environment_id: number, name: string) => {
  const mode = environment_id === 1 ? ('test' as const) : ('live' as const)
  const spec = { environment_id, mode, name, scopes: ['*'], expires_at: null }
  return (await createKey(pool, old, spec, Date.now())).text
}
const [used, unused, live] = [
  await apiKey(1, 'In use'),
  await apiKey(1, 'In a drawer'),
  await apiKey(2, 'Live'),
]
const receiver = await startReceiver({ after })
const mailServer = await startMailServer({ after })

const settings = {
  DATABASE_URL: url,
  PORT: '0',
  DATA_DIR: '/nonexistent',
  LOG_LEVEL: 'error',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'billing@example.com',
  WEBHOOK_ALLOW_PRIVATE: 'true',
}

async function start(SECRET_KEY: string): Promise<Process> {
  const process = await startProcess({ ...settings, SECRET_KEY }, used)
  processes.push(process)
  return process
}

const status = async (SECRET_KEY: string) =>
  (await reckonerHere(['secret-key', 'status', '--json'], { ...settings, SECRET_KEY })).json()
const held = async (keys: string, label: string, key_id: string): Promise<number> => {
  const ring = new KeyRing(keys.split(',').map((key) => Buffer.from(key)))
  const holding = await readHolding(pool, ring, Date.now())
  return holding?.held.find((each) => each.label === label && each.key_id === key_id)?.count ?? 0
}
const assertRefused = async (SECRET_KEY: string, why: RegExp) => {
  const { code, err } = await reckonerHere(['serve'], { ...settings, SECRET_KEY })
  assert.equal(code, 1)
  assert.match(err, why)
}

/** The same browser, connected to another process. */
function before({ api }: Process, person: Person): Person {
  const moved = browser({ url: api.url, api })
  for (const [name, value] of person.jar) moved.jar.set(name, value)
  return moved
}

const signIn = (person: Person, email: string) =>
  person.send('POST', '/session/v1/sessions', { body: { email, password: PASSWORD } })
const answer = (person: Person, code: string | undefined) =>
  person.send('POST', '/session/v1/sessions/second_factor', { body: { code } })

/** Slow: each write is delivered to every endpoint, and only its success matters. */
const WRITE_EVERY_MS = EVERY ? 0 : 100

/** Writes through the living processes in turn until `end`, which returns the number of writes. Each must succeed. */
function load(living: () => readonly Process[]) {
  let goesOn = true
  let written = 0
  let target: Process | undefined
  const running = (async () => {
    for (let n = 0; goesOn; n++) {
      target = living()[n % living().length] as Process
      const made = await target.api.post('/v1/products', {
        body: { name: `Product ${n}` },
      })
      assert.equal(made.status, 201, made.text)
      written++
      await pause(WRITE_EVERY_MS)
    }
  })()
  return {
    /** Waits until no request is sent to a process: draining has its own test. */
    leave: (process: Process) => until('its last answer', () => target !== process || !goesOn),
    async end() {
      goesOn = false
      await running
      return written
    },
  }
}

test('processes change keys one after the other, and no request fails', {
  timeout: 600_000,
}, async () => {
  // The gate starts with each process knowing the new key, and ends with one process without the previous key.
  const begin = EVERY ? OLD : `${OLD},${NEW}`
  const all = await Promise.all(Array.from({ length: EVERY ? 3 : 2 }, () => start(begin)))
  const [one] = all as [Process]
  const endpoint = async ({ api }: Process) => {
    const made = await api.post('/v1/webhook_endpoints', {
      body: { url: receiver.url, enabled_events: ['product.*'] },
    })
    assert.equal(made.status, 201, made.text)
    return made.body.secret as string
  }
  const secrets = [await endpoint(one)]
  const signedBy = ({ headers, text }: Received) =>
    secrets.findIndex((secret) => {
      try {
        return new Webhook(secret).verify(text, headers as Record<string, string>)
      } catch {
        return false
      }
    })

  // A signed-in owner with a second factor; and links, one of them in an email.
  const person = browser({ url: one.api.url, api: one.api })
  const email = 'olive@example.com'
  const token = await createOwnerLink(pool, old, { environment_id: 2 }, Date.now())
  const redeemed = await person.send('POST', '/session/v1/links/redeem', {
    body: { token, email, name: 'Olive', password: PASSWORD },
  })
  assert.equal(redeemed.status, 201, redeemed.text)
  const { secret, codes } = await enrol(person)
  const invite = async (to: string) => {
    const sent = mailServer.received.length
    const body = { email: to, role: 'viewer' }
    const invited = await one.api.post('/v1/members', { body, key: live })
    assert.equal(invited.status, 201, invited.text)
    const mail = await until('the invitation', () => mailServer.received[sent])
    return /welcome#(\w{40})/.exec(mail.raw.replaceAll('=\r\n', ''))?.[1] as string
  }
  const [invitation, late] = [await invite('ida@example.com'), await invite('jan@example.com')]

  const { leave, end } = load(() => all)
  const replace = async (n: number, keys: string) => {
    const next = await start(keys)
    const former = all[n] as Process
    all[n] = next
    await leave(former)
    await former.stop()
  }
  const replaceAll = async (keys: string, from = 0) => {
    for (let n = from; n < all.length; n++) await replace(n, keys)
  }
  if (EVERY) await replaceAll(`${OLD},${NEW}`)
  assert.equal((await status(`${OLD},${NEW}`)).current, OLD_ID)

  // The first process uses the new key for new secrets, and the others can open them.
  await replace(0, `${NEW},${OLD}`)
  const [first, second] = all as [Process, Process]
  secrets.push(await endpoint(first))
  secrets.push(await endpoint(second))
  const made = await first.api.post('/v1/api_keys', { body: { name: 'New', scopes: ['*'] } })
  assert.equal(made.status, 201, made.text)
  for (const { api } of all) {
    assert.equal((await api.get('/v1/products', { key: made.body.key })).status, 200)
  }
  const moved = before(second, person)
  assert.equal((await moved.get('/session/v1/sessions')).status, 200)
  const challenged = browser({ url: first.api.url, api: first.api })
  assert.equal((await signIn(challenged, email)).status, 202)
  const answered = await answer(before(second, challenged), codeOf(secret, Date.now(), 1))
  assert.equal(answered.status, 201, answered.text)

  const both = `${NEW},${OLD}`
  await replaceAll(both, 1)
  // Used since then, and therefore moved to the new key; an unused key is reported.
  assert.equal((await before(first, person).get('/session/v1/sessions')).status, 200)
  const known = browser({ url: first.api.url, api: first.api })
  const joined = await known.send('POST', '/session/v1/links/redeem', {
    body: { token: invitation, name: 'Ida', password: PASSWORD },
  })
  assert.equal(joined.status, 201, joined.text)
  for (const label of [
    'signing secrets of webhooks',
    'secrets of authenticator apps',
    'heads of chains',
  ]) {
    await until(`${label} to be moved`, async () => (await held(both, label, OLD_ID)) === 0)
  }
  assert.equal(await held(both, 'signing secrets of webhooks', NEW_ID), 3)
  assert.equal((await (all[1] as Process).api.get('/v1/products', { key: live })).status, 200)
  await until('the keys in use', async () => (await held(both, 'API keys', OLD_ID)) === 1)
  // The other session was created by the process with the previous key order.
  await until('the session', async () => (await held(both, 'sessions', OLD_ID)) === 1)
  const state = await status(both)
  assert.deepEqual(
    state.api_keys.map(({ name, last_used_at }: Record<string, unknown>) => [name, last_used_at]),
    [['In a drawer', null]],
  )
  assert.match(state.sentences.join(' '), /can be removed once every process runs with/)
  assert.match(state.sentences.join(' '), /API keys \(1\)/)

  if (EVERY) await replaceAll(NEW)
  else await replace(0, NEW)
  assert.ok((await end()) > 20)
  const last = all[0] as Process
  // Moved secrets work; everything else is refused like an unknown key.
  assert.equal((await last.api.get('/v1/products', { key: unused })).status, 401)
  assert.equal((await last.api.get('/v1/products', { key: made.body.key })).status, 200)
  assert.equal((await before(last, person).get('/session/v1/sessions')).status, 200)
  const inspected = await browser({ url: last.api.url, api: last.api }).send(
    'POST',
    '/session/v1/links/inspect',
    { body: { token: late } },
  )
  assert.equal(inspected.body.error.code, 'link_invalid', inspected.text)
  const again = browser({ url: last.api.url, api: last.api })
  assert.equal((await signIn(again, email)).status, 202)
  assert.equal((await answer(again, codes[0])).body.error.code, 'second_factor_code_invalid')

  // Each event was delivered, signed with the secret of its endpoint.
  const count = async (what: string): Promise<number> =>
    (await pool.query(`select count(*)::int as count from ${what}`)).rows[0].count
  await until(
    'all webhooks',
    async () => (await count("webhook_deliveries where state = 'pending'")) === 0,
  )
  assert.equal(await count("webhook_deliveries where state <> 'delivered'"), 0)
  // The next test expects no further link in this environment.
  for (const table of ['events', 'audit_log']) {
    const open = `${table} where environment_id = 2 and link is null`
    await until(`${table} to be linked`, async () => (await count(open)) === 0)
  }
  const signers = receiver.received.map(signedBy)
  assert.deepEqual([...new Set(signers)].sort(), [0, 1, 2])
  for (const process of all) await process.stop()
})

test('a previous key cannot be removed while something needs it', async () => {
  await assertRefused(OLD, /SECRET_KEY does not match this database/)
  const lacking = (what: string) =>
    new RegExp(`SECRET_KEY lacks the key ${OLD_ID}, which ${what} \\(1\\) need`)

  // A secret and a chain head as left by a process with the previous key order.
  const sealer = createSealer(new KeyRing([old]), 'webhook secrets', OLD_ID)
  const bytes = randomBytes(32)
  await pool.query(
    'update webhook_endpoints set secret = $1 where id = (select min(id::text)::uuid from webhook_endpoints)',
    [sealer.seal(bytes)],
  )
  await assertRefused(`${NEW},${OTHER}`, lacking('signing secrets of webhooks'))
  const head = async () => {
    const { rows } = await pool.query(
      `select chain_link, encode(chain_hash, 'hex') as hash, chain_key from environment_counters
       where environment_id = 2`,
    )
    return rows[0] as { chain_link: string; hash: string; chain_key: string }
  }
  const { chain_link, hash, chain_key } = await head()
  assert.equal(chain_key, NEW_ID)
  const heads = createHeads(new KeyRing([old]))
  const { key, signature } = heads.sign(2, { link: Number(chain_link), hash })
  await pool.query(
    `update environment_counters set chain_key = $1, chain_signature = decode($2, 'hex')
     where environment_id = 2`,
    [key, signature],
  )
  await assertRefused(NEW, lacking('heads of chains'))
  const doctor = async (SECRET_KEY: string) => {
    const { findings } = (
      await reckonerHere(['doctor', '--json'], { ...settings, SECRET_KEY })
    ).json()
    return findings.find(({ name }: { name: string }) => name === 'secret')
  }
  assert.deepEqual([(await doctor(NEW)).ok, (await doctor(`${NEW},${OLD}`)).warning], [false, true])

  const both = await start(`${NEW},${OLD}`)
  const left = () => held(`${NEW},${OLD}`, 'signing secrets of webhooks', OLD_ID)
  await until('the secret to be sealed again', async () => (await left()) === 0)
  await until('the head to be signed again', async () => (await head()).chain_key === NEW_ID)
  await both.stop()
  await (await start(NEW)).stop()
  const { rows } = await pool.query<{ secret: Buffer }>('select secret from webhook_endpoints')
  const opener = createSealer(new KeyRing([Buffer.from(NEW)]), 'webhook secrets')
  assert.ok(rows.some(({ secret }) => opener.open(secret).equals(bytes)))
  const { rows: linked } = await pool.query(
    `select type as what, created_at from events where environment_id = 2 and link > $1
     union all select action, created_at from audit_log where environment_id = 2 and link > $1`,
    [chain_link],
  )
  assert.deepEqual(linked, [], 'nothing was linked')
  assert.deepEqual(await head(), { chain_link, hash, chain_key: NEW_ID })
  const verified = await reckonerHere(['verify'], { ...settings, SECRET_KEY: NEW })
  assert.equal(verified.code, 0, verified.out)
})
