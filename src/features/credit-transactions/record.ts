// The table of credit transactions: every change of a customer's credit. Rows are only inserted.

import { type TString, Type } from 'typebox'
import { CREDIT_TYPES, creditDecimal } from '../../domain/credit.ts'
import { eventsOf } from '../../domain/event.ts'
import { parseDecimal } from '../../domain/money.ts'
import { decimal } from '../../domain/money-column.ts'
import { type Column, NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { objectIds } from '../identifiers.ts'
import {
  currency,
  customerId,
  fixed,
  id,
  instant,
  metadata,
  nullable,
  oneOf,
  text,
} from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

export const creditIds = objectIds('credit_transaction')

const schema = Type.String({
  pattern: '^-?[0-9]+\\.[0-9]{8}$',
  description: 'Change of the balance, in the major unit.',
  examples: ['25.00000000'],
})

/** In 10^-8 of the currency's major unit; a decimal of that unit in SQL and for clients. */
const credit: Column<bigint, TString, TString> = {
  kind: 'column',
  type: 'numeric',
  schema,
  input: schema,
  json: (amount) => `"${creditDecimal(amount)}"`,
  store: creditDecimal,
  read: (decimal: string) => parseDecimal(decimal, 8),
  cell: decimal,
  nullable: false,
  fixed: true,
  erased: NOT_PERSONAL,
}

export const creditTransactions = resourceRecord('credit_transaction', {
  customer_id: fixed(customerId()),
  type: fixed(
    oneOf(
      CREDIT_TYPES,
      'Granted or removed by you, applied to an invoice, or restored when the invoice was voided; given by a credit note, or taken back when the note was voided; paid beyond what an invoice needed, or taken back when that payment was reversed.',
    ),
  ),
  amount: credit,
  currency: fixed(currency()),
  reason: fixed(text('Why.', { max: 500, erased: '' })),
  invoice_id: fixed(nullable(id('invoice'), 'The invoice it was applied to or restored from.')),
  credit_note_id: fixed(
    nullable(id('credit_note'), 'The credit note that gave it or took it back.'),
  ),
  payment_id: fixed(
    nullable(id('payment'), 'The payment whose excess it is, or that took it back.'),
  ),
  metadata: fixed(metadata()),
  created_at: fixed(instant()),
})

export interface CreditTransaction extends RowOf<typeof creditTransactions.members> {}

export const events = eventsOf('credit_transaction')
