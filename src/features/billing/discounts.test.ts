// Coupons by date (recurring billing, section 8): which periods a discount of a customer reduces. Dates and amounts are
// worked out by hand.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import { get, INVOICES, type Made, makeCustomer, makeInvoice } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
await api.patch('/v1/account', { body: { time_zone: 'America/Toronto' } })
await advanceTo(api, '2027-05-10T19:00:00.000Z')
const { pro, yearly, subscribe, invoicesOf } = await subscribing(api)

async function discounted(coupon: object): Promise<{ customer_id: string; discount: Made }> {
  const made = await api.post('/v1/coupons', {
    body: { name: 'Launch', percent_off: '10', ...coupon },
  })
  assert.equal(made.status, 201, made.text)
  const { id } = await makeCustomer(api)
  const given = await api.post(`/v1/customers/${id}/discounts`, {
    body: { coupon_id: made.body.id },
  })
  assert.equal(given.status, 200, given.text)
  return { customer_id: `cus_${id}`, discount: given.body.discounts[0] }
}

async function subscribed(body: object): Promise<string> {
  const answer = await subscribe({ items: [{ price_id: pro.id }], ...body })
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
  // A period that was scheduled before the day of the redemption, on an invoice of later.
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
  const coupon = { duration: 'months', duration_months: 1 }
  const { customer_id, discount } = await discounted(coupon)
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

test('a discount is not for what begins when it ends, nor for other invoices finalized then', async () => {
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
