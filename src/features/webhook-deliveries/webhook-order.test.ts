// Order per object, isolation between endpoints, and deliveries that are given up.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, makeProduct, refused } from '../../../test/fixtures.ts'
import { until, usualMs, within } from '../../../test/harness.ts'
import {
  attempted,
  DELIVERIES,
  ENDPOINTS,
  HOUR,
  hookWorld,
  productsOnly,
} from '../../../test/hooks.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { decodeId } from '../../platform/ids.ts'

const w = await hookWorld({ after }, { tampers: true })
const { api, clock, hooks } = w
const { change, deliveriesOf, deliveryThat, drop, endpointFor } = hooks

test('a failing event blocks only its own object, until it is skipped', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  receiver.answer = ({ event }, response) => {
    const poisoned = event.data.object.name === 'Poison'
    response.writeHead(poisoned ? 500 : 200).end()
  }
  const poisoned = await makeProduct(api, { name: 'Poison' })
  await api.patch(`/v1/products/${poisoned.id}`, { body: { name: 'Well' } })
  const others = await Promise.all(Array.from({ length: 30 }, () => makeProduct(api)))
  await receiver.count(31)
  assert.equal(new Set(receiver.received.map(({ event }) => event.data.object.id)).size, 31)
  const [first, held] = (await deliveriesOf(endpoint)).filter(
    ({ object_id }) => object_id === poisoned.id,
  )
  assert.deepEqual([held.state, held.next_attempt_at, held.attempts_made], ['pending', null, 0])
  const skipped = await change(`${DELIVERIES}/${first.id}/skip`)
  assert.equal(skipped.state, 'skipped')
  await receiver.count(32)
  assert.equal(receiver.received.at(-1)?.event.data.object.name, 'Well')
  refused(await api.post(`${DELIVERIES}/${first.id}/skip`), 409, 'delivery_not_pending')
  assert.equal(others.length, 30)
  await drop(endpoint)
})

test('an event that waits for an earlier one of its object has no next attempt', async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer = 500
  const endpoint = await endpointFor(receiver, productsOnly)
  const product = await makeProduct(api)
  await deliveryThat(endpoint, attempted(1), 'a first failure')
  await api.patch(`/v1/products/${product.id}`, { body: { name: 'B' } })
  const [, held] = await until('a second delivery', async () => {
    const found = await deliveriesOf(endpoint)
    return found.length === 2 && found
  })
  assert.deepEqual([held?.state, held?.next_attempt_at], ['pending', null])
  await drop(endpoint)
})

test('a pending delivery starts, even while other endpoints hang', async (t) => {
  const hanging = await startReceiver(t)
  hanging.answer = () => undefined
  const live = await startReceiver(t)
  const endpoint = await endpointFor(live, productsOnly)
  let round = 0
  const deliver = async () => {
    await makeProduct(api)
    await live.count(++round)
  }
  const aloneMs = await usualMs(deliver)
  const dead = await Promise.all(
    Array.from({ length: 12 }, () => endpointFor(hanging, productsOnly)),
  )
  // Hanging calls last fifteen seconds; a busy machine can need more than one second for the delivery alone.
  await within(Math.max(1_000, 3 * aloneMs), 'a delivery', deliver)
  assert.ok(hanging.received.length >= 12)
  await Promise.all([...dead, endpoint].map(drop))
})

test('a hanging call does not delay the other objects of its endpoint', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  receiver.answer = ({ event }, response) => {
    if (event.data.object.name !== 'Hang') response.writeHead(200).end()
  }
  await makeProduct(api, { name: 'Hang' })
  await receiver.count(1)
  for (let count = 2; count < 5; count++) {
    await makeProduct(api)
    // The call times out after fifteen seconds.
    await receiver.count(count, 10_000)
  }
  await drop(endpoint)
})

test('events of a paused endpoint are delivered when it is resumed', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  await change(`${ENDPOINTS}/${endpoint.id}/pause`)
  const product = await makeProduct(api)
  await api.patch(`/v1/products/${product.id}`, { body: { name: 'B' } })
  const figures = await get(api, `${ENDPOINTS}/${endpoint.id}/figures`)
  assert.ok(figures.events_behind >= 2)
  await change(`${ENDPOINTS}/${endpoint.id}/resume`)
  const received = await receiver.count(2)
  assert.deepEqual(
    received.map(({ event }) => event.type),
    ['product.created', 'product.updated'],
  )
  await drop(endpoint)
})

