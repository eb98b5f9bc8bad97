// Secrets do not leak: canaries are planted wherever a secret can be, also in fields for other data, and are then
// searched for in the log, in every response, in the database, in exports, backups and diagnostics.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Secret } from 'otpauth'
import { KeyRing } from '../src/platform/key-ring.ts'
import { newKey } from '../src/platform/key-text.ts'
import { createSealer } from '../src/platform/seal.ts'
import { enrol } from './authenticator.ts'
import { browser, type Person } from './browser-like.ts'
import { reckoner } from './cli.ts'
import type { Answer } from './client.ts'
import { until, type World, world } from './harness.ts'
import { startMailServer } from './mail-server.ts'
import { startReceiver } from './receiver.ts'

const METRICS_TOKEN = 'canary-metrics-5bce81f09d'
const MAIL_PASSWORD = 'canary-mail-77a0e2c4'
const PERSONS_PASSWORD = 'canary person 40c1d2aa'
const URL_PASSWORD = 'canary-url-19be55d3'

test('no secret appears anywhere', async (t) => {
  const w = await world(t)
  const mail = await startMailServer(t, 'another password')
  const receiver = await startReceiver(t)
  receiver.answer = 500
  const service = await w.secondProcess({
    LOG_LEVEL: 'trace',
    METRICS_TOKEN,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    SMTP_URL: mail.url.replace('//', `//us:${MAIL_PASSWORD}@`),
    MAIL_FROM: 'a@example.com',
  })
  const { api } = service
  const seen: Answer[] = []
  const keep = async (answer: Promise<Answer>) => {
    const answered = await answer
    seen.push(answered)
    return answered
  }

  // Secrets that are shown once, and never again.
  const post = (path: string, body: object, more = {}) => api.post(path, { body, ...more })
  const endpoint = (
    await post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['*'] })
  ).body
  const rotated = (await post(`/v1/webhook_endpoints/${endpoint.id}/rotate_secret`, {})).body
  const made = await post(
    '/v1/api_keys',
    { name: 'made', scopes: ['*'] },
    { headers: { 'idempotency-key': 'k' } },
  )
  const again = await keep(
    post('/v1/api_keys', { name: 'made', scopes: ['*'] }, { headers: { 'idempotency-key': 'k' } }),
  )
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const rolled = (await post(`/v1/api_keys/${made.body.id}/roll`, {})).body
  const guessed = newKey('test').text
  const keys: string[] = [made.body.key, rolled.key, guessed, w.keys.test]
  assert.ok(
    keys.every((key) => /^svc_test_\w{55}$/.test(key)),
    `each key was shown: ${keys}`,
  )
  const signing: string[] = [endpoint.secret, rotated.secret]
  assert.ok(
    signing.every((secret) => secret.startsWith('whsec_')),
    'each secret was shown',
  )

  // Secrets in places where they do not belong.
  for (const key of [...keys, ...signing]) {
    await keep(api.get(`/v1/customers?api_key=${encodeURIComponent(key)}`))
    await keep(api.get(`/v1/invoices?customer_id=${encodeURIComponent(key)}`))
    await keep(api.get(`/v1/invoices/${encodeURIComponent(key)}`))
    await keep(api.get(`/${encodeURIComponent(key)}`))
    await keep(api.get(`/v1/events?after=${encodeURIComponent(key)}`))
    await keep(api.post('/v1/invoices', { body: { customer_id: key, [key]: key, currency: key } }))
    await keep(api.post('/v1/products', { body: `{"name":"${key}` }))
    await keep(api.get('/v1/customers', { key: `${key}x` }))
    await keep(api.get('/v1/customers', { key: null, headers: { authorization: `Basic ${key}` } }))
  }
  await keep(api.get('/v1/customers', { key: guessed }))

  // Of users: a password, a session, a link that is shown and one that cannot be emailed.
  const shown = await post(
    '/v1/members',
    { email: 'eve@example.com', role: 'admin', mail: false },
    { key: w.keys.live },
  )
  const link: string = shown.body.link.split('#')[1]
  const person = browser({ url: api.url, api })
  const redeeming = { token: link, password: PERSONS_PASSWORD }
  assert.equal(
    (await person.send('POST', '/session/v1/links/redeem', { body: redeeming })).status,
    201,
  )
  const cookie = person.cookie.split('=')[1] as string
  assert.ok(link.length === 40 && /^sess_\w{40}$/.test(cookie))
  for (const secret of [link, cookie, PERSONS_PASSWORD]) {
    const body = { token: secret, email: 'eve@example.com', password: secret }
    await keep(person.send('POST', '/session/v1/links/inspect', { body: { token: secret } }))
    await keep(browser({ url: api.url, api }).send('POST', '/session/v1/sessions', { body }))
  }
  const personal = await factorSecrets(person, browser({ url: api.url, api }), keep)
  await keep(person.get('/session/v1/sessions'))
  await keep(
    person.send('POST', '/session/v1/password_resets', { body: { email: 'eve@example.com' } }),
  )
  await keep(
    post('/v1/members', { email: 'ida@example.com', role: 'viewer' }, { key: w.keys.live }),
  )
  await until(
    'the links to have failed',
    async () =>
      (await w.sql('select 1 from one_time_links where last_error is not null')).length === 2,
  )
  const sealed = await w.sql<{ token: Buffer }>(
    'select sealed_token as token from one_time_links where sealed_token is not null',
  )
  const opener = createSealer(new KeyRing([w.secretKey]), 'one-time links')
  const waiting = sealed.map(({ token }) => opener.open(token).toString())
  assert.equal(waiting.length, 2)
  const url = `https://user:${URL_PASSWORD}@example.com/hook`
  await keep(post('/v1/webhook_endpoints', { url, enabled_events: ['*'] }))
  await keep(api.get('/metrics', { key: 'wrong' }))
  await keep(api.get('/metrics', { key: METRICS_TOKEN }))

  // Failing webhooks and emails, whose errors are stored.
  const customer = (await post('/v1/customers', { name: 'Ada', email: 'ada@example.com' })).body
  const line = { description: 'Seats', quantity: 1, unit_amount: 100 }
  const live = { key: w.keys.live }
  const liveCustomer = (
    await post('/v1/customers', { name: 'Ada', email: 'ada@example.com' }, live)
  ).body
  for (const [of, more] of [
    [customer, {}],
    [liveCustomer, live],
  ] as const) {
    const draft = (await post('/v1/invoices', { customer_id: of.id, line_items: [line] }, more))
      .body
    assert.equal((await post(`/v1/invoices/${draft.id}/finalize`, {}, more)).status, 200)
  }
  await until('the call', () => receiver.received.length > 0)
  await until(
    'the mail to have failed',
    async () => (await w.sql('select 1 from emails where last_error is not null')).length > 0,
  )

  for (const path of LISTS) {
    // Only live keys can read members and sessions.
    const answers = [await keep(api.get(path)), await keep(api.get(path, live))]
    assert.equal(answers.at(-1)?.status, 200, path)
    assert.ok(answers[0]?.status === 200 || /members|sessions/.test(path), path)
  }
  await until('the log', async () => (await w.sql('select from requests')).length > 60)
  const places = {
    'the log': service.output(),
    'an answer': seen.map(({ text, headers }) => `${text} ${JSON.stringify(headers)}`).join('\n'),
    ...(await filesOf(w)),
    'the database': await dump(w),
  }
  const secrets: string[] = [
    ...keys.map((key) => key.slice(-38, -6)),
    ...signing.flatMap((secret) => spellings(Buffer.from(secret.slice(6), 'base64'))),
    ...[METRICS_TOKEN, MAIL_PASSWORD, URL_PASSWORD].flatMap((text) => spellings(Buffer.from(text))),
    ...spellings(w.secretKey),
    new URL(w.config.databaseUrl as string).password,
    ...[PERSONS_PASSWORD, link, cookie.slice('sess_'.length), ...waiting, ...personal].flatMap(
      (text) => spellings(Buffer.from(text)),
    ),
    ...spellings(Buffer.from(Secret.fromBase32(personal[0] as string).bytes)),
  ]
  for (const [place, text] of Object.entries(places)) {
    assert.ok(text.length > 100, `${place} was looked into`)
    for (const secret of secrets) {
      const at = text.indexOf(secret)
      assert.equal(
        at,
        -1,
        `${place} holds ${secret}: ${text.slice(Math.max(0, at - 200), at + 80)}`,
      )
    }
  }
})

