// Rejected amounts, zero and negative, whose errors say what to do instead.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { INVOICES, LINE, makeFinalized, makeInvoice, PAYMENTS, refused } from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const { api } = w

test('zero and negative amounts are rejected, and the error says what to do instead', async () => {
  const { id, customer_id } = await makeInvoice(api)
  const finalized = await makeFinalized(api)
  const leave = /Omit lines that bill nothing \(in a PATCH, line_items replaces all lines\)/
  const coupon = /redeem a coupon on the invoice with POST \/v1\/invoices\/:id\/discounts/
  for (const [members, param, ways] of [
    [{ quantity: 0 }, 'quantity', [leave]],
    [{ quantity: -3 }, 'quantity', [leave, coupon]],
    [{ unit_amount: -1999 }, 'unit_amount', [coupon]],
  ] as const) {
    const line_items = [LINE, { ...LINE, ...members }]
    for (const answer of [
      await api.post(INVOICES, { body: { customer_id, line_items } }),
      await api.patch(`${INVOICES}/${id}`, { body: { line_items } }),
    ]) {
      const place = `line_items[1].${param}`
      const { message } = refused(answer, 400, 'parameter_invalid', place)
      for (const way of ways) assert.match(message, way)
    }
  }
  for (const amount of ['0', '-5', '-5.0', '-1e3']) {
    const raw = `{"invoice_id":"${finalized.id}","method":"cash","amount":${amount}}`
    const { message } = refused(
      await api.post(PAYMENTS, { raw }),
      400,
      'parameter_invalid',
      'amount',
    )
    assert.match(message, /is not\. To undo a payment, reverse it with POST \/v1\/payments\//)
    assert.ok(message.includes(`; ${amount} is not`), message)
  }
  const path = `/v1/customers/${customer_id}/credit_transactions`
  for (const amount of ['0', '0.00']) {
    const answer = await api.post(path, { body: { amount } })
    const { message } = refused(answer, 400, 'parameter_invalid', 'amount')
    assert.match(message, /other than zero.*"-25\.00" to remove credit/)
  }
  // Above the maximum the error has no alternative to offer.
  const most = await api.post(PAYMENTS, {
    raw: `{"invoice_id":"${finalized.id}","method":"cash","amount":1e20}`,
  })
  assert.doesNotMatch(refused(most, 400, 'parameter_invalid').message, /reverse/)
  const document = JSON.stringify((await api.get('/openapi.json')).body.paths['/v1/payments'])
  assert.ok(!document.includes('To undo a payment'))
})
