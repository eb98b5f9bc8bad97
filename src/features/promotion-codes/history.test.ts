// Discounts that depend on a customer's invoices: checked at finalize, returned by a void.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, get, INVOICES, type Made, makeCustomer, refused } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'

const { api } = await sharedWorld({ after })

function made(path: string, body: object): Promise<Made> {
  return bodyOf(api.post(path, { body }), 201)
}
const makeCoupon = () => made('/v1/coupons', { name: 'Tenth', percent_off: '10' })
const draft = ({ id }: Made, more: object = {}) => {
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 1_000 }]
  return made(INVOICES, { customer_id: id, line_items, ...more })
}
const makeFinal = (customer: Made) => draft(customer, { finalize: true })

test('voiding an invoice returns the discount that only it had used', async () => {
  const customer = await makeCustomer(api)
  const once = await makeCoupon()
  const path = `/v1/customers/${customer.id}/discounts`
  assert.equal((await api.post(path, { body: { coupon_id: once.id } })).status, 200)
  const waiting = await draft(customer)
  const first = await makeFinal(customer)
  assert.equal(first.total, 900)
  const heldBy = async () => (await get(api, `/v1/customers/${customer.id}`)).discounts[0]
  assert.equal((await heldBy()).months_used, 1)
  // A draft that still shows the discount has not used it.
  assert.equal((await api.post(`${INVOICES}/${waiting.id}/void`)).status, 200)
  assert.equal((await makeFinal(customer)).total, 1_000)

  assert.equal((await api.post(`${INVOICES}/${first.id}/void`)).status, 200)
  assert.deepEqual(
    [(await heldBy()).months_used, (await get(api, `/v1/coupons/${once.id}`)).times_redeemed],
    [0, 1],
  )
  assert.equal((await makeFinal(customer)).total, 900)
  assert.equal((await makeFinal(customer)).total, 1_000)
})

test('a code for first invoices is checked again when its draft is finalized', async () => {
  const customer = await makeCustomer(api)
  const coupon = await makeCoupon()
  const code = await made('/v1/promotion_codes', {
    ...{ coupon_id: coupon.id, code: 'FIRST', first_time_only: true },
  })
  const by = { discounts: [{ promotion_code_id: code.id }] }
  const [one, two] = [await draft(customer, by), await draft(customer, by)]
  const finalize = ({ id }: Made) => api.post(`${INVOICES}/${id}/finalize`)
  assert.equal((await finalize(one)).body.total, 900)
  const refusal = await finalize(two)
  refused(refusal, 409, 'promotion_code_not_eligible')
  assert.match(refusal.text, new RegExp(`Remove discount ${two.discounts[0].id} from invoice`))
  refused(
    await api.post(`${INVOICES}/preview`, { body: { invoice_id: two.id } }),
    409,
    'promotion_code_not_eligible',
  )
  // A void invoice does not count as history.
  assert.equal((await api.post(`${INVOICES}/${one.id}/void`)).status, 200)
  assert.equal((await finalize(two)).body.total, 900)
})
