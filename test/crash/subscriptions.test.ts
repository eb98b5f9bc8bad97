// Processes that bill subscriptions are killed, by the time of day and while a test clock advances: each period is
// billed exactly once. The gate tries a few kills, `npm run test:crash` all.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { clockReady } from '../clock.ts'
import { get, INVOICES, type Made, makeCustomer, makeProduct } from '../fixtures.ts'
import { until } from '../harness.ts'
import type { Process } from '../process.ts'
import { assertSound } from './books.ts'
import { EVERY, partOf } from './deaths.ts'
import { assertDies, install, makeKey } from './lives.ts'

const SUBSCRIPTIONS = '/v1/subscriptions'
const DAY_MS = 86_400_000
const DAYS = EVERY ? 20 : 6
const COUNT = 8
const PLACES = [
  ...['write.begun', 'write.claimed', 'write.locked', 'write.counted', 'write.decided'],
  ...['write.saved', 'write.committing', 'write.committed', 'clock.stepped'],
].flatMap((place) => [`${place}:2`, `${place}:3`])

const { pool, live } = await install({ after })
const liveKey = await makeKey(pool, 2)

interface Subscribed {
  start: number
  key?: string
  /** True if every other one starts at once, with a trial until then. */
  hasTrials?: boolean
}

/** Subscribes a new customer to daily plans that are first billed at an instant, each with a one-off item. */
async function subscribe({ api }: Process, { start, ...more }: Subscribed): Promise<Made[]> {
  const ask = more.key === undefined ? {} : { key: more.key }
  const make = async (path: string, body: object) => {
    const answer = await api.post(path, { body, ...ask })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const { id: product_id } = await makeProduct(api, {}, ask)
  const terms = { model: 'per_unit', unit_amount: 100, minimum_amount: 150 }
  const daily = { product_id, ...terms, interval: 'day' }
  const { id: price_id } = await make('/v1/prices', daily)
  const customer_id = `cus_${(await makeCustomer(api, { email: 'lou@example.com' }, ask)).id}`
  const body = { customer_id, items: [{ price_id }] }
  const first = new Date(start).toISOString()
  const begun = (n: number) =>
    more.hasTrials && n % 2 === 0 ? { trial_end: first } : { start: first }
  const all = await Promise.all(
    Array.from({ length: COUNT }, (_, n) => make(SUBSCRIPTIONS, { ...body, ...begun(n) })),
  )
  const setup = { description: 'Setup', unit_amount: 100 }
  // Billed with the first day; verification finds an item that is billed twice or never.
  await Promise.all(
    all.map(({ id }) => make('/v1/invoice_items', { subscription_id: id, ...setup })),
  )
  return all
}

/** The days that were billed, in the order of the invoices. */
const billedDays = async ({ api }: Process, { id }: Made, ask = {}): Promise<string[]> =>
  (await get(api, `${INVOICES}?subscription_id=${id}`, ask)).data
    .toReversed()
    .map(({ period }: Made) => period.start.slice(0, 10))

test('an advance of the clock bills each period once, however often its process is killed', {
  timeout: 600_000,
}, async () => {
  const starter = await live('clock.leased')
  const first = Date.now() + DAY_MS
  const all = await subscribe(starter, { start: first, hasTrials: true })
  const body = { to: new Date(first + (DAYS - 0.5) * DAY_MS).toISOString() }
  await starter.api.post('/v1/test_clock/advance', { body }).catch(() => 'it may die before')
  assert.equal(await starter.ended, 'SIGKILL', starter.output())
  for (const death of partOf(PLACES, 9)) {
    await letLeaseRunOut()
    await assertDies(live(death))
    // Nothing repairs the books, so a sample verifies them at the end.
    if (EVERY) await assertSound(pool)
  }
  await letLeaseRunOut()
  const survivor = await live()
  await clockReady(survivor.api)
  const days = Array.from({ length: DAYS }, (_, n) =>
    new Date(first + n * DAY_MS).toISOString().slice(0, 10),
  )
  for (const each of all) assert.deepEqual(await billedDays(survivor, each), days)
  const items = await get(survivor.api, '/v1/invoice_items')
  assert.deepEqual(
    items.data.map(({ status }: Made) => status),
    Array(COUNT).fill('billed'),
  )
  await assertSound(pool)
  await survivor.stop()
})

test('periods that fell due while no process ran are billed once, even if the process that bills them is killed', async () => {
  const starter = await live()
  const start = Date.now() + 2000
  const all = await subscribe(starter, { start, key: liveKey, hasTrials: true })
  starter.kill('SIGKILL')
  await starter.ended
  await until('the start', () => Date.now() > start)
  await assertDies(live('sweep.done@subscriptions.bill'))
  const survivor = await live()
  const ask = { key: liveKey }
  await until('the first invoices', async () => {
    const { data } = await get(survivor.api, `${SUBSCRIPTIONS}?status=active`, ask)
    return data.length === COUNT
  })
  for (const each of all) {
    assert.deepEqual(await billedDays(survivor, each, ask), [
      (each.trial_end ?? each.start).slice(0, 10),
    ])
  }
  await assertSound(pool)
})

test('a price migration schedules and informs each subscriber once, even if its processes are killed', async () => {
  const starter = await live()
  const start = Date.now() + 4000
  const all = await subscribe(starter, { start, key: liveKey })
  const ask = { key: liveKey }
  const { price_id: from_price_id, product_id } = all[0].items[0]
  const dearer = { product_id, model: 'per_unit', unit_amount: 150, interval: 'day' }
  const { body: to } = await starter.api.post('/v1/prices', { body: dearer, ...ask })
  // The first period after 30 days begins 30 days after the start, when the notices are due.
  const effective_from = new Date(start - 1000).toISOString()
  const terms = { from_price_id, to_price_id: to.id, effective_from, notice_days: 30 }
  const { status, text } = await starter.api.post('/v1/price_migrations', { body: terms, ...ask })
  starter.kill('SIGKILL')
  assert.equal(status, 201, text)
  await starter.ended
  await assertDies(live('sweep.done@price_migrations.run'))
  await until('the notices to be due', () => Date.now() > start)
  await assertDies(live('sweep.done@price_migrations.notify'))
  const survivor = await live()
  const read = async (path: string): Promise<Made[]> => (await get(survivor.api, path, ask)).data
  const notices = await until('the notices', async () => {
    const mails = await read('/v1/emails?limit=100')
    const found = mails.filter(({ kind }) => kind === 'price_change')
    return found.length >= COUNT && found
  })
  const ids = all.map(({ id }) => id).toSorted()
  assert.deepEqual(notices.map((mail: Made) => mail.subscription_id).toSorted(), ids)
  for (const id of ids) {
    const { scheduled_changes } = await get(survivor.api, `${SUBSCRIPTIONS}/${id}`, ask)
    assert.deepEqual(
      scheduled_changes.flatMap(({ items }: Made) => items.map((item: Made) => item.price_id)),
      [to.id],
    )
  }
  const [migration] = await read('/v1/price_migrations')
  assert.deepEqual([migration.status, migration.subscriptions_scheduled], ['scheduled', COUNT])
  await assertSound(pool)
  await survivor.stop()
})

/** Mimics the time in which a dead process's lease ends. */
async function letLeaseRunOut(): Promise<void> {
  await pool.query(
    `update test_clocks set lease_until = '2000-01-01' where lease_token is not null`,
  )
}
