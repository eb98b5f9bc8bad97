// Provokes the refusals of payments and credit.

import type { Scene, Things } from './refusals.ts'

export function moneyScenes({ customer, posted, reversed, voided }: Things): Scene[] {
  const payment = (invoice_id: string, more: object = {}) => ({
    method: 'POST',
    path: '/v1/payments',
    ask: { body: { invoice_id, amount: 2500, currency: 'cad', method: 'cheque', ...more } },
  })
  return [
    {
      code: 'credit_exceeds_balance',
      method: 'POST',
      path: `/v1/customers/${customer}/credit_transactions`,
      ask: { body: { amount: '-25.00' } },
    },
    { code: 'currency_mismatch', ...payment(posted, { amount: 1000, currency: 'usd' }) },
    { code: 'invoice_not_payable', ...payment(voided) },
    { code: 'payment_exceeds_amount_due', ...payment(posted) },
    {
      code: 'payment_already_reversed',
      method: 'POST',
      path: `/v1/payments/${reversed}/reverse`,
    },
  ]
}
