// Proves that verification finds each corruption of discounts and redemptions with exactly the checks it concerns.

import { after, before, test } from 'node:test'
import { discountCorruptions } from '../../../test/corruptions-discounts.ts'
import { bodyOf } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { assertFound } from '../../../test/spoiled.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })

let discounted = ''

before(async () => {
  const post = (path: string, body: unknown = {}) => bodyOf(w.api.post(path, { body }))
  const tenth = await post('/v1/coupons', { name: 'Tenth', percent_off: '10' })
  const six = await post('/v1/coupons', { name: 'Six', amount_off: 600, currency: 'cad' })
  const { id } = await post('/v1/customers', { name: 'Maple' })
  await post(`/v1/customers/${id}/discounts`, { coupon_id: tenth.id })
  const line = (unit_amount: number) => ({ description: 'Seats', quantity: 1, unit_amount })
  const invoice = await post('/v1/invoices', {
    customer_id: id,
    line_items: [line(10_000), line(4_000)],
    discounts: [{ coupon_id: six.id }],
    finalize: true,
  })
  discounted = invoice.id
})

test('verification finds every corruption of discounts', async () => {
  await w.stop()
  await assertFound(
    w.pool,
    discountCorruptions(() => discounted),
  )
})
