// `listen` as developers use it: the real executable, a real service, and a local application that hangs, fails, or is
// down.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { reckonerHere } from './cli.ts'
import { freePort } from './free-port.ts'
import { helpOf } from './guide.ts'
import { until, world } from './harness.ts'
import { application, type Listener, listen, startListener } from './listener.ts'

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

/** Creates events; returns the sequence of the last one. */
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

/** Messages about the application; the service's first response can take its time. */
const complaints = (listener: Listener) =>
  listener
    .err()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('The service '))

/** Each listener has its own file. */
let files = 0
const cursorFile = () => ['--cursor-file', join(DATA_DIR, `cursor-${files++}.json`)]

test('the example: events arrive signed, in order, and the next start resumes there', async (t) => {
  await makeEvents(3)
  const app = await application(t)
  const example = /\$ reckoner (listen .*)$/m.exec(helpOf('listen'))?.[1]
  assert.ok(example)
  const args = example.replace('http://localhost:4000/hook', app.url).split(' ').slice(1)
  const first = await listen(t, settings, args)
  const [{ secret, after: start, url, cursor_file }] = first.lines()
  assert.equal(start, 3, 'a first start begins with what happens from now on')
  assert.equal(url, w.url)
  const last = await makeEvents(5)
  await until('the events', () => first.lines().length === 6)
  assert.deepEqual(app.sequences(), span(4, last))
  for (const { headers, body } of app.received) {
    const event = new Webhook(secret).verify(body, headers) as { id: string }
    assert.equal(event.id, headers['webhook-id'])
    assert.deepEqual(event, (await w.api.get(`/v1/events/${event.id}`)).body)
  }
  const [, line] = first.lines()
  assert.deepEqual([line.sequence, line.type, line.status], [4, 'product.created', 200])
  assert.equal(statSync(cursor_file).mode & 0o777, 0o600)

  first.child.kill('SIGINT')
  assert.equal(await first.ended, 0)
  // Checked only after the exit: a line is printed when the event was delivered, and the position is saved after that.
  assert.doesNotMatch(JSON.stringify(readdirSync(join(DATA_DIR, 'listeners'))), /draft/)
  assert.deepEqual(complaints(first), [])
  const [key] = await w.sql<{
    id: string
    scopes: string[]
    revoked_at: number | null
    expires_at: number
  }>("select id, scopes, revoked_at, expires_at from api_keys where name = 'reckoner listen'")
  assert.ok(key?.scopes.includes('events:read') && key.scopes.includes('customers:read'))
  assert.ok(key?.revoked_at, 'the key it made itself has ended')
  assert.ok(key.expires_at - Date.now() < 2 * 3_600_000)
  const { data } = (await w.api.get(`/v1/audit_log?object_id=${key.id}`)).body
  assert.deepEqual(
    data.map(({ actor, action }: { actor: string; action: string }) => [actor, action]),
    [
      ['command', 'revokeApiKey'],
      ['command', 'createApiKey'],
    ],
  )

  const missed = await makeEvents(2)
  const second = await listen(t, settings, [...args, '--key', w.keys.test])
  assert.deepEqual(second.lines()[0].secret, secret)
  await until('the rest', () => app.received.length === 7)
  assert.deepEqual(app.sequences(), span(4, missed))

  const rival = await run(`listen --forward-to ${app.url}`)
  assert.match(rival.err, /^Another listener uses .*\. Stop it, or choose another file/)
  second.child.kill('SIGTERM')
  assert.equal(await second.ended, 0)
})

