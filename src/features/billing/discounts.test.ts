// Coupons by date (recurring billing, section 8): which periods a discount of a customer or a subscription reduces.
// Dates and amounts are worked out by hand.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { get, INVOICES, type Made, makeCustomer, makeInvoice } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch('/v1/account', { body: { time_zone: 'America/Toronto' } })
await advanceTo(api, '2027-05-10T19:00:00.000Z')
const { pro, yearly, subscribe, subscription, invoicesOf, eventsOf } = await subscribing(api)

async function coupon(body: object): Promise<string> {
  const taken = 'amount_off' in body ? { currency: 'cad' } : { percent_off: '10' }
  const made = await api.post('/v1/coupons', { body: { name: 'Launch', ...taken, ...body } })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

const billedTo = async () => ({ customer_id: `cus_${(await makeCustomer(api)).id}` })

async function discounted(terms: object): Promise<{ customer_id: string; discount: Made }> {
  const coupon_id = await coupon(terms)
  const { id } = await makeCustomer(api)
  const given = await api.post(`/v1/customers/${id}/discounts`, { body: { coupon_id } })
  assert.equal(given.status, 200, given.text)
  return { customer_id: `cus_${id}`, discount: given.body.discounts[0] }
}

const add = (id: string, body: object) => api.post(`/v1/subscriptions/${id}/discounts`, { body })
const remove = (id: string, discount: string) =>
  api.delete(`/v1/subscriptions/${id}/discounts/${discount}`)

async function subscribed(body: object): Promise<string> {
  const customer = 'customer_id' in body ? {} : await billedTo()
  const answer = await subscribe({ items: [{ price_id: pro.id }], ...customer, ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

const totals = async (id: string): Promise<[string, number][]> =>
  (await invoicesOf(id)).map(({ scheduled_for, total }) => [scheduled_for.slice(0, 10), total])

test('four months discount four monthly periods or one yearly one, however late they are billed', async () => {
  const { customer_id, discount } = await discounted({ duration: 'months', duration_months: 4 })
  // 10 May at 15:00 in Toronto, and four months later at midnight.
  assert.equal(discount.ends_at, '2027-09-10T04:00:00.000Z')
  const monthly = await subscribed({ customer_id })
  const annual = await subscribed({ customer_id, items: [{ price_id: yearly.id }] })
  const once = await discounted({ duration: 'once' })
  const forever = await discounted({ duration: 'forever' })
  const first = await subscribed({ customer_id: once.customer_id })
  const always = await subscribed({ customer_id: forever.customer_id })
  // A period scheduled before the day of redemption, on a later invoice.
  const past = await subscribed({ customer_id, start: '2027-04-20' })
  await advanceTo(api, '2028-05-11T00:00:00.000Z')
  assert.deepEqual((await totals(monthly)).slice(0, 6), [
    ['2027-05-10', 2700],
    ['2027-06-10', 2700],
    ['2027-07-10', 2700],
    ['2027-08-10', 2700],
    // 10 September at 15:00 is not before 10 September.
    ['2027-09-10', 3000],
    ['2027-10-10', 3000],
  ])
  assert.deepEqual(await totals(annual), [
    ['2027-05-10', 27_000],
    ['2028-05-10', 30_000],
  ])
  assert.deepEqual((await totals(first)).slice(0, 2), [
    ['2027-05-10', 2700],
    ['2027-06-10', 3000],
  ])
  assert.deepEqual((await totals(always)).at(-1), ['2028-05-10', 2700])
  assert.deepEqual((await totals(past)).slice(0, 2), [
    ['2027-04-20', 3000],
    ['2027-05-20', 2700],
  ])
  const used = async (ref: string) =>
    (await get(api, `/v1/customers/${ref.slice(4)}`)).discounts.map(
      ({ months_used, last_month }: Made) => [months_used, last_month],
    )
  assert.deepEqual(await used(customer_id), [[0, null]])
  assert.deepEqual(await used(once.customer_id), [[1, '2027-05']])
})

test('of several periods on one invoice, a discount reduces those that begin before it ends', async () => {
  const { customer_id, discount } = await discounted({ duration: 'months', duration_months: 1 })
  assert.equal(discount.ends_at, '2028-06-10T04:00:00.000Z')
  const later = await subscribed({ customer_id, start: '2028-05-11', anchor: { day_of_month: 11 } })
  await advanceTo(api, '2028-07-12T00:00:00.000Z')
  assert.deepEqual(await totals(later), [
    ['2028-05-11', 2700],
    ['2028-06-11', 3000],
    ['2028-07-11', 3000],
  ])
  // Created late, for periods from 11 May on: the redemption was on 10 May.
  const past = await subscribed({ customer_id, start: '2028-05-11' })
  const [invoice] = await invoicesOf(past)
  assert.deepEqual(
    invoice.line_items.map(({ discount: taken }: Made) => taken),
    [300, 0, 0],
  )
  const { steps } = (await get(api, `/v1/invoices/${invoice.id}/explain`)).derivation
  const [total] = steps
  const { steps: each } = total.steps.find(({ rule }: Made) => rule === 'discount')
  assert.equal(each[0].inputs.ends_at, discount.ends_at)
})

test('a discount applies neither to periods that begin when it ends nor to other invoices finalized then', async () => {
  const { customer_id, discount } = await discounted({ duration: 'months', duration_months: 1 })
  assert.equal(discount.ends_at, '2028-08-11T04:00:00.000Z')
  const exact = await subscribed({ customer_id, start: '2028-07-11' })
  const [kept, late] = [
    await makeInvoice(api, { customer_id }),
    await makeInvoice(api, { customer_id }),
  ]
  const finalized = async ({ id }: Made) => {
    const answer = await api.post(`${INVOICES}/${id}/finalize`)
    assert.equal(answer.status, 200, answer.text)
    return figures(answer.body)
  }
  const figures = ({ discount: taken, discounts }: Made) => [taken, discounts.length]
  assert.equal(late.discount, 600)
  await advanceTo(api, '2028-08-11T03:59:59.000Z')
  assert.deepEqual(await finalized(kept), [600, 1])
  await advanceTo(api, '2028-08-11T04:00:00.000Z')
  assert.deepEqual(await finalized(late), [0, 0])
  assert.deepEqual((await invoicesOf(exact)).map(figures), [
    [300, 1],
    [0, 0],
  ])
})

test('a subscription has discounts of its own, which apply before those of its customer', async () => {
  await advanceTo(api, '2028-09-10T19:00:00.000Z')
  const { customer_id } = await discounted({ percent_off: '20', duration: 'forever' })
  const coupon_id = await coupon({ amount_off: 500, duration: 'months', duration_months: 2 })
  const id = await subscribed({ customer_id, discounts: [{ coupon_id }] })
  const [given] = (await subscription(id)).discounts
  // The first billed day is 10 September, by the account's clock.
  assert.deepEqual(
    [given.coupon_id, given.duration, given.months_used, given.ends_at],
    [coupon_id, 'months', 0, '2028-11-10T05:00:00.000Z'],
  )
  const trial = await subscribed({ trial_days: 10, discounts: [{ coupon_id }] })
  const waiting = await subscription(trial)
  // The clock continues between the requests.
  assert.match(waiting.trial_end, /^2028-09-20T19:00:/)
  assert.equal(waiting.discounts[0].ends_at, '2028-11-20T05:00:00.000Z')
  const past = await subscribed({ start: '2028-08-10', discounts: [{ coupon_id }] })
  const expected = (await get(api, `/v1/subscriptions/${id}/upcoming`)).data
  await advanceTo(api, '2028-11-21T00:00:00.000Z')
  const shown = ({ scheduled_for, discounts, total }: Made) => [
    scheduled_for.slice(0, 10),
    discounts.map(({ source, amount }: Made) => [source, amount]),
    total,
  ]
  // 30.00 less 5.00, less 20 % of 25.00; from 10 November on 30.00 less 20 %.
  const cycles = [
    [
      '2028-10-10',
      [
        ['subscription', 500],
        ['customer', 500],
      ],
      2000,
    ],
    ['2028-11-10', [['customer', 600]], 2400],
  ]
  assert.deepEqual((await invoicesOf(id)).map(shown), [
    [
      '2028-09-10',
      [
        ['subscription', 500],
        ['customer', 500],
      ],
      2000,
    ],
    ...cycles,
  ])
  assert.deepEqual(expected.slice(0, 2).map(shown), cycles)
  assert.deepEqual(await totals(trial), [
    ['2028-09-20', 2500],
    ['2028-10-20', 2500],
    ['2028-11-20', 3000],
  ])
  // Two months from the first billed day, 10 August: 5.00 off the lines of August and September together.
  const [first, ...others] = await invoicesOf(past)
  assert.deepEqual(
    first.line_items.map(({ period, discount }: Made) => [period.start.slice(0, 10), discount]),
    [
      ['2028-08-10', 250],
      ['2028-09-10', 250],
    ],
  )
  assert.deepEqual(others.map(shown), [
    ['2028-10-10', [], 3000],
    ['2028-11-10', [], 3000],
  ])
})

test('a discount added later counts from that day, and one that was removed ends', async () => {
  await advanceTo(api, '2028-12-01T15:00:00.000Z')
  const id = await subscribed({ start: '2028-11-20' })
  const [some, all] = [
    await coupon({ duration: 'months', duration_months: 1 }),
    await coupon({ duration: 'forever' }),
  ]
  const added = await add(id, { coupon_id: some })
  assert.equal(added.status, 200, added.text)
  assert.equal(added.body.discounts[0].ends_at, '2029-01-01T05:00:00.000Z')
  await add(id, { coupon_id: all })
  await advanceTo(api, '2029-01-21T00:00:00.000Z')
  const removed = await remove(id, (await subscription(id)).discounts[1].id)
  assert.deepEqual(
    removed.body.discounts.map(({ coupon_id }: Made) => coupon_id),
    [some],
  )
  await advanceTo(api, '2029-02-21T00:00:00.000Z')
  // 30.00 less 10 %, less 10 %; then less 10 %; then in full.
  assert.deepEqual(await totals(id), [
    ['2028-11-20', 3000],
    ['2028-12-20', 2430],
    ['2029-01-20', 2700],
    ['2029-02-20', 3000],
  ])
  // A discount that lasts is not released; one that ended makes room for another of its coupon.
  assert.equal((await get(api, `/v1/coupons/${all}`)).times_redeemed, 1)
  assert.equal((await add(id, { coupon_id: some })).status, 200)
  assert.equal((await eventsOf(id)).filter((type) => type === 'subscription.updated').length, 4)
})

test('the first invoice uses up a discount for one invoice, and voiding the invoice returns it', async () => {
  const coupon_id = await coupon({ percent_off: '50', duration: 'once' })
  const made = await subscribe({
    items: [{ price_id: pro.id }],
    ...(await billedTo()),
    discounts: [{ coupon_id }],
  })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  const used = ({ discounts }: Made) =>
    discounts.map(({ months_used, last_month }: Made) => [months_used, last_month])
  assert.deepEqual(used(made.body), [[1, '2029-02']])
  assert.deepEqual(used(await subscription(id)), [[1, '2029-02']])
  const [first] = await invoicesOf(id)
  const voided = await api.post(`${INVOICES}/${first.id}/void`)
  assert.equal(voided.status, 200, voided.text)
  assert.deepEqual(used(await subscription(id)), [[0, null]])
  await advanceTo(api, '2029-04-21T00:00:00.000Z')
  assert.deepEqual(
    (await invoicesOf(id)).map(({ total }) => total),
    [1500, 1500, 3000],
  )
  assert.deepEqual(await eventsOf(id), [
    'subscription.created',
    'subscription.started',
    // Used, given back, used again by the renewal.
    ...['subscription.updated', 'subscription.updated'],
    ...['subscription.renewed', 'subscription.updated'],
    ...['subscription.past_due', 'subscription.renewed'],
  ])
  // The discount has been used, so removing it releases nothing.
  await remove(id, (await subscription(id)).discounts[0].id)
  assert.equal((await get(api, `/v1/coupons/${coupon_id}`)).times_redeemed, 1)
})

test('after two concurrent billing steps and a removal, either one invoice is discounted or the redemption is released', async () => {
  const coupon_id = await coupon({ percent_off: '50', duration: 'once' })
  const ids: string[] = []
  for (let each = 0; each < 6; each++)
    ids.push(await subscribed({ start: '2029-05-01', discounts: [{ coupon_id }] }))
  const removals = ids.map(async (id) => remove(id, (await subscription(id)).discounts[0].id))
  await Promise.all([advanceTo(api, '2029-06-02T00:00:00.000Z'), ...removals])
  let released = 0
  for (const id of ids) {
    const billed = (await invoicesOf(id)).map(({ total }) => total)
    const isReleased = billed[0] === 3000
    if (isReleased) released += 1
    assert.deepEqual(billed, [isReleased ? 3000 : 1500, 3000])
    assert.deepEqual((await subscription(id)).discounts, [])
  }
  assert.equal((await get(api, `/v1/coupons/${coupon_id}`)).times_redeemed, 6 - released)
})

test('a creation with discounts is bound to its preview, which redeems nothing', async () => {
  const coupon_id = await coupon({ percent_off: '50', duration: 'once', max_redemptions: 1 })
  const body = { items: [{ price_id: pro.id }], ...(await billedTo()), discounts: [{ coupon_id }] }
  const preview = async () => (await api.post('/v1/subscriptions/preview', { body })).body
  const { invoices, next, at, hash } = await preview()
  const figures = (each: Made[]) => each.map(({ discount, total }) => [discount, total])
  assert.deepEqual(figures(invoices), [[1500, 1500]])
  assert.deepEqual(figures(next), [
    [0, 3000],
    [0, 3000],
    [0, 3000],
  ])
  assert.equal((await get(api, `/v1/coupons/${coupon_id}`)).times_redeemed, 0)
  await api.patch(`/v1/coupons/${coupon_id}`, { body: { name: 'Renamed' } })
  const outdated = await subscribe({ ...body, preview: { at, hash } })
  assert.deepEqual([outdated.status, outdated.body.error.code], [409, 'preview_outdated'])
  const current = await preview()
  const made = await subscribe({ ...body, preview: { at: current.at, hash: current.hash } })
  assert.equal(made.status, 201, made.text)
  const exhausted = await api.post('/v1/subscriptions/preview', { body })
  assert.deepEqual([exhausted.status, exhausted.body.error.code], [409, 'coupon_exhausted'])
})

test('a discount that cannot be redeemed is refused, and nothing is written', async () => {
  const good = await coupon({ duration: 'forever' })
  const foreign = await coupon({ amount_off: 500, currency: 'usd', duration: 'forever' })
  const used = await coupon({ duration: 'forever', max_redemptions: 1 })
  const off = await coupon({ duration: 'forever' })
  await api.patch(`/v1/coupons/${off}`, { body: { active: false } })
  const over = await coupon({ duration: 'forever', redeem_by: '2029-01-01T00:00:00.000Z' })
  const code = await api.post('/v1/promotion_codes', {
    body: { coupon_id: good, code: `FIRST-${good.slice(-6)}`, first_time_only: true },
  })
  assert.equal(code.status, 201, code.text)
  const { id: promotion_code_id } = code.body
  const id = await subscribed({ discounts: [{ coupon_id: used }] })
  const { customer_id } = await subscription(id)
  const unknown = `coup_${'0'.repeat(26)}`
  const cases: [object[], number, string, string | null][] = [
    [[{ coupon_id: unknown }], 400, 'resource_missing', 'coupon_id'],
    [[{ coupon_id: good, promotion_code_id }], 400, 'parameters_exclusive', 'coupon_id'],
    [[{}], 400, 'parameter_missing', 'coupon_id'],
    [[{ coupon_id: foreign }], 400, 'currency_mismatch', ''],
    [[{ coupon_id: off }], 409, 'coupon_inactive', null],
    [[{ coupon_id: over }], 409, 'coupon_expired', null],
    [[{ coupon_id: used }], 409, 'coupon_exhausted', null],
    [[{ promotion_code_id }], 409, 'promotion_code_not_eligible', null],
    [[{ coupon_id: good }, { coupon_id: good }], 409, 'discount_already_applied', null],
  ]
  const before = (await subscription(id)).updated_at
  for (const [discounts, status, error, name] of cases) {
    const body = { items: [{ price_id: pro.id }], customer_id, discounts }
    const created = await subscribe(body)
    const at = (path: string) => (name === null ? null : [path, name].filter(Boolean).join('.'))
    const refusal = ({ status: got, body: { error: why } }: Made) => [got, why.code, why.param]
    assert.deepEqual(refusal(created), [status, error, at('discounts[0]')], created.text)
    assert.deepEqual(
      refusal(await api.post('/v1/subscriptions/preview', { body })),
      refusal(created),
    )
    if (discounts.length > 1) continue
    const added = await add(id, discounts[0] as object)
    const param = name === '' ? 'coupon_id' : name
    const already = error === 'coupon_exhausted'
    assert.deepEqual(
      refusal(added),
      [status, already ? 'discount_already_applied' : error, param],
      added.text,
    )
  }
  assert.equal((await get(api, `/v1/coupons/${good}`)).times_redeemed, 0)
  assert.equal((await subscription(id)).updated_at, before)
  const all = await get(api, `/v1/subscriptions?customer_id=${customer_id}`)
  assert.equal(all.data.length, 1)
})

test('a subscription has at most twenty discounts, and an ended subscription gets no more', async () => {
  const coupons: string[] = []
  for (let each = 0; each < 21; each++) coupons.push(await coupon({ duration: 'forever' }))
  const sent = coupons.map((coupon_id) => ({ coupon_id }))
  const tooMany = await subscribe({
    items: [{ price_id: pro.id }],
    ...(await billedTo()),
    discounts: sent,
  })
  assert.deepEqual([tooMany.status, tooMany.body.error.param], [400, 'discounts'])
  const once = await coupon({ duration: 'once' })
  const id = await subscribed({
    trial_days: 10,
    discounts: [...sent.slice(0, 19), { coupon_id: once }],
  })
  const code = (answer: Made) => [answer.status, answer.body.error.code]
  assert.deepEqual(code(await add(id, sent[20] as object)), [409, 'discounts_too_many'])
  assert.deepEqual(code(await remove(id, `disc_${'0'.repeat(26)}`)), [404, 'resource_missing'])
  await api.post(`/v1/subscriptions/${id}/cancel`, { body: { at: 'now' } })
  assert.deepEqual(code(await add(id, sent[20] as object)), [409, 'subscription_ended'])
  // A discount that no invoice used can still be given back.
  const removed = await remove(id, (await subscription(id)).discounts[19].id)
  assert.equal(removed.body.discounts.length, 19)
  assert.equal((await get(api, `/v1/coupons/${once}`)).times_redeemed, 0)
})