/** The secrets of a second factor, and of signing in with it. */
async function factorSecrets(
  person: Person,
  other: Person,
  keep: (answer: Promise<Answer>) => Promise<Answer>,
): Promise<string[]> {
  const { secret, codes } = await enrol(person, Date.now(), PERSONS_PASSWORD)
  const body = { email: 'eve@example.com', password: PERSONS_PASSWORD }
  await keep(blank(other.send('POST', '/session/v1/sessions', { body })))
  const challenge = other.jar.get('__Host-reckoner-sign-in') as string
  const device = person.jar.get('__Host-reckoner-device') as string
  for (const code of [secret, challenge, device, ...codes.slice(1, 3)]) {
    const tried = { body: { code: code.slice(0, 40) } }
    await keep(blank(other.send('POST', '/session/v1/sessions/second_factor', tried)))
  }
  await keep(person.get('/session/v1/second_factor'))
  await keep(person.send('POST', '/session/v1/second_factor'))
  assert.ok(secret.length === 32 && challenge.length === 40 && device.length === 40)
  return [secret, challenge, device, ...codes]
}

/** A response without the cookies that it is meant to set. */
async function blank(answer: Promise<Answer>): Promise<Answer> {
  const { headers, ...rest } = await answer
  const { 'set-cookie': _, ...others } = headers
  return { ...rest, headers: others }
}

const LISTS = [
  '/v1/members',
  '/v1/sessions',
  '/v1/audit_log',
  ...[
    '/v1/account',
    '/v1/api_keys',
    '/v1/webhook_endpoints',
    '/v1/webhook_deliveries',
    '/v1/events',
  ],
  ...['/v1/emails', '/v1/limits', '/v1/requests?limit=100', '/v1/requests.csv', '/openapi.json'],
]

const spellings = (secret: Buffer) => [
  secret.toString('latin1'),
  secret.toString('base64').replace(/=+$/, ''),
  secret.toString('hex'),
]

/** The files that commands write for this database. */
async function filesOf(w: World): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-secrets-'))
  const env = { DATABASE_URL: w.config.databaseUrl as string, SECRET_KEY: w.secretKey.toString() }
  try {
    const [backup, exported] = ['backup', 'export.jsonl'].map((name) => join(folder, name)) as [
      string,
      string,
    ]
    const ran = await Promise.all([
      reckoner(['backup', backup], env),
      reckoner(['export', '--mode', 'test', exported], env),
      reckoner(['doctor'], env),
      reckoner(['keys', 'list'], env),
    ])
    return {
      'a backup': gunzipSync(readFileSync(backup)).toString('latin1'),
      'an export': readFileSync(exported, 'latin1'),
      'the commands': ran.map(({ out, err }) => out + err).join('\n'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Every row of every table as text. */
async function dump(w: World): Promise<string> {
  const tables = await w.sql<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await w.sql<{ text: string }>(`select t::text as text from ${name} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}
