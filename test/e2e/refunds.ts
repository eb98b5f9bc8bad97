// Refunds to look at, as credit notes start them.
import assert from 'node:assert/strict'
import { get, type Made, makeFinalized, makePayment } from '../fixtures.ts'
import type { World } from '../harness.ts'

/** The pending refund of a note on a paid invoice. */
export async function makeRefund({ api }: World): Promise<Made> {
  const invoice = await makeFinalized(api)
  await makePayment(api, invoice)
  const body = { invoice_id: invoice.id, amount: 1000, refund: 1000, reason: 'goodwill' }
  const { status, text, body: note } = await api.post('/v1/credit_notes', { body })
  assert.equal(status, 201, text)
  return (await get(api, `/v1/refunds?credit_note_id=${note.id}`)).data[0]
}

/** Makes a refund as above, and marks it as failed. */
export async function makeFailedRefund(w: World): Promise<Made> {
  const { id } = await makeRefund(w)
  const { status, text, body } = await w.api.post(`/v1/refunds/${id}/fail`, { body: {} })
  assert.equal(status, 200, text)
  return body
}
