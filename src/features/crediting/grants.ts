// Grants and removes credit of a customer.

import { parseCredit } from '../../domain/credit.ts'
import { parseCurrency } from '../../domain/currencies.ts'
import type { Action } from '../accounts/store.ts'
import { moveCredit } from '../credit-transactions/actions.ts'
import { creditIds, creditTransactions } from '../credit-transactions/record.ts'
import { getCustomer, getEvenDeleted } from '../customers/actions.ts'
import { customers } from '../customers/store.ts'
import { owedRows, type PaysOwed, payOwed } from '../invoices/pay-owed.ts'
import type { CreditCreate } from './schemas.ts'

export interface CreateCredit extends PaysOwed {
  customer_id: number
  body: CreditCreate
}

export const createCreditTransaction: Action<CreateCredit> = {
  name: 'credit_transactions.create',
  rows: ({ customer_id, owed }) => [{ table: customers, id: customer_id }, ...owedRows({ owed })],
  decide(work, { customer_id, body }) {
    // Faults of the body (400) come before missing objects (404).
    const amount = parseCredit(body.amount)
    const currency = body.currency
      ? parseCurrency(body.currency)
      : work.environment.default_currency
    // The credit of a deleted customer can be taken back; otherwise the debt would remain forever.
    const getOwner = amount > 0n ? getCustomer : getEvenDeleted
    const moved = moveCredit(work, getOwner(work, customer_id), {
      type: amount > 0n ? 'granted' : 'expired',
      amount,
      currency,
      reason: body.reason ?? '',
      invoice_id: null,
      credit_note_id: null,
      payment_id: null,
      metadata: body.metadata ?? {},
    })
    if (amount > 0n) payOwed(work, { customer_id, currency })
    return { json: creditTransactions.json(moved), object_id: creditIds.ref(moved.id) }
  },
}
