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
/** Canceled never, once, and twice at the same time. */
const MIGRATIONS = sample(3)
const DAY_MS = 86_400_000

const { w, send } = await startPair({ after })
const { api } = w

async function made(path: string, body: object): Promise<Made> {
  const answer = await send('POST', path, { body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const { id: product_id } = await makeProduct(api)
const terms = { model: 'per_unit', unit_amount: 100, minimum_amount: 150 }
const daily = { product_id, ...terms, interval: 'day' }
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

const ITEMS = '/v1/invoice_items'

/** Adds an item, and changes or deletes an earlier one, which can be billed by then. Returns the new one. */
async function addItem({ id }: Made, earlier: string | undefined, index: number): Promise<string> {
  const item = { subscription_id: id, description: 'Setup', unit_amount: 100 }
  const { id: added } = await made(ITEMS, item)
  if (earlier === undefined) return added
  const answer = await (index % 2 === 0
    ? send('DELETE', `${ITEMS}/${earlier}`)
    : send('PATCH', `${ITEMS}/${earlier}`, { body: { quantity: 2 } }))
  const code = answer.body?.error?.code
  assert.ok(code === undefined || code === 'invoice_item_billed', answer.text)
  return added
}

test('each item is billed once while the clock advances and clients change items', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const start = await now()
    const all = await times(AT_ONCE, () => subscribe(start))
    let isThere = false
    const advanced = advanceTo(api, new Date(start + 5.5 * DAY_MS).toISOString()).finally(() => {
      isThere = true
    })
    const latest: string[] = []
    for (let index = 0; !isThere && index < 10; index++) {
      await times(AT_ONCE, async (n) => {
        latest[n] = await addItem(all[n], latest[n], index + n)
      })
    }
    await advanced
    await times(AT_ONCE, async (n) => {
      const { id } = all[n]
      await made(`${SUBSCRIPTIONS}/${id}/cancel`, { at: 'now' })
      const items = (await get(api, `${ITEMS}?subscription_id=${id}&limit=100`)).data
      const invoices = (await get(api, `${INVOICES}?subscription_id=${id}&limit=100`)).data
      const billed = invoices.flatMap(({ id, line_items }: Made) =>
        line_items.flatMap(({ invoice_item_id: item, amount }: Made) =>
          item ? [[item, id, amount]] : [],
        ),
      )
      assert.deepEqual(
        billed.toSorted(),
        items.map(({ id, invoice_id, amount }: Made) => [id, invoice_id, amount]).toSorted(),
      )
    })
  }
})

test('a migration, changes, ends and its cancellation at once leave each subscription in one state', async () => {
  for (let round = 0; round < MIGRATIONS; round++) {
    const [from, to, other] = await times(3, (n) =>
      made('/v1/prices', { ...daily, unit_amount: 100 + n }),
    )
    const all = await times(AT_ONCE * 5, () =>
      made(SUBSCRIPTIONS, { customer_id, items: [{ price_id: from?.id, quantity: 1 }] }),
    )
    const terms = { from_price_id: from?.id, to_price_id: to?.id, notice_days: round % 2 }
    const effective_from = new Date(await now()).toISOString()
    const attempts = await times(4, () =>
      send('POST', '/v1/price_migrations', { body: { ...terms, effective_from } }),
    )
    const [migration] = attempts.filter(({ status }) => status === 201).map(({ body }) => body)
    assert.deepEqual(attempts.map(({ status }) => status).sort(), [201, 409, 409, 409])
    const path = `/v1/price_migrations/${migration.id}`
    await times(all.length, async (n) => {
      const { id, items } = all[n]
      const at = n % 3 === 0 ? 'now' : 'period_end'
      const change = { at, items: [{ id: items[0].id, price_id: other?.id }] }
      if (n % 5 === 0) await send('POST', `${SUBSCRIPTIONS}/${id}/change`, { body: change })
      if (n % 5 === 1) await send('POST', `${SUBSCRIPTIONS}/${id}/cancel`, { body: { at: 'now' } })
    })
    await until('all decisions', async () => (await get(api, path)).status !== 'running')
    const advancing = advanceTo(api, new Date((await now()) + 2 * DAY_MS).toISOString())
    await times(round % 3, () => send('POST', `${path}/cancel`))
    await advancing
    const ended = await until('the end of the migration', async () => {
      const found = await get(api, path)
      return ['completed', 'canceled'].includes(found.status) && found
    })
    assert.equal(ended.subscriptions_scheduled, 0)
    const entries = (await get(api, `${path}/subscriptions?limit=100`)).data
    for (const { subscription_id, status } of entries) {
      const { items, scheduled_changes } = await get(api, `${SUBSCRIPTIONS}/${subscription_id}`)
      assert.deepEqual(scheduled_changes, [])
      assert.equal(items[0].price_id === to?.id, status === 'applied', subscription_id)
    }
    await times(all.length, (n) =>
      send('POST', `${SUBSCRIPTIONS}/${all[n]?.id}/cancel`, { body: { at: 'now' } }),
    )
  }
})