test('a listener that is killed repeatedly neither loses nor reorders events', async (t) => {
  const from = (await lastSequence()) + 1
  const to = await makeEvents(180)
  const app = await application(t)
  const args = ['--forward-to', app.url, '--key', w.keys.test, ...cursorFile()]
  const kills = 4
  let done = 0
  let listener: Listener | undefined
  // Killed alternately before the response, so that it cannot know whether the event arrived, and while it is sent.
  app.handle = ({ sequence }, response) => {
    const due = listener && done < kills && sequence >= from + (done + 1) * 40
    if (due) listener?.child.kill('SIGKILL')
    if (!due || done % 2 === 1) response.end()
    if (due) done++
  }
  for (let start = 0; start <= kills; start++) {
    listener = startListener(
      t,
      settings,
      start === 0 ? [...args, '--after', String(from - 1)] : args,
    )
    if (start < kills) assert.equal(await listener.ended, 'SIGKILL', listener.err())
  }
  assert.equal(done, kills)
  await until('the last event', () => app.sequences().at(-1) === to)
  const sequences = app.sequences()
  const twice = sequences.filter((sequence, index) => sequence === sequences[index - 1])
  assert.deepEqual(
    sequences.filter((sequence, index) => sequence !== sequences[index - 1]),
    span(from, to),
    'each one, in order; what comes twice comes twice in a row',
  )
  assert.ok(twice.length >= kills / 2 && twice.length <= kills, `${twice.length} came twice`)
  const ids = new Set(app.received.map(({ headers }) => headers['webhook-id']))
  assert.equal(ids.size, 180, 'and with the same id')
})

test('the listener continues after the service was unavailable', async (t) => {
  const from = (await lastSequence()) + 1
  const app = await application(t)
  const PORT = String(await freePort())
  const service = await w.secondProcess({ PORT })
  const url = `http://127.0.0.1:${PORT}`
  const options = ['--url', url, '--key', w.keys.test, ...cursorFile()]
  const listener = await listen(t, settings, ['--forward-to', app.url, ...options])
  await makeEvents(2)
  await until('two', () => app.received.length === 2)
  const notices = () => listener.err().split('Retrying until it does.').length - 1
  const calm = notices()
  service.kill('SIGKILL')
  await service.ended
  await makeEvents(2)
  await until('a notice', () => notices() > calm)
  const again = await w.secondProcess({ PORT })
  await until('what it missed', () => app.received.length === 4)
  // An orderly stop ends the long poll early; that is not an end of the feed.
  const before = notices()
  await again.stop()
  await until('another notice', () => notices() > before)
  const last = await makeEvents(1)
  await w.secondProcess({ PORT })
  await until('the last', () => app.received.length === 5)
  assert.deepEqual(app.sequences(), span(from, last))
  // Notices and forwarded events use different channels, so their order is not fixed.
  const said = /^(The service at .* Retrying until it does\.\nThe service responds again\.\n){2,}$/
  await until('the last word', () => said.test(listener.err()))
})

test('the listener waits for the application, and shows what the application refuses', async (t) => {
  const from = (await lastSequence()) + 1
  const app = await application(t)
  await app.down()
  const args = ['--forward-to', app.url, '--events', 'product.*,invoice.paid', ...cursorFile()]
  const listener = await listen(t, settings, args)
  await makeEvents(2)
  await w.api.post('/v1/customers', { body: { name: 'Maple', country: 'CA' } })
  const last = await makeEvents(2)
  await until('a notice', () => complaints(listener).length === 1)
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.destroy(),
    (response) => response.writeHead(500).end('out of seats'),
    (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  ]
  app.handle = (_, response) => (answers.shift() ?? ((each) => each.end()))(response)
  await app.up()
  await until('all of them', () => listener.lines().length === 5)
  // The first was cut off, so it was sent again; a response with any status is never retried.
  assert.deepEqual(app.sequences(), [from, from, from + 1, from + 3, last])
  const statuses = listener
    .lines()
    .slice(1)
    .map(({ status }) => status)
  assert.deepEqual(statuses, [500, 302, 200, 200])
  const notices = [
    'The application does not respond: The connection was refused. Retrying until it does.',
    'The application responds again.',
  ]
  await until('both notices', () => complaints(listener).length >= notices.length)
  assert.deepEqual(complaints(listener), notices)
  assert.equal((await fetch(app.url, { method: 'POST', body: '{}' })).status, 200)
})

test('on a stop signal, the listener does not wait for an application that hangs', async (t) => {
  const app = await application(t)
  const args = ['--forward-to', app.url, '--key', w.keys.test, ...cursorFile()]
  app.handle = () => undefined
  const first = await listen(t, settings, args)
  const last = await makeEvents(1)
  await until('the call', () => app.received.length === 1)
  first.child.kill('SIGINT')
  assert.equal(await first.ended, 0)
  assert.equal(first.lines().length, 1, 'it was not answered')
  app.handle = (_, response) => response.end()
  await listen(t, settings, args)
  await until('the same again', () => app.received.length === 2)
  assert.deepEqual(app.sequences(), [last, last])
})
