// Provokes the errors of payments, credit and the books.

import type { Api } from '../client.ts'
import type { Scene, Things } from './refusals.ts'
import { whileRefusing, withBooksClosed, withLiveKey, withVoidForbidden } from './trouble.ts'

export function moneyScenes({
  customer,
  creditor,
  draft,
  posted,
  reversed,
  attempt,
  begun,
  detached,
  payout,
  dispute,
  voided,
  credited,
  voidNote,
  canceledRefund: refund,
  sentRefund,
}: Things): Scene[] {
  const payment = (invoice_id: string, more: object = {}) => ({
    method: 'POST',
    path: '/v1/payments',
    ask: { body: { invoice_id, amount: 2500, currency: 'cad', method: 'cheque', ...more } },
  })
  const note = (invoice_id: string, amount = 100, more: object = {}) => ({
    method: 'POST',
    path: '/v1/credit_notes',
    ask: { body: { invoice_id, amount, reason: 'goodwill', ...more } },
  })
  const again = (more: object) => {
    const { credit_note_id, payment_id } = refund
    const body = { credit_note_id, payment_id, amount: 500, ...more }
    return { method: 'POST', path: '/v1/refunds', ask: { body } }
  }
  return [
    {
      code: 'credit_exceeds_balance',
      method: 'POST',
      path: `/v1/customers/${customer}/credit_transactions`,
      ask: { body: { amount: '-25.00' } },
    },
    {
      code: 'external_id_taken',
      method: 'PATCH',
      path: `/v1/customers/${customer}`,
      ask: { body: { external_id: 'org_taken' } },
    },
    { code: 'customer_has_open_invoices', method: 'DELETE', path: `/v1/customers/${customer}` },
    { code: 'customer_has_credit', method: 'DELETE', path: `/v1/customers/${creditor}` },
    {
      code: 'seller_incomplete',
      method: 'POST',
      path: `/v1/invoices/${draft}/finalize`,
      during: whileRefusing,
    },
    { code: 'currency_mismatch', ...payment(posted, { amount: 1000, currency: 'usd' }) },
    { code: 'invoice_not_payable', ...payment(voided) },
    {
      code: 'allocation_exceeds_payment',
      method: 'POST',
      path: `/v1/payments/${refund.payment_id}/to_balance`,
      ask: { body: { amount: 1 } },
    },
    {
      code: 'invoice_not_written_off',
      method: 'POST',
      path: `/v1/invoices/${posted}/reverse_write_off`,
    },
    { code: 'payment_exceeds_amount_due', ...payment(posted) },
    {
      code: 'books_closed',
      ...payment(posted, { amount: 1000, received_on: '2026-10-28' }),
      during: withBooksClosed,
    },
    {
      code: 'payment_in_progress',
      method: 'POST',
      path: `/v1/invoices/${begun}/pay`,
    },
    {
      code: 'method_not_reusable',
      method: 'POST',
      path: `/v1/payment_methods/${detached}/default`,
    },
    {
      code: 'payout_exceeds_balance',
      method: 'POST',
      path: '/v1/payouts',
      ask: { body: { amount: 60_000, currency: 'cad' } },
    },
    {
      code: 'payment_disputed',
      method: 'POST',
      path: '/v1/refunds',
      ask: { body: { from: 'overpayment', payment_id: dispute.payment_id, amount: 1500 } },
    },
    {
      code: 'dispute_closed',
      method: 'POST',
      path: `/v1/simulated_gateway/disputes/${dispute.id}`,
      ask: { body: { status: 'won' } },
    },
    { code: 'payout_already_reversed', method: 'POST', path: `/v1/payouts/${payout}/reverse` },
    {
      code: 'collection_unavailable',
      method: 'POST',
      path: '/v1/subscriptions',
      ask: {
        body: {
          customer_id: 1,
          items: [{ price_id: 'price_01h2xcejqtf2nbrexx3vqjhp42' }],
          collection: 'charge',
        },
      },
      during: withLiveKey,
    },
    {
      code: 'payment_not_cancelable',
      method: 'POST',
      path: `/v1/payments/${refund.payment_id}/cancel`,
    },
    { code: 'payment_not_settled', method: 'POST', path: `/v1/payments/${attempt}/reverse` },
    {
      code: 'payment_already_reversed',
      method: 'POST',
      path: `/v1/payments/${reversed}/reverse`,
    },
    {
      code: 'refund_pending',
      method: 'POST',
      path: `/v1/payments/${refund.payment_id}/reverse`,
    },
    { code: 'invoice_not_creditable', ...note(draft) },
    { code: 'credit_exceeds_invoice', ...note(posted, 1_000_000) },
    { code: 'refund_exceeds_payment', ...again({ payment_id: refund.small }) },
    { code: 'refund_exceeds_credit_note', ...again({ amount: 501 }) },
    { code: 'refund_by_gateway', method: 'POST', path: `/v1/refunds/${sentRefund}/cancel` },
    { code: 'refund_not_pending', method: 'POST', path: `/v1/refunds/${refund.id}/succeed` },
    {
      code: 'credit_note_used',
      method: 'POST',
      path: `/v1/credit_notes/${voidNote}/void`,
    },
    {
      code: 'credit_note_not_sendable',
      method: 'POST',
      path: `/v1/credit_notes/${voidNote}/send`,
    },
    {
      code: 'void_forbidden',
      method: 'POST',
      path: `/v1/invoices/${posted}/void`,
      during: withVoidForbidden,
    },
    { code: 'invoice_has_credit_notes', method: 'POST', path: `/v1/invoices/${credited}/void` },
  ]
}

/** Creates a customer with credit. */
export async function creditor(api: Api): Promise<string> {
  const lodge = { name: 'Lake Lodge', external_id: 'org_taken' }
  const { body } = await api.post('/v1/customers', { body: lodge })
  const credit = { amount: '12.5', currency: 'cad' }
  await api.post(`/v1/customers/${body.id}/credit_transactions`, { body: credit })
  return `cus_${body.id}`
}
