// Many events go to one endpoint while the processes that deliver them are killed one after the other: each arrives at
// least once, in order for each object, and none is lost. The gate tries two kills, `npm run test:crash` all.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { until } from '../harness.ts'
import { type Received, startReceiver } from '../receiver.ts'
import { EVERY, partOf } from './deaths.ts'
import { assertOrder, assertSameId } from './deliveries.ts'
import { assertDies, install } from './lives.ts'

const EVENTS = EVERY ? 10_000 : 1_000
const OBJECTS = EVENTS / 20
/** The event that its receiver always rejects: the 15th of the eighth object. */
const POISON = 14 * OBJECTS + 8
/** How each process dies: at a fault point, or killed from outside after a number of calls. */
const DEATHS = partOf(
  [
    ...['webhook.fed:2', 'webhook.leased:3', 'webhook.called:150', 'write.saved:8'],
    ...['write.committing:9', 'write.committed:10', 'webhook.called:400', 'write.locked:6'],
    'write.begun:7',
    ...[200, 300, 400],
  ],
  6,
)

const { pool, live } = await install({ after }, { WEBHOOK_ALLOW_PRIVATE: 'true' })

/** Records events of many objects in turn, as the write path would. */
async function recordEvents(): Promise<void> {
  await pool.query(
    `with counter as (
       update environment_counters set event_sequence = event_sequence + ${EVENTS}
       where environment_id = 1 returning event_sequence - ${EVENTS} as last)
     insert into events select 1, last + n,
       ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'product.updated',
       'prod_' || (n - 1) % ${OBJECTS}, json_build_object('n', n), null, to_timestamp(0)
     from counter, generate_series(1, ${EVENTS}) n`,
  )
}

/** Number of deliveries in each state. */
async function states(): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    'select state, count(*)::int as count from webhook_deliveries group by state order by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

const nth = ({ event }: Received): number => event.data.object.n ?? 0

test('each event arrives, however many of its senders are killed', {
  timeout: 840_000,
}, async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer = (received, response) =>
    void response.writeHead(nth(received) === POISON ? 500 : 200).end()
  const first = await live()
  const endpoint = await first.api.post('/v1/webhook_endpoints', { body: { url: receiver.url } })
  assert.equal(endpoint.status, 201, endpoint.text)
  // Stopped before the events are recorded, so that its speed does not affect how many deliveries remain.
  first.kill('SIGKILL')
  await first.ended
  await recordEvents()
  const started = performance.now()
  for (const death of DEATHS) {
    // Outcomes are written in batches, so a process can deliver many before its fault point.
    t.diagnostic(`${receiver.received.length} calls before ${death}`)
    if (typeof death === 'string') {
      await assertDies(live(death))
    } else {
      const dying = await live()
      const before = receiver.received.length
      await until(`${death} more`, () => receiver.received.length >= before + death, 120_000)
      dying.kill('SIGKILL')
      assert.equal(await dying.ended, 'SIGKILL')
    }
  }
  await live()
  const held = new Set<number>()
  for (let n = POISON; n <= EVENTS; n += OBJECTS) held.add(n)
  const arrived = () => new Set(receiver.received.map(nth).filter((n) => n > 0 && !held.has(n)))
  await until('all to arrive', () => arrived().size === EVENTS - held.size, 300_000)
  t.diagnostic(
    `${EVENTS} events, ${DEATHS.length} deaths, ${receiver.received.length} calls in ${Math.trunc(performance.now() - started)} ms`,
  )
  assertOrder(receiver.received, ({ event }) => String(event.data.object.n % OBJECTS))
  assertSameId(receiver.received)
  const seen = receiver.received.map(nth).filter((n) => held.has(n))
  assert.deepEqual([...new Set(seen)], [POISON], 'the poisoned one holds back its own object')
  // The receiver has the last of them before the outcome is recorded.
  const count = { delivered: EVENTS + 1 - held.size, pending: held.size }
  await until('all to be recorded', async () => isDeepStrictEqual(await states(), count)).catch(
    () => undefined,
  )
  assert.deepEqual(await states(), count)
})
