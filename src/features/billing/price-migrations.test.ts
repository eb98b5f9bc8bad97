// Price migrations over HTTP: dry run, scheduling, notice, the change itself, and cancellation.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { get, type Made, makeCustomer, refused } from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const MIGRATIONS = '/v1/price_migrations'

const { api, keys, key } = await sharedWorld({ after })
await api.patch('/v1/account', { body: { time_zone: 'America/Toronto' } })
await advanceTo(api, '2027-01-31T15:00:00.000Z')
const { product, yearly, makePrice, subscribed, act, subscription, billed, eventsOf } =
  await subscribing(api)

/** A price at 30.00 a month for a seat, and the next one at 35.00. */
async function makePair(): Promise<[Made, Made]> {
  return [await makePrice(), await makePrice({ unit_amount: 3500 })]
}

const seats = ({ id }: Made, quantity = 3) => ({ items: [{ price_id: id, quantity }] })

/** From the first instant of the test on, however much time has passed. */
const since = (price: Made) => ({ ...seats(price), start: '2027-01-31T15:00:00.000Z' })

async function migrate([from, to]: [Made, Made], body: object = {}): Promise<Made> {
  const answer = await api.post(MIGRATIONS, { body: termsOf([from, to], body) })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const termsOf = ([from, to]: [Made, Made], body: object = {}) => ({
  ...{ from_price_id: from.id, to_price_id: to.id, effective_from: '2027-03-01', ...body },
})

const reached = (id: string, status: string): Promise<Made> =>
  until(`a migration that is ${status}`, async () => {
    const found = await get(api, `${MIGRATIONS}/${id}`)
    return found.status === status && found
  })

const listOf = async (id: string): Promise<Made[]> =>
  (await get(api, `${MIGRATIONS}/${id}/subscriptions`)).data

const emailsOf = async (id: string): Promise<Made[]> =>
  (await get(api, `/v1/emails?subscription_id=${id}`)).data

test('a migration shows its totals, informs each customer in time, and moves the subscribers', async () => {
  const pair = await makePair()
  const [from, to] = pair
  const informed = await makeCustomer(api, { email: 'billing@nordlicht.example' })
  const mover = await subscribed({ ...since(from), customer_id: `cus_${informed.id}` })
  const busy = await subscribed(since(from))
  await act(busy.id, 'change', { at: 'period_end', items: [{ id: busy.items[0].id, quantity: 4 }] })
  const leaving = await subscribed(since(from))
  await act(leaving.id, 'cancel', { at: 'period_end' })
  const ended = await subscribed(since(from))
  await act(ended.id, 'cancel', { at: 'now' })
  const other = await subscribed(since(to))

  // The notice of 30 days ends on 2 March, so the first boundary is that of 31 March.
  const preview = await api.post(`${MIGRATIONS}/preview`, { body: termsOf(pair) })
  const { hash, at, ...totals } = preview.body
  assert.deepEqual(totals, {
    object: 'price_migration_preview',
    ...{ currency: 'cad', interval: 'month', interval_count: 1 },
    ...{ subscriptions: 1, items: 1, amount_before: 9000, amount_after: 10_500 },
    subscriptions_skipped: 2,
    skipped: [
      { reason: 'change_scheduled', subscriptions: 1 },
      { reason: 'ends_before', subscriptions: 1 },
    ],
    ...{ first_at: '2027-03-31T14:00:00.000Z', last_at: '2027-03-31T14:00:00.000Z' },
  })
  const query = new URLSearchParams(termsOf(pair))
  const csv = (await api.get(`${MIGRATIONS}/preview.csv?${query}`)).text.split('\r\n')
  assert.equal(
    csv[0],
    'subscription_id,customer_id,status,reason,items,items_skipped,effective_at,currency,amount_before_major,amount_after_major',
  )
  const line = `${mover.id},${mover.customer_id},scheduled,,1,0,2027-03-31T14:00:00.000Z,cad,90.00,105.00`
  assert.ok(csv.includes(line), csv.join('\n'))
  assert.equal(csv.length, 5)

  const outdated = await api.post(MIGRATIONS, {
    body: termsOf(pair, { preview: { at, hash: hash.replace(/^./, hash[0] === '0' ? '1' : '0') } }),
  })
  refused(outdated, 409, 'preview_outdated', 'preview')
  const { id } = await migrate(pair, { preview: { at, hash } })
  const later = await subscribed(since(from))
  const scheduled = await reached(id, 'scheduled')
  assert.deepEqual(
    [
      ...[scheduled.subscriptions_total, scheduled.subscriptions_scheduled],
      ...[scheduled.subscriptions_skipped, scheduled.amount_before, scheduled.amount_after],
    ],
    [3, 1, 2, 9000, 10_500],
  )
  const [change] = (await subscription(mover.id)).scheduled_changes
  assert.deepEqual(
    [change.at, change.items[0].price_id, change.items[0].price_migration_id],
    ['2027-03-31T14:00:00.000Z', to.id, id],
  )
  for (const { id: untouched } of [other, later, leaving]) {
    assert.deepEqual((await subscription(untouched)).scheduled_changes, [])
  }
  const entries = await listOf(id)
  assert.deepEqual(
    entries.map((each) => [each.subscription_id, each.status, each.reason]).sort(),
    [
      [mover.id, 'scheduled', null],
      [busy.id, 'skipped', 'change_scheduled'],
      [leaving.id, 'skipped', 'ends_before'],
    ].sort(),
  )
  assert.equal(
    (await api.get(`${MIGRATIONS}/${id}/subscriptions.csv`)).text.split('\r\n').length,
    5,
  )
  const unfinished = await api.post(MIGRATIONS, { body: termsOf(pair) })
  refused(unfinished, 409, 'price_migration_unfinished', 'from_price_id')
  assert.equal((await get(api, `${MIGRATIONS}?from_price_id=${from.id}`)).data[0].id, id)

  // The quantity at the time of the notice counts.
  await act(mover.id, 'change', {
    at: 'period_end',
    items: [{ id: mover.items[0].id, quantity: 5 }],
  })
  await advanceTo(api, '2027-03-01T13:59:59.000Z')
  assert.deepEqual(await emailsOf(mover.id), [])
  await advanceTo(api, '2027-03-01T14:00:00.000Z')
  const [email, ...more] = await emailsOf(mover.id)
  assert.deepEqual([email?.kind, email?.invoice_id, more], ['price_change', null, []])
  assert.equal(email?.subject, 'New price of Pro from March 31, 2027')
  const { text } = await get(api, `/v1/emails/${email?.id}`)
  assert.match(
    text,
    /From March 31, 2027, your subscription to Pro costs CA\$175\.00 per month instead of CA\$150\.00 per month\./,
  )

  await advanceTo(api, '2027-04-01T00:00:00.000Z')
  const done = await reached(id, 'completed')
  assert.deepEqual([done.subscriptions_applied, done.subscriptions_scheduled], [1, 0])
  assert.deepEqual(await billed(mover.id), [
    ['2027-01-31T15:00:00.000Z', 9000, 1],
    ['2027-02-28T15:00:00.000Z', 15_000, 1],
    ['2027-03-31T14:00:00.000Z', 17_500, 1],
  ])
  assert.equal((await subscription(mover.id)).items[0].price_id, to.id)
  assert.equal((await emailsOf(mover.id)).length, 1)
  const types = ['created', 'updated', 'completed'].map((name) => `price_migration.${name}`)
  assert.deepEqual(await eventsOf(id), types)
  const events = (await eventsOf(mover.id)).filter((type) => /change/.test(type))
  assert.deepEqual(events, [
    ...['subscription.change_scheduled', 'subscription.change_scheduled'],
    ...['subscription.change_applied', 'subscription.change_applied'],
  ])
  refused(await api.post(`${MIGRATIONS}/${id}/cancel`), 409, 'price_migration_ended')
})

test('a canceled migration withdraws what has not applied, and a user can withdraw one change', async () => {
  const pair = await makePair()
  const [from, to] = pair
  const one = await subscribed(seats(from))
  const two = await subscribed(seats(from))
  const { id } = await migrate(pair, { effective_from: '2027-05-01', notice_days: 0 })
  await reached(id, 'scheduled')
  const [change] = (await subscription(one.id)).scheduled_changes
  const path = `${SUBSCRIPTIONS}/${one.id}/scheduled_changes/${change.id}`
  assert.equal((await api.delete(path)).status, 200)
  const half = await get(api, `${MIGRATIONS}/${id}`)
  assert.deepEqual([half.subscriptions_scheduled, half.subscriptions_withdrawn], [1, 1])
  const stopped = await api.post(`${MIGRATIONS}/${id}/cancel`)
  assert.equal(stopped.body.status, 'canceling')
  const canceled = await reached(id, 'canceled')
  assert.deepEqual([canceled.subscriptions_scheduled, canceled.subscriptions_withdrawn], [0, 2])
  assert.deepEqual((await subscription(two.id)).scheduled_changes, [])
  assert.deepEqual(
    (await listOf(id)).map(({ status }) => status),
    ['withdrawn', 'withdrawn'],
  )
  // Another migration of the price can follow.
  const next = await migrate(pair, { effective_from: '2027-05-01', notice_days: 0 })
  assert.equal((await reached(next.id, 'scheduled')).subscriptions_scheduled, 2)
  assert.equal((await subscription(one.id)).scheduled_changes[0].items[0].price_id, to.id)
  await api.post(`${MIGRATIONS}/${next.id}/cancel`)
  await reached(next.id, 'canceled')
})

test('a manual change of the price replaces that of a migration', async () => {
  const pair = await makePair()
  const own = await makePrice({ unit_amount: 4000 })
  const [sooner, same, now] = [
    await subscribed(seats(pair[0])),
    await subscribed(seats(pair[0])),
    await subscribed(seats(pair[0])),
  ]
  const { id } = await migrate(pair, { effective_from: '2027-06-15' })
  await reached(id, 'scheduled')
  const [{ at }] = (await subscription(same.id)).scheduled_changes
  const toOwn = ({ items }: Made) => [{ id: items[0].id, price_id: own.id }]
  // Before the migration, at the same boundary, and at once.
  await act(sooner.id, 'change', { at: 'period_end', items: toOwn(sooner) })
  await act(same.id, 'change', { at, items: toOwn(same) })
  await act(now.id, 'change', { at: 'now', items: toOwn(now) })
  for (const { id: changed } of [sooner, same, now]) {
    const parts = (await subscription(changed)).scheduled_changes.flatMap(
      (each: Made) => each.items,
    )
    assert.ok(parts.every((part: Made) => part.price_id === own.id && !part.price_migration_id))
  }
  const done = await reached(id, 'completed')
  assert.deepEqual([done.subscriptions_withdrawn, done.subscriptions_applied], [3, 0])
})

test('prices that do not fit are refused, and the error names the property', async () => {
  const pair = await makePair()
  const once = await makePrice({ interval: null })
  const dollars = await makePrice({ currency: 'usd' })
  const idle = await makePrice()
  await api.patch(`/v1/prices/${idle.id}`, { body: { active: false } })
  const attempt = async (body: object, code: string, param: string) => {
    for (const path of [MIGRATIONS, `${MIGRATIONS}/preview`]) {
      refused(await api.post(path, { body: termsOf(pair, body) }), 400, code, param)
    }
  }
  await attempt({ to_price_id: once.id }, 'price_not_recurring', 'to_price_id')
  await attempt({ from_price_id: once.id }, 'price_not_recurring', 'from_price_id')
  await attempt({ to_price_id: dollars.id }, 'currency_mismatch', 'to_price_id')
  await attempt({ to_price_id: yearly.id }, 'intervals_incompatible', 'to_price_id')
  await attempt({ to_price_id: idle.id }, 'price_inactive', 'to_price_id')
  await attempt({ to_price_id: pair[0].id }, 'parameter_invalid', 'to_price_id')
  await attempt(
    { to_price_id: product.id.replace('prod', 'price') },
    'resource_missing',
    'to_price_id',
  )
  await attempt({ effective_from: '1999-12-31' }, 'parameter_invalid', 'effective_from')
  await attempt({ effective_from: '2099-01-01' }, 'parameter_invalid', 'effective_from')
  await attempt({ effective_from: 'soon' }, 'parameter_invalid', 'effective_from')
  await attempt({ notice_days: 366 }, 'parameter_invalid', 'notice_days')
  const reader = await key({ scopes: ['subscriptions:read'] })
  const body = termsOf(pair)
  refused(await api.post(MIGRATIONS, { key: reader, body }), 403, 'permission_denied')
  refused(
    await api.get(`${MIGRATIONS}/${'pmig_01h2xcejqtf2nbrexx3vqjhp42'}/subscriptions`),
    404,
    'resource_missing',
  )
  refused(await api.post(MIGRATIONS, { key: keys.otherTest, body }), 400, 'resource_missing')
})