test('a range of the feed is redelivered, in order per object', async (t) => {
  const receiver = await startReceiver(t)
  const endpoint = await endpointFor(receiver, productsOnly)
  const product = await makeProduct(api)
  for (const name of ['B', 'C', 'D']) {
    await api.patch(`/v1/products/${product.id}`, { body: { name } })
  }
  const sequences = (await receiver.count(4)).map(({ event }) => event.sequence)
  await until('all recorded', async () =>
    (await deliveriesOf(endpoint)).every(({ state }) => state === 'delivered'),
  )
  const answer = await change(`${ENDPOINTS}/${endpoint.id}/redeliver`, {
    from_sequence: sequences[1],
    to_sequence: sequences[3],
  })
  assert.deepEqual([answer.redelivered, answer.next_sequence], [3, null])
  await receiver.count(7)
  assert.deepEqual(
    receiver.received.slice(4).map(({ event }) => event.sequence),
    sequences.slice(1),
  )
  await drop(endpoint)
})

test('deliveries with a sealed secret that cannot be opened or a missing event are given up, and others continue', async (t) => {
  const receiver = await startReceiver(t)
  const sick = await endpointFor(receiver, productsOnly)
  const well = await endpointFor(receiver, productsOnly)
  await w.sql('update webhook_endpoints set secret = $1 where id = $2', [
    Buffer.alloc(60),
    decodeId('whe', sick.id),
  ])
  await change(`${ENDPOINTS}/${well.id}/pause`)
  const lost = await makeProduct(api)
  const kept = await makeProduct(api)
  const failed = await deliveryThat(sick, ({ state }) => state === 'failed', 'set aside')
  assert.match(failed.last_error, /signing secret cannot be opened.*Rotate the secret/)
  await change(`${ENDPOINTS}/${sick.id}/pause`)
  // The event headers are read and become deliveries; then the event is deleted before the call.
  receiver.answer = 500
  await change(`${ENDPOINTS}/${well.id}/resume`)
  const [first] = await until('two deliveries', async () => {
    const found = await deliveriesOf(well)
    return found.length === 2 && found.every(({ attempts_made }) => attempts_made > 0) && found
  })
  await w.sql('delete from events where object_id = $1', [lost.id])
  receiver.answer = 200
  clock.move(10_000, t)
  const gone = await deliveryThat(well, ({ state }) => state === 'failed', 'set aside')
  assert.match(gone.last_error, /event is missing/)
  assert.equal(gone.object_id, first?.object_id)
  await until('the other', () =>
    receiver.received.some(({ event }) => event.data.object.id === kept.id),
  )
  await Promise.all([drop(sick), drop(well)])
})

test('a late outcome of a process that lost the lease is not recorded', async (t) => {
  const receiver = await startReceiver(t)
  const answers: (() => void)[] = []
  receiver.answer = (_, response) => void answers.push(() => response.writeHead(200).end())
  const endpoint = await endpointFor(receiver, productsOnly)
  await makeProduct(api)
  await receiver.count(1)
  await w.sql(
    `update webhook_deliveries set lease_token = '00000000-0000-7000-8000-000000000000',
       lease_until = lease_until + interval '1 day' where endpoint_id = $1`,
    [decodeId('whe', endpoint.id)],
  )
  answers[0]?.()
  // The call of another delivery shows that the first outcome was processed.
  const second = await makeProduct(api)
  await receiver.count(2)
  answers[1]?.()
  await until('the second to be recorded', async () =>
    (await deliveriesOf(endpoint)).some(
      ({ object_id, state }) => object_id === second.id && state === 'delivered',
    ),
  )
  const [fenced] = await deliveriesOf(endpoint)
  assert.deepEqual([fenced.state, fenced.attempts_made], ['pending', 0])
  clock.move(25 * HOUR, t)
  await receiver.count(3)
  answers[2]?.()
  await deliveryThat(endpoint, ({ state }) => state === 'delivered', 'delivered by the next')
  await drop(endpoint)
})
