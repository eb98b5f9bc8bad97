// A process is suspended in the middle of its calls, past the end of its leases, while another takes over; then it
// continues. The outcomes that it still reports are ignored.

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import test, { after } from 'node:test'
import { install } from './crash/lives.ts'
import { makeProduct } from './fixtures.ts'
import { until } from './harness.ts'
import { startReceiver } from './receiver.ts'

const OBJECTS = 8
const LOCK_TIMEOUT = '55P03'

const { pool, live } = await install({ after }, { WEBHOOK_ALLOW_PRIVATE: 'true' })

async function states(): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    `select d.state || case when a.count is null then '' else ' ' || a.count end as state,
            count(*)::int as count
     from webhook_deliveries d left join (
       select delivery_id, count(*) from webhook_attempts group by 1) a on a.delivery_id = d.id
     group by 1`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

async function leases(): Promise<unknown[]> {
  const { rows } = await pool.query(
    'select id, lease_token from webhook_deliveries where lease_token is not null order by id',
  )
  return rows
}

test('another process takes over from a suspended one, whose outcomes are ignored when it continues', {
  timeout: 600_000,
}, async (t) => {
  const receiver = await startReceiver(t)
  const held: ServerResponse[] = []
  receiver.answer = (_, response) => void held.push(response)
  const sleeper = await live()
  const endpoint = await sleeper.api.post('/v1/webhook_endpoints', {
    body: { url: receiver.url, enabled_events: ['product.*'] },
  })
  assert.equal(endpoint.status, 201, endpoint.text)
  const products = await Promise.all(
    Array.from({ length: OBJECTS }, () => makeProduct(sleeper.api)),
  )
  for (const { id } of products) {
    await sleeper.api.patch(`/v1/products/${id}`, { body: { name: 'Renamed' } })
  }
  await until('its calls', () => held.length === OBJECTS)
  sleeper.kill('SIGSTOP')
  const again: ServerResponse[] = []
  receiver.answer = (_, response) => void again.push(response)
  // Responses are sent while it is suspended; it reads them when it continues.
  for (const response of held) response.writeHead(200).end()
  const leased = await leases()
  const other = await live()
  await until('the other to have looked for what is due', async () => {
    const { text } = await other.api.get('/metrics', { key: null })
    return text.includes('sweep="webhooks.deliver"')
  })
  assert.deepEqual(await leases(), leased, 'a lease is kept until its end')
  assert.equal(receiver.received.length, OBJECTS)
  // As if thirty seconds had passed; rows of the suspended process unlock when PostgreSQL ends its session.
  await until('the leases to end', () =>
    pool
      .query("update webhook_deliveries set lease_until = lease_until - interval '30 s'")
      .then(() => true)
      .catch(({ code }: { code?: string }) => assert.equal(code, LOCK_TIMEOUT)),
  )
  await until('the calls of the other', () => again.length === OBJECTS)
  sleeper.kill('SIGCONT')
  // Its outcomes are written before this write, through the same lane.
  await makeProduct(sleeper.api)
  assert.equal((await states())['delivered 1'], undefined, 'its outcomes are ignored')
  receiver.answer = 200
  for (const response of again) response.writeHead(200).end()
  await until('the last one', async () => (await states())['delivered 1'] === 2 * OBJECTS + 1)
  assert.deepEqual(await states(), { 'delivered 1': 2 * OBJECTS + 1 })
  for (const { id } of products) {
    const calls = receiver.received.filter(({ event }) => event.data.object.id === id)
    assert.deepEqual(
      calls.map(({ event }) => event.type),
      ['product.created', 'product.created', 'product.updated'],
    )
    assert.equal(calls[0]?.headers['webhook-id'], calls[1]?.headers['webhook-id'])
  }
  assert.equal(receiver.received.length, 3 * OBJECTS + 1)
  await other.stop()
})
