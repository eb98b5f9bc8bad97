// Kills the server at its fault points, one process after the other on one database, while clients retry: nothing
// acknowledged is lost and nothing is done twice. The gate kills at two or three of the places, `npm run test:crash` at
// all.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { connectApi } from '../client.ts'
import { assertSummed } from '../day-sums.ts'
import { until } from '../harness.ts'
import type { Process } from '../process.ts'
import { startReceiver } from '../receiver.ts'
import { assertSound, Books } from './books.ts'
import { type Clients, startClients } from './clients.ts'
import { EVERY, partOf } from './deaths.ts'
import { install } from './lives.ts'

const CLIENTS = EVERY ? 6 : 3
/** Event types recorded before the clients started. */
const SETTLED = ['account.updated', 'tax_registration.created']

/** At half of these the process dies on the first pass, at the others under load. A campaign does both at each. */
const PLACES = [
  ...['write.begun', 'write.claimed', 'write.locked', 'write.counted', 'write.decided'],
  ...['write.saved', 'write.committing', 'write.committed', 'write.answered'],
  ...['webhook.fed', 'webhook.leased', 'webhook.called'],
]
/** Sweeps, most of them with work to do. The first three have work at the start, so they come first. */
const SWEEPS = [
  ...[
    'sweep.done@webhooks.abandon',
    'sweep.done@idempotency_keys.purge',
    'sweep.done@limits.purge',
  ],
  ...['sweep.done@api_keys.last_use', 'sweep.done@sessions.last_use'],
  'sweep.done@search.index',
  'sweep.done@test_clock.drive',
  ...[
    'sweep.done@invoices.overdue:2',
    'sweep.done@invoices.remind:2',
    'sweep.found',
    'sweep.found:2',
  ],
  ...['sweep.done@webhooks.fan_out:6', 'sweep.done@webhooks.deliver:6'],
]
const places = PLACES.flatMap((place, index) => {
  const ways = [place, `${place}:8`]
  return EVERY ? ways : ways.slice(index % 2, (index % 2) + 1)
})
const deaths = partOf([...SWEEPS, ...places], 9)

const { pool, key, live: start } = await install({ after }, { WEBHOOK_ALLOW_PRIVATE: 'true' })
let server: Process | undefined
/** Nothing listens on this port. A dead process's port can be reused by another process. */
const nowhere = connectApi('http://127.0.0.1:9', key)
let api = nowhere
let clients: Clients | undefined

/** Starts a server that dies at a place; `server` is undefined if it died before it printed its address. */
async function live(death?: string): Promise<void> {
  try {
    const started = await start(death)
    server = started
    await api.close()
    api = started.api
    void started.ended.then(() => {
      if (api === started.api) api = nowhere
    })
  } catch (error) {
    server = undefined
    assert.match(String(error), /did not start \(SIGKILL\)/)
  }
}

after(() => api.close())

const count = async (text: string): Promise<number> => (await pool.query(text)).rowCount ?? 0
const ABANDONED =
  "select 1 from webhook_deliveries where event_type = 'webhook_endpoint.updated' and state ="
const OLD_KEYS = "select 1 from idempotency_keys where created_at < '2021-01-01'"
const OLD_ATTEMPTS = "select 1 from throttled_attempts where until < '2021-01-01'"

const receiver = await startReceiver({ after })
await live()
await api.post('/v1/webhook_endpoints', {
  body: { url: receiver.url, enabled_events: ['customer.created'] },
})
// Invoices of the clients' customers have the taxes of Quebec.
await api.patch('/v1/account', { body: { automatic_tax: true, country: 'CA' } })
for (const region of [null, 'QC']) {
  const body = { country: 'CA', region, valid_from: '2010-01-01' }
  await api.post('/v1/tax_registrations', { body })
}
await leaveWork()
server?.kill('SIGKILL')
await server?.ended

/** Leaves work for sweeps: deliveries of a deleted endpoint and expired keys. */
async function leaveWork(): Promise<void> {
  const body = { url: `${receiver.url}/never`, enabled_events: ['webhook_endpoint.updated'] }
  receiver.answer = 500
  const endpoint = await api.post('/v1/webhook_endpoints', { body })
  await api.patch(`/v1/webhook_endpoints/${endpoint.body.id}`, { body: { description: 'Leaving' } })
  // A first attempt that is still to come would find the other response.
  await until('a failed delivery', () =>
    count(`${ABANDONED} 'pending' and attempts > 0`).then((found) => found === 1),
  )
  await api.delete(`/v1/webhook_endpoints/${endpoint.body.id}`)
  // Set only now: a second attempt would deliver the delivery that the sweep is to skip.
  receiver.answer = 200
  await pool.query(
    `insert into idempotency_keys (environment_id, key, fingerprint, status, object_id, body, created_at)
     select 1, 'old-' || n, decode(repeat('00', 32), 'hex'), 200, 'prod_0', '{}', '2020-01-01' from generate_series(1, 9) n`,
  )
  await pool.query(
    "insert into throttled_attempts (key, until) select int4send(n), '2020-01-01' from generate_series(1, 9) n",
  )
}

for (const death of deaths) {
  test(`a process killed at ${death} loses nothing`, { timeout: 600_000 }, async () => {
    await live(death)
    clients ??= startClients(CLIENTS, () => api)
    if (server) assert.equal(await server.ended, 'SIGKILL', server.output())
    await assertSound(pool)
    await assertSummed(pool)
  })
}

test('the next process responds to everything, and everything happened once', {
  timeout: 600_000,
}, async () => {
  await live()
  await clients?.stop()
  await until('every late invoice to be overdue', async () => {
    const { rows } = await pool.query(
      "select 1 from invoices where status = 'posted' and due_date < '2021-01-01' limit 1",
    )
    return rows.length === 0
  })
  await until(
    'the abandoned to be skipped',
    async () => (await count(`${ABANDONED} 'skipped'`)) === 1,
  )
  assert.equal(await count(OLD_KEYS), 0)
  assert.equal(await count(OLD_ATTEMPTS), 0)
  await assertSound(pool)
  await assertSummed(pool)
  const { deeds, answers } = clients as Clients
  const lost = answers.get('lost') ?? 0
  assert.ok(deeds.length > 8 * deaths.length && lost > deaths.length, 'much was in flight')
  await new Books(pool, 1, SETTLED).assertDoneOnce(api, deeds)
})
