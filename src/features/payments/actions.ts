// The action that records payments.

import { parseCurrency } from '../../domain/currencies.ts'
import { billingError } from '../../domain/errors.ts'
import { settlePostings } from '../../domain/ledger.ts'
import { assertCurrencyOf, excessOf, type Overpayment, pay } from '../../domain/payment.ts'
import { readProfile } from '../../domain/snapshot.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { movePaymentCredit } from '../credit-transactions/actions.ts'
import { customerIds } from '../customers/record.ts'
import { customers } from '../customers/store.ts'
import { missingInBody } from '../identifiers.ts'
import { invoiceInBody } from '../invoices/actions.ts'
import { owedRows, type PaysOwed, payOwed } from '../invoices/pay-owed.ts'
import type { Invoice } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { bookDay } from '../ledger/book-day.ts'
import { type Cause, post } from '../ledger/post.ts'
import { insertRow, newRow } from '../rows.ts'
import { carryOut, changePaid, type Part, planAllocation } from './allocate.ts'
import { UNDIVIDED } from './new-attempt.ts'
import { aboutPayment, events, type Payment } from './record.ts'
import type { PaymentCreate } from './schemas.ts'
import { payments } from './store.ts'

type Fields = Omit<PaymentCreate, 'invoice_id' | 'customer_id' | 'allocations'>

/** A payment of one invoice, and the customer if that was sent as well. */
interface OfInvoice extends Fields, PaysOwed {
  invoice_id: string
  customer: number | undefined
}

interface OfCustomer extends Fields {
  customer_id: number
  allocations: Part[]
}

/** The request body, with IDs decoded. */
export type CreatePayment = OfInvoice | OfCustomer

export const createPayment: Action<CreatePayment> = {
  name: 'payments.create',
  rows: (input) =>
    'invoice_id' in input
      ? [{ table: invoices, id: input.invoice_id }, ...owedRows(input)]
      : [
          { table: customers, id: input.customer_id },
          ...input.allocations.map(({ invoice_id }) => ({ table: invoices, id: invoice_id })),
        ],
  decide: (work, input) => ('invoice_id' in input ? payInvoice(work, input) : receive(work, input)),
}

/** A payment of one invoice. The excess becomes credit if the account keeps overpayments. */
function payInvoice(work: Work, input: OfInvoice): Answer {
  const before = invoiceInBody(work, input.invoice_id)
  if (input.customer !== undefined && input.customer !== before.customer_id) {
    throw billingError(
      'parameter_invalid',
      `Invoice ${before.number} is of cus_${before.customer_id}. Leave the customer out, or send that one.`,
      { param: 'customer_id' },
    )
  }
  const received_on = bookDay(work, 'received_on', input.received_on)
  if (input.currency !== undefined) assertCurrencyOf(before, parseCurrency(input.currency))
  const to_balance = excessOf(before, input.amount, overpaymentOf(work, before))
  const paid = input.amount - to_balance
  const { id: invoice_id, customer_id, currency } = before
  const payment: Payment = {
    ...newPayment(work, input),
    ...{ invoice_id, customer_id, currency, received_on, to_balance },
  }
  const answer = insert(work, payment)
  if (paid > 0) {
    const after: Invoice = { ...before, ...pay(before, paid, work.now) }
    changePaid(work, { before, after }, payment)
  }
  const cause = { ...causeOf('payment_settled', payment), value_date: received_on }
  post(work, cause, settlePostings(payment, false))
  movePaymentCredit(work, 'overpaid', payment)
  if (to_balance > 0) payOwed(work, payment)
  return answer
}

/** A payment of a customer: it pays the invoices that it is allocated to, and the rest stays unallocated. */
function receive(work: Work, input: OfCustomer): Answer {
  const { customer_id, allocations } = input
  const customer = work.find(customers, customer_id)
  if (!customer || customer.deleted_at !== null)
    throw missingInBody(customerIds, customer_id, 'customer_id')
  const received_on = bookDay(work, 'received_on', input.received_on)
  const [first] = allocations
  const named = first
    ? invoiceInBody(work, first.invoice_id, 'allocations[0].invoice_id')
    : undefined
  const currency = input.currency
    ? parseCurrency(input.currency)
    : (named?.currency ?? work.environment.default_currency)
  const waiting: Payment = {
    ...newPayment(work, input),
    ...{ invoice_id: null, customer_id, currency, received_on },
    ...{ unallocated: input.amount, allocations: [], moves: [], allocated_to: [] },
  }
  const plan = planAllocation(work, waiting, allocations, received_on)
  const answer = insert(work, plan.payment)
  const cause = { ...causeOf('payment_settled', waiting), value_date: received_on }
  post(work, cause, settlePostings(waiting, true))
  carryOut(work, plan)
  return answer
}

/** What payments by gateway have, and those that are recorded do not. */
const RECORDED = {
  initiated_by: null,
  attempt: null,
  payment_method_id: null,
  gateway_id: null,
  gateway_ref: null,
  action_url: null,
  failure: null,
  fee: null,
  captured_at: null,
  expires_at: null,
  check_at: null,
}

const newPayment = (work: Work, { amount, method, reference, note, metadata }: Fields) => ({
  ...newRow(work),
  amount,
  method,
  status: 'settled' as const,
  reference: reference ?? '',
  note: note ?? '',
  metadata: metadata ?? {},
  reversal_reason: '',
  reversed_at: null,
  ...UNDIVIDED,
  ...RECORDED,
})

const insert = (work: Work, payment: Payment): Answer =>
  insertRow(work, events.created, aboutPayment(payment), {
    table: payments,
    row: payment,
    present: payments.json,
  })

/** A customer who was deleted gets no more credit. */
function overpaymentOf(work: Work, { customer_id }: Invoice): Overpayment {
  const isDeleted = work.get(customers, customer_id).deleted_at !== null
  return (!isDeleted && readProfile(work.environment.profile).overpayment) || 'refuse'
}

export const causeOf = (kind: Cause['kind'], payment: Payment): Cause => ({
  kind,
  object_id: payment.id,
  customer_id: payment.customer_id,
  invoice_id: payment.moves ? null : payment.invoice_id,
  currency: payment.currency,
})
