// Two processes bill the same subscriptions, by their own clocks and while clients change and read them: each period is
// billed once.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { advanceTo } from '../clock.ts'
import { get, INVOICES, type Made, makeCustomer, makeProduct } from '../fixtures.ts'
import { until } from '../harness.ts'
import { endOf, startPair, times } from './pair.ts'
import { sample } from './rounds.ts'

const SUBSCRIPTIONS = '/v1/subscriptions'
const AT_ONCE = 8
const ROUNDS = sample(1)
const DAY_MS = 86_400_000

const { w, send } = await startPair({ after })
const { api } = w

async function made(path: string, body: object): Promise<Made> {
  const answer = await send('POST', path, { body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const { id: product_id } = await makeProduct(api)
const daily = { product_id, model: 'per_unit', unit_amount: 100, interval: 'day' }
const price = await made('/v1/prices', daily)
const { id: customer_id } = await makeCustomer(api)
const subscribe = (start: number) =>
  made(SUBSCRIPTIONS, {
    customer_id,
    items: [{ price_id: price.id }],
    start: new Date(start).toISOString(),
  })
const now = async () => Date.parse((await get(api, '/v1/test_clock')).now)

/** Fails unless the invoices of a subscription follow each other without gap; returns their number. */
async function countBilled({ id, start }: Made): Promise<number> {
  const { data } = await get(api, `${INVOICES}?subscription_id=${id}&limit=100`)
  const periods = data.toReversed().map(({ period }: Made) => period)
  const ends = [start, ...periods.map(({ end }: Made) => end)]
  assert.deepEqual(
    periods.map((period: Made) => period.start),
    ends.slice(0, -1),
  )
  const { current_period } = await get(api, `${SUBSCRIPTIONS}/${id}`)
  assert.deepEqual(current_period, periods.at(-1))
  return periods.length
}

/** Ends the subscriptions of a round, so that the clock does not bill them in all later ones. */
const end = (all: Made[]) =>
  times(all.length, (n) => made(`${SUBSCRIPTIONS}/${all[n]?.id}/cancel`, { at: 'now' }))

/** Commands that first run the due steps. */
const touch = async ({ id, items }: Made, index: number): Promise<void> => {
  const path = `${SUBSCRIPTIONS}/${id}`
  const change = { at: 'period_end', items: [{ id: items[0].id, quantity: 1 + index }] }
  const answer = await (index % 2 === 0
    ? send('POST', `${path}/change`, { body: change })
    : send('POST', `${path}/retry_billing`))
  assert.equal(endOf(answer), 'ok', answer.text)
}

test('a start that two processes and a client reach at once is billed once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const start = (await now()) + 2000
    const all = await times(AT_ONCE, () => subscribe(start))
    await until('the start', async () => (await now()) >= start)
    await times(AT_ONCE * 4, (index) => touch(all[index % AT_ONCE], index >> 3))
    await until('the first invoices', async () => {
      const states = await times(AT_ONCE, (index) => get(api, `${SUBSCRIPTIONS}/${all[index].id}`))
      return states.every(({ status }) => status === 'active')
    })
    const counts = await times(AT_ONCE, (index) => countBilled(all[index]))
    assert.deepEqual(counts, Array(AT_ONCE).fill(1))
    await end(all)
  }
})

test('each day is billed once while the clock advances and clients change the subscriptions', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const start = await now()
    const all = await times(AT_ONCE, () => subscribe(start))
    let isThere = false
    const advanced = advanceTo(api, new Date(start + 5.5 * DAY_MS).toISOString()).finally(() => {
      isThere = true
    })
    for (let index = 0; !isThere; index++) {
      await times(AT_ONCE, (n) => touch(all[n], index + n))
    }
    await advanced
    const counts = await times(AT_ONCE, (index) => countBilled(all[index]))
    assert.deepEqual(counts, Array(AT_ONCE).fill(6))
    await end(all)
  }
})
