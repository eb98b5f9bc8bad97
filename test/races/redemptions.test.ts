// Two processes race for the last redemptions of coupons and promotion codes: none is given twice, and none is lost.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { bodyOf, get, INVOICES, LINE, type Made, makeCustomer, makeInvoice } from '../fixtures.ts'
import { countEnds, startPair, times } from './pair.ts'
import { sample } from './rounds.ts'

const AT_ONCE = 24
const ROUNDS = sample(2)

const { w, send } = await startPair({ after })
const { api } = w

function made(path: string, body: object): Promise<Made> {
  return bodyOf(api.post(path, { body }), 201)
}
const makeCoupon = (max_redemptions: number) =>
  made('/v1/coupons', { name: 'Few', percent_off: '10', max_redemptions })
const timesOf = async (path: string) => (await get(api, path)).times_redeemed
const soundBooks = async () => (await get(api, '/v1/ledger/verification')).clean

const customers = await times(AT_ONCE, () => makeCustomer(api))
/** Alternates between a customer and a new invoice. */
const redeem = (index: number, by: object) => {
  const { id } = customers[index]
  return index % 4 < 2
    ? send('POST', `/v1/customers/${id}/discounts`, { body: by })
    : send('POST', INVOICES, { body: { customer_id: id, line_items: [LINE], discounts: [by] } })
}

test('of many requests for the five redemptions of a coupon, five succeed', async () => {
  const coupon = await makeCoupon(5)
  const answers = await times(AT_ONCE, (index) => redeem(index, { coupon_id: coupon.id }))
  assert.deepEqual(countEnds(answers), { ok: 5, coupon_exhausted: AT_ONCE - 5 })
  assert.equal(await timesOf(`/v1/coupons/${coupon.id}`), 5)
  assert.equal(await soundBooks(), true)
})

test('a promotion code has its own limit below that of its coupon', async () => {
  const coupon = await makeCoupon(7)
  const codes = await Promise.all(
    Object.entries({ LEFT: 2, RIGHT: 4 }).map(([code, max_redemptions]) =>
      made('/v1/promotion_codes', { coupon_id: coupon.id, code, max_redemptions }),
    ),
  )
  const answers = await times(AT_ONCE, (index) =>
    redeem(index, { promotion_code_id: codes[(index >> 2) % 2].id }),
  )
  assert.deepEqual(countEnds(answers), { ok: 6, coupon_exhausted: AT_ONCE - 6 })
  const used = await Promise.all(codes.map(({ id }) => timesOf(`/v1/promotion_codes/${id}`)))
  assert.deepEqual(used, [2, 4])
  // The coupon has one redemption left: its limit includes those of its codes.
  const others = await times(AT_ONCE, (index) => redeem(index, { coupon_id: coupon.id }))
  assert.equal(countEnds(others).ok, 1)
  assert.equal(await timesOf(`/v1/coupons/${coupon.id}`), 7)
})

test('a released redemption is available once, also to concurrent requests', async () => {
  const coupon = await makeCoupon(1)
  const drafts = await times(AT_ONCE, (index) =>
    makeInvoice(api, { customer_id: customers[index].id }),
  )
  const path = (index: number) => `${INVOICES}/${drafts[index].id}`
  const add = (index: number) =>
    send('POST', `${path(index)}/discounts`, { body: { coupon_id: coupon.id } })
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await times(AT_ONCE, add)
    const holders = answers.filter(({ status }) => status === 200)
    assert.equal(holders.length, 1, JSON.stringify(countEnds(answers)))
    const holder = holders[0]?.body
    const of = `${INVOICES}/${holder.id}`
    // One process removes the discount while the other voids the draft: the redemption is released once.
    const [removed, voided] = await Promise.all([
      send('DELETE', `${of}/discounts/${holder.discounts[0].id}`),
      send('POST', `${of}/void`),
    ])
    assert.equal(voided.status, 200, voided.text)
    assert.ok([200, 404, 409].includes(removed.status), removed.text)
    assert.equal(await timesOf(`/v1/coupons/${coupon.id}`), 0)
    drafts[answers.indexOf(holders[0] as (typeof holders)[0])] = await makeInvoice(api)
  }
  assert.equal(await soundBooks(), true)
})

test('a code for first invoices is redeemed before the first invoice exists, or not at all', async () => {
  const coupon = await makeCoupon(100_000)
  const code = { coupon_id: coupon.id, code: 'FIRST', first_time_only: true }
  const { id: promotion_code_id } = await made('/v1/promotion_codes', code)
  for (let round = 0; round < ROUNDS; round++) {
    const { id: customer_id } = await makeCustomer(api)
    const body = { customer_id, line_items: [LINE], finalize: true }
    const answers = await times(8, () =>
      send('POST', INVOICES, { body: { ...body, discounts: [{ promotion_code_id }] } }),
    )
    const not = 'promotion_code_not_eligible'
    assert.deepEqual(countEnds(answers), { ok: 1, [not]: 7 })
  }
  assert.equal(await timesOf(`/v1/coupons/${coupon.id}`), ROUNDS)
})

test('of several drafts with a code for first invoices, one is finalized', async () => {
  const coupon = await makeCoupon(100_000)
  const code = { coupon_id: coupon.id, code: 'FIRST-DRAFT', first_time_only: true }
  const { id: promotion_code_id } = await made('/v1/promotion_codes', code)
  for (let round = 0; round < ROUNDS; round++) {
    const { id: customer_id } = await makeCustomer(api)
    const body = { customer_id, line_items: [LINE], discounts: [{ promotion_code_id }] }
    const drafts = await times(4, () => send('POST', INVOICES, { body }))
    assert.deepEqual(countEnds(drafts), { ok: 4 })
    const answers = await times(4, (index) =>
      send('POST', `${INVOICES}/${drafts[index]?.body.id}/finalize`),
    )
    assert.deepEqual(countEnds(answers), { ok: 1, promotion_code_not_eligible: 3 })
  }
})
