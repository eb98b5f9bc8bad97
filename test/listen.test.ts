// `listen` and `trigger` as developers use them: the real executable, a real service, and a local
// application that is slow, fails, or is not there.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { withTestKey } from '../src/app/commands/test-key.ts'
import { EVENT_TYPES } from '../src/domain/event.ts'
import { parseKey } from '../src/platform/key-text.ts'
import { MAIN, reckonerHere } from './cli.ts'
import type { Lifetime } from './database.ts'
import { helpOf } from './guide.ts'
import { until, world } from './harness.ts'

const w = await world({ after }, { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const DATA_DIR = mkdtempSync(join(tmpdir(), 'reckoner-listen-'))
const settings: Record<string, string> = {
  DATABASE_URL: w.config.databaseUrl ?? '',
  SECRET_KEY: w.secretKey.toString(),
  PORT: new URL(w.url).port,
  DATA_DIR,
}
after(() => rmSync(DATA_DIR, { recursive: true }))
const run = (line: string, env = {}) => reckonerHere(line.split(' '), { ...settings, ...env })
const DEADLINE_MS = 30_000

interface Received {
  headers: Record<string, string>
  body: string
  sequence: number
  type: string
}

interface Application {
  url: string
  received: Received[]
  sequences(): number[]
  /** What it does with each call; answers 200 unless told otherwise. */
  handle: (call: Received, response: ServerResponse) => void
  down(): Promise<void>
  up(): Promise<void>
}

/** The developer's application. Down, its port refuses connections. */
async function application(lifetime: Lifetime): Promise<Application> {
  const server = createServer((request, response) => void take(request, response))
  let port = 0
  const self: Application = {
    url: '',
    received: [],
    sequences: () => self.received.map(({ sequence }) => sequence),
    handle: (_, response) => response.end('thanks'),
    async up() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
      self.url = `http://localhost:${port}/hook`
    },
    async down() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  async function take(request: IncomingMessage, response: ServerResponse) {
    const body = (await request.toArray()).join('')
    const { sequence, type } = JSON.parse(body)
    const headers = request.headers as Record<string, string>
    const call = { headers, body, sequence, type }
    self.received.push(call)
    self.handle(call, response)
  }
  await self.up()
  lifetime.after(async () => {
    if (server.listening) await self.down()
  })
  return self
}

interface Listener {
  child: ChildProcess
  /** Each line of standard output, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: what a script reads has no type.
  lines(): any[]
  err(): string
  ended: Promise<unknown>
}

/** Starts the executable and waits until it says that it listens. */
async function listen(lifetime: Lifetime, args: string[]): Promise<Listener> {
  const listener = startListener(lifetime, args)
  const { child, lines, err } = listener
  await until('the listener', () => lines().length > 0 || child.exitCode !== null, DEADLINE_MS)
  assert.equal(child.exitCode, null, err())
  return listener
}

function startListener(lifetime: Lifetime, args: string[]): Listener {
  const child = spawn(process.execPath, [MAIN, 'listen', '--json', ...args], {
    cwd: '/',
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  lifetime.after(() => Promise.resolve(void child.kill('SIGKILL')))
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const lines = () =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  return { child, lines, err: () => err, ended }
}

/** Makes events; answers the sequence of the last one. */
async function makeEvents(count: number): Promise<number> {
  const body = { name: 'Seat' }
  await Promise.all(Array.from({ length: count }, () => w.api.post('/v1/products', { body })))
  return lastSequence()
}

async function lastSequence(): Promise<number> {
  return (await w.api.get('/v1/events?limit=1')).body.total_count
}

const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Every file of its own, as two tests are two listeners. */
let files = 0
const cursorFile = () => ['--cursor-file', join(DATA_DIR, `cursor-${files++}.json`)]

test('the example: events arrive signed, in order, and the next start goes on from there', async (t) => {
  await makeEvents(3)
  const app = await application(t)
  const example = /\$ reckoner (listen .*)$/m.exec(helpOf('listen'))?.[1]
  assert.ok(example)
  const args = example.replace('http://localhost:4000/hook', app.url).split(' ').slice(1)
  const first = await listen(t, args)
  const [{ secret, after: start, url, cursor_file }] = first.lines()
  assert.equal(start, 3, 'a first start begins with what happens from now on')
  assert.equal(url, w.url)
  const last = await makeEvents(5)
  await until('the events', () => first.lines().length === 6, DEADLINE_MS)
  assert.deepEqual(app.sequences(), span(4, last))
  for (const { headers, body } of app.received) {
    const event = new Webhook(secret).verify(body, headers) as { id: string }
    assert.equal(event.id, headers['webhook-id'])
    assert.deepEqual(event, (await w.api.get(`/v1/events/${event.id}`)).body)
  }
  const [, line] = first.lines()
  assert.deepEqual([line.sequence, line.type, line.status], [4, 'product.created', 200])
  assert.equal(statSync(cursor_file).mode & 0o777, 0o600)
  assert.doesNotMatch(JSON.stringify(readdirSync(join(DATA_DIR, 'listeners'))), /draft/)

  first.child.kill('SIGINT')
  assert.equal(await first.ended, 0)
  assert.equal(first.err(), '')
  const [key] = await w.sql<{ scopes: string[]; revoked_at: number | null; expires_at: number }>(
    "select scopes, revoked_at, expires_at from api_keys where name = 'reckoner listen'",
  )
  assert.deepEqual(key?.scopes, ['events:read'])
  assert.ok(key?.revoked_at, 'the key it made itself has ended')
  assert.ok(key.expires_at - Date.now() < 2 * 3_600_000)

  const missed = await makeEvents(2)
  const second = await listen(t, [...args, '--key', w.keys.test])
  assert.deepEqual(second.lines()[0].secret, secret)
  await until('the rest', () => app.received.length === 7, DEADLINE_MS)
  assert.deepEqual(app.sequences(), span(4, missed))

  const rival = await run(`listen --forward-to ${app.url}`)
  assert.match(rival.err, /^Another listener uses .*: end that one, or give this one a file/)
  second.child.kill('SIGTERM')
  assert.equal(await second.ended, 0)
})

test('killed again and again, it loses and reorders nothing', async (t) => {
  const from = (await lastSequence()) + 1
  const to = await makeEvents(300)
  const app = await application(t)
  const args = ['--forward-to', app.url, '--key', w.keys.test, ...cursorFile()]
  const kills = 6
  let done = 0
  let listener: Listener | undefined
  // By turns before the answer, so that it cannot know whether it arrived, and as it is sent.
  app.handle = ({ sequence }, response) => {
    const due = listener && done < kills && sequence >= from + (done + 1) * 40
    if (due) listener?.child.kill('SIGKILL')
    if (!due || done % 2 === 1) response.end()
    if (due) done++
  }
  for (let start = 0; start <= kills; start++) {
    listener = startListener(t, start === 0 ? [...args, '--after', String(from - 1)] : args)
    if (start < kills) assert.equal(await listener.ended, 'SIGKILL', listener.err())
  }
  assert.equal(done, kills)
  await until('the last event', () => app.sequences().at(-1) === to, DEADLINE_MS)
  const sequences = app.sequences()
  const twice = sequences.filter((sequence, index) => sequence === sequences[index - 1])
  assert.deepEqual(
    sequences.filter((sequence, index) => sequence !== sequences[index - 1]),
    span(from, to),
    'each one, in order; what comes twice comes twice in a row',
  )
  assert.ok(twice.length >= kills / 2 && twice.length <= kills, `${twice.length} came twice`)
  const ids = new Set(app.received.map(({ headers }) => headers['webhook-id']))
  assert.equal(ids.size, 300, 'and with the same id')
})

test('the service may go and come back', async (t) => {
  const from = (await lastSequence()) + 1
  const app = await application(t)
  const PORT = String(await freePort())
  const service = await w.secondProcess({ PORT })
  const url = `http://127.0.0.1:${PORT}`
  const options = ['--url', url, '--key', w.keys.test, ...cursorFile()]
  const listener = await listen(t, ['--forward-to', app.url, ...options])
  await makeEvents(2)
  await until('two', () => app.received.length === 2, DEADLINE_MS)
  service.kill('SIGKILL')
  await service.ended
  await makeEvents(2)
  await until('a notice', () => /does not answer/.test(listener.err()), DEADLINE_MS)
  const again = await w.secondProcess({ PORT })
  await until('what it missed', () => app.received.length === 4, DEADLINE_MS)
  // An orderly stop cuts the wait short; it is not an end of the feed.
  await again.stop()
  const last = await makeEvents(1)
  await w.secondProcess({ PORT })
  await until('the last', () => app.received.length === 5, DEADLINE_MS)
  assert.deepEqual(app.sequences(), span(from, last))
  assert.match(
    listener.err(),
    /^(The service at .* Trying until it does\.\nThe service answers again\.\n){2,3}$/,
  )
})

test('it waits for the application, and shows what that refuses', async (t) => {
  const from = (await lastSequence()) + 1
  const app = await application(t)
  await app.down()
  const args = ['--forward-to', app.url, '--events', 'product.*,invoice.paid', ...cursorFile()]
  const listener = await listen(t, args)
  await makeEvents(2)
  await w.api.post('/v1/customers', { body: { name: 'Maple', country: 'CA' } })
  const last = await makeEvents(2)
  await until('a notice', () => /does not answer/.test(listener.err()), DEADLINE_MS)
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.destroy(),
    (response) => response.writeHead(500).end('out of seats'),
    (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  ]
  app.handle = (_, response) => (answers.shift() ?? ((each) => each.end()))(response)
  await app.up()
  await until('all of them', () => listener.lines().length === 5, DEADLINE_MS)
  // The first was cut off, so it came again; no answer of any status is asked for twice.
  assert.deepEqual(app.sequences(), [from, from, from + 1, from + 3, last])
  const statuses = listener
    .lines()
    .slice(1)
    .map(({ status }) => status)
  assert.deepEqual(statuses, [500, 302, 200, 200])
  const notices = listener.err().split('\n')
  assert.deepEqual(notices, [
    'The application does not answer: The connection was refused. Trying until it does.',
    'The application answers again.',
    '',
  ])
  assert.equal((await fetch(app.url, { method: 'POST', body: '{}' })).status, 200)
})

test('told to stop, it does not wait for an application that hangs', async (t) => {
  const app = await application(t)
  const args = ['--forward-to', app.url, '--key', w.keys.test, ...cursorFile()]
  app.handle = () => undefined
  const first = await listen(t, args)
  const last = await makeEvents(1)
  await until('the call', () => app.received.length === 1, DEADLINE_MS)
  first.child.kill('SIGINT')
  assert.equal(await first.ended, 0)
  assert.equal(first.lines().length, 1, 'it was not answered')
  app.handle = (_, response) => response.end()
  await listen(t, args)
  await until('the same again', () => app.received.length === 2, DEADLINE_MS)
  assert.deepEqual(app.sequences(), [last, last])
})

test('a key made for the moment is replaced before it ends', async (t) => {
  const context = { env: {}, config: () => w.config, isTerminal: false }
  const quiet = { out: assert.fail, note: assert.fail }
  const valid = async (key: string) => {
    const { rows } = await w.pool.query(
      'select 1 from api_keys where id = $1 and revoked_at is null',
      [parseKey(key)?.id],
    )
    return rows.length === 1
  }
  const spec = { url: w.url, account: 1 }
  const last = await withTestKey(
    { ...context, ...quiet },
    'listen',
    spec,
    ['events:read'],
    async (key) => {
      const first = await key.text()
      assert.equal(await key.text(), first)
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 })
      const second = await key.text()
      t.mock.timers.reset()
      assert.deepEqual([await valid(first), await valid(second)], [false, true])
      return second
    },
  )
  assert.equal(await valid(last), false)
})

test('every event can be triggered, alone of its kind and last', async () => {
  for (const type of EVENT_TYPES) {
    const before = await lastSequence()
    const ran = await run(`trigger ${type} --json --key ${w.keys.test}`)
    assert.equal(ran.code, 0, ran.err)
    const { event, made } = ran.json()
    const { body } = await w.api.get(`/v1/events?after=${before}`)
    const last = body.data.at(-1)
    assert.deepEqual(event, { id: last.id, sequence: last.sequence, type: last.type })
    assert.equal(event.type, type)
    const alike = body.data.filter((each: { type: string }) => each.type === type)
    assert.equal(alike.length, 1, type)
    const [about] = (await w.api.get(`/v1/events?object_id=${made.at(-1)}&type=${type}`)).body.data
    assert.equal(about.id, event.id, 'it is about what was made last')
  }
  const shown = await run('trigger product.created')
  assert.match(shown.out, /^Made prod_\w{26}\.\nEvent \d+, product\.created, is evt_\w{26}\.\n$/)
  const closed = await w.secondProcess({ WEBHOOK_ALLOW_PRIVATE: 'false' })
  const refused = await run(`trigger webhook_endpoint.disabled --url ${closed.api.url}`)
  assert.match(refused.err, /start it with WEBHOOK_ALLOW_PRIVATE=true\.\n$/)
})

test('what cannot be listened to or triggered is refused in one sentence', async () => {
  const [path = ''] = cursorFile().slice(1)
  const to = '--forward-to http://localhost:4000'
  const elsewhere = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  after(() => elsewhere.close())
  await once(elsewhere, 'listening')
  const { port } = elsewhere.address() as AddressInfo
  writeFileSync(path, JSON.stringify({ secret: 'whsec_x', cursor: { sequence: 1, id: null } }))
  const { out } = await run(`trigger product.created --json --key ${w.keys.otherTest}`)
  const { event } = JSON.parse(out)
  const foreign = cursorFile()[1] ?? ''
  writeFileSync(
    foreign,
    JSON.stringify({ secret: 'whsec_x', cursor: { sequence: 1, id: event.id } }),
  )
  const spoilt = cursorFile()[1] ?? ''
  writeFileSync(spoilt, '{}')
  const nobody = await freePort()
  const reader = await w.key({ scopes: ['events:read'] })
  for (const [line, said, env = {}] of [
    ['listen', /'--forward-to <url>' not specified/],
    ['listen --forward-to localhost:4000/hook', /It must begin with https:\/\/ or http:\/\//],
    [
      `listen ${to} --events invoice.payd`,
      /Did you mean invoice\.paid\? There are \*, customer\.\*,/,
    ],
    [`listen ${to} --after last`, /--after "last" will not do\. Use the sequence of an event/],
    [`listen ${to} --key ${w.keys.live}`, /^That is a live key.*svc_test_/],
    [`listen ${to} --key svc_test_oops`, /^That is not a whole test key/],
    [`listen ${to} --after 999999`, /^Event 999999, .* is not in this feed.*--after 0/],
    [`listen ${to} --cursor-file ${foreign}`, /^Event 1, .* another environment/],
    [`listen ${to} --cursor-file ${spoilt}`, /is not the cursor file of a listener/],
    [`listen ${to} --url http://127.0.0.1:${port}`, /^What answers at .* is not Reckoner/],
    [`listen ${to}`, /^PORT is 0, so .* name its address with --url/, { PORT: '0' }],
    [`listen ${to}`, /^Give a test key with --key/, { DATABASE_URL: '' }],
    [`listen ${to} --account 99`, /There is no account 99/],
    ['trigger invoice.payed', /Did you mean invoice\.paid\? There are customer\.created, /],
    ['trigger invoice.sent', /"invoice\.sent" will not do\. There are customer\.created, /],
    [
      `trigger invoice.paid --url http://127.0.0.1:${nobody}`,
      /does not answer \(ECONNREFUSED\): start it/,
    ],
    [`trigger invoice.paid --key ${reader}`, /customers:write/],
    [`trigger invoice.paid --key ${w.keys.live}`, /^That is a live key/],
  ] as [string, RegExp, Record<string, string>?][]) {
    const ran = await run(line, env)
    assert.equal(ran.code, 1, line + ran.out)
    assert.match(ran.err, said)
    assert.match(ran.err, /^\S.*[.?)]\n$/, 'one line, a sentence')
    assert.doesNotMatch(ran.err, /_[0-9A-Za-z]{38}/, 'no secret is repeated')
  }
  assert.ok(readFileSync(path, 'utf8'), 'what was not opened is as it was')
})

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
