// The actions on payments by gateway: begin an attempt, and record what the gateway says of it. No gateway is called
// within an action: the attempt is committed before, and the outcome is an action of its own.

import { dateIn } from '../../domain/calendar.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import { getGatewayFor } from '../../domain/gateway.ts'
import { assertChargeableAmount } from '../../domain/gateway-amounts.ts'
import { amountRemaining, invoiceCan } from '../../domain/invoice.ts'
import { feePostings, settlePostings } from '../../domain/ledger.ts'
import { assertPayable, pay } from '../../domain/payment.ts'
import { assertChargeable } from '../../domain/payment-method.ts'
import {
  assertCancelable,
  failsCharge,
  type Initiator,
  isAutomatic,
  isLive,
  isMoney,
  nextChargeCheck,
  nextCheck,
  type Outcome,
  stateAfter,
} from '../../domain/payment-states.ts'
import { invariant } from '../../invariant.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { movePaymentCredit } from '../credit-transactions/actions.ts'
import { customers } from '../customers/store.ts'
import { getInvoice, invoiceInBody } from '../invoices/actions.ts'
import { failCharge } from '../invoices/charge-failed.ts'
import { owedRows, type PaysOwed, payOwed } from '../invoices/pay-owed.ts'
import { invoiceIds } from '../invoices/record.ts'
import { continuePlan } from '../invoices/retry-plan.ts'
import { invoices } from '../invoices/store.ts'
import { post } from '../ledger/post.ts'
import { saveMethod } from '../payment-methods/actions.ts'
import { assertOwnMethod, methodRows } from '../payment-methods/own.ts'
import { paymentMethods } from '../payment-methods/record.ts'
import { methodNow } from '../payment-methods/store.ts'
import { causeOf } from './actions.ts'
import { changePaid, findPayment } from './allocate.ts'
import { insertAttempt } from './new-attempt.ts'
import { aboutPayment, events, type Payment, paymentIds } from './record.ts'
import { chargeNow } from './retries.ts'
import { assertNoDispute, bounce } from './reverse.ts'
import { attemptsOf, payments } from './store.ts'

export interface BeginAttempt {
  invoice_id: string
  initiated_by: Initiator
}

/** Begins an attempt to collect what remains of an invoice. One that is not over is returned instead. */
export const beginAttempt: Action<BeginAttempt> = {
  name: 'payments.begin',
  rows: ({ invoice_id }) => [{ table: invoices, id: invoice_id }],
  decide(work, { invoice_id, initiated_by }) {
    const invoice = invoiceInBody(work, invoice_id)
    assertPayable(invoice, 'paid')
    const { live, count } = work.lookUp(attemptsOf, invoice_id)
    if (live !== null) return { json: '{}', object_id: paymentIds.ref(live) }
    const gateway_id = getGatewayFor(invoice.currency, work.environment)
    const amount = amountRemaining(invoice)
    assertChargeableAmount(gateway_id, amount, invoice.currency)
    const attempt = { attempt: count + 1, payment_method_id: null, gateway_id }
    return insertAttempt(work, invoice, { initiated_by, amount, ...attempt })
  },
}

export interface PayInvoice {
  invoice_id: string
  /** By default that of the customer. */
  payment_method_id: string | undefined
}

/**
 * Charges a saved method for what remains of an invoice. Throws if no gateway takes it, if another payment is in
 * progress, or if the method cannot pay; without any method, `parameter_missing`.
 */
export const payInvoice: Action<PayInvoice> = {
  name: 'payments.pay',
  rows: ({ invoice_id, payment_method_id }) => [
    { table: invoices, id: invoice_id },
    ...methodRows({ payment_method_id }),
  ],
  decide(work, { invoice_id, payment_method_id: sent }) {
    const invoice = getInvoice(work, invoice_id)
    assertOwnMethod(work, sent, invoice)
    const usual = getGatewayFor(invoice.currency, work.environment)
    assertPayable(invoice, 'paid')
    const amount = amountRemaining(invoice)
    assertChargeableAmount(usual, amount, invoice.currency)
    const { live, count } = work.lookUp(attemptsOf, invoice_id)
    if (live !== null) {
      throw billingError(
        'payment_in_progress',
        `Payment ${paymentIds.ref(live)} of invoice ${invoice.number} is in progress. Wait until it is settled or has failed.`,
      )
    }
    const customer = work.get(customers, invoice.customer_id)
    const id = sent ?? customer.default_payment_method_id
    if (id === null) {
      throw validationError(
        'payment_method_id',
        { kind: 'required' },
        { code: 'parameter_missing' },
      )
    }
    const method = sent === undefined ? work.lookUp(methodNow, id) : work.find(paymentMethods, id)
    invariant(method, `There is no payment method ${id}.`)
    const { currency } = invoice
    const param = sent === undefined ? null : 'payment_method_id'
    assertChargeable(method, { currency, environment: work.environment, param })
    const attempt = { attempt: count + 1, payment_method_id: id, gateway_id: method.gateway_id }
    return insertAttempt(work, invoice, { initiated_by: 'staff', amount, ...attempt })
  },
}

/** Charges an invoice to a saved payment method, as planned when it was finalized. */
export const collectInvoice: Action<{ id: string }> = {
  name: 'payments.collect',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id }) {
    const nothing = { json: '{}', object_id: invoiceIds.ref(id) }
    const invoice = work.find(invoices, id)
    if (!invoice || invoice.collect_at === null || invoice.collect_at > work.now) return nothing
    work.update(invoices, { ...invoice, collect_at: null })
    // Meanwhile the customer can be paying it.
    if (work.lookUp(attemptsOf, id).live !== null) return nothing
    return chargeNow(work, invoice, { by: 'auto', unless: () => false }) ?? nothing
  },
}

/** Cancels a payment that waits for the customer: the sweep ends it at the gateway, which can still have the money. */
export const cancelAttempt: Action<{ id: string }> = {
  name: 'payments.cancel',
  rows: ({ id }) => [{ table: payments, id }],
  decide(work, { id }) {
    const before = findPayment(work, id)
    assertCancelable(before)
    const after = { ...before, expires_at: work.now, check_at: work.now }
    // What became of it is an event; that it was asked for is in the audit log.
    return work.change(events.updated, aboutPayment(before), {
      ...{ table: payments, before, after },
      present: payments.json,
    })
  },
}

export interface CheckNow {
  id: string
  /** The gateway that says so. */
  gateway_id: string
}

/** Has the gateway asked for a payment at once. One of another gateway, or whose money arrived, stays as it is. */
export const checkNow: Action<CheckNow> = {
  name: 'payments.check_now',
  rows: ({ id }) => [{ table: payments, id }],
  decide(work, { id, gateway_id }) {
    const before = work.find(payments, id)
    // Money that arrives after all is taken over from failed and canceled ones, too.
    if (before?.gateway_id === gateway_id && !isMoney(before.status))
      work.update(payments, { ...before, check_at: work.now })
    return { json: '{}', object_id: paymentIds.ref(id) }
  },
}

export interface RecordOutcome extends PaysOwed {
  id: string
  outcome: Outcome
}

/** Records what a gateway says of a payment. What it said before, or says too late, changes nothing. */
export const recordOutcome: Action<RecordOutcome> = {
  name: 'payments.record_outcome',
  rows: ({ id, owed }) => [{ table: payments, id }, ...owedRows({ owed })],
  decide(work, { id, outcome }) {
    const before = work.find(payments, id)
    // A test environment can be erased meanwhile.
    if (!before) return { json: '{}', object_id: paymentIds.ref(id) }
    // What the bank took back is not counted twice: the dispute decides first.
    if (outcome.kind === 'bounced') assertNoDispute(work, before)
    const status = stateAfter(before.status, outcome)
    if (status === 'settled') return settle(work, before, outcome)
    if (status === 'reversed') return takeBack(work, before, outcome)
    const after = status ? withOutcome(before, status, outcome, work.now) : stillOpen(work, before)
    // Without a new status, only the time of the next check moves, which is no event.
    const answer = work.change(status ? EVENTS[status] : events.updated, aboutPayment(before), {
      ...{ table: payments, before, after },
      present: payments.json,
    })
    if (failsCharge(before, status))
      failCharge(work, work.get(invoices, before.invoice_id as string), after)
    if (status !== undefined && status !== 'processing') {
      const isPlanned = isAutomatic(before)
      continuePlan(work, before.invoice_id as string, { isPlanned, isLive: isLive(after) })
    }
    return answer
  },
}

/** The bank took the money back. If it is not known here yet that it had arrived, both are recorded. */
function takeBack(work: Work, before: Payment, outcome: Outcome): Answer {
  if (!isMoney(before.status)) settle(work, before, outcome)
  const reason = outcome.kind === 'bounced' ? outcome.reason : ''
  return bounce(work, work.get(payments, before.id), reason)
}

const EVENTS = {
  requires_action: events.requires_action,
  processing: events.processing,
  failed: events.failed,
  canceled: events.canceled,
}

function withOutcome(
  before: Payment,
  status: keyof typeof EVENTS,
  outcome: Outcome,
  now: number,
): Payment {
  const after = {
    ...before,
    status,
    ...refOf(before, outcome),
    action_url: outcome.kind === 'requires_action' ? outcome.url : null,
    failure: outcome.kind === 'declined' ? outcome.failure : null,
    updated_at: now,
  }
  const until = outcome.kind === 'processing' ? outcome.until : undefined
  return { ...after, check_at: isLive(after) ? (until ?? nextCheck(before.created_at, now)) : null }
}

const refOf = ({ gateway_ref }: Payment, outcome: Outcome) => ({
  gateway_ref: ('ref' in outcome ? outcome.ref : null) ?? gateway_ref,
})

function stillOpen(work: Work, before: Payment): Payment {
  const isCharge = before.status === 'pending' && before.payment_method_id !== null
  const next = isCharge ? nextChargeCheck : nextCheck
  return { ...before, check_at: isLive(before) ? next(before.created_at, work.now) : null }
}

/**
 * The gateway has the money. What the invoice does not need any more, because it was paid in another way or is void,
 * becomes the customer's credit.
 */
function settle(work: Work, before: Payment, outcome: Outcome): Answer {
  const invoice = work.get(invoices, before.invoice_id as string)
  const owed = invoiceCan('pay', invoice) ? amountRemaining(invoice) : 0
  const paid = Math.min(before.amount, owed)
  const isExpected = isLive(before) && paid === before.amount
  const saved = outcome.kind === 'settled' ? outcome.method : undefined
  const isKept = saved && work.get(customers, before.customer_id).deleted_at === null
  const payment_method_id =
    before.payment_method_id ?? (isKept ? saveMethod(work, before, saved) : null)
  const after: Payment = {
    ...before,
    status: 'settled',
    payment_method_id,
    ...refOf(before, outcome),
    ...{ action_url: null, failure: null, check_at: null },
    fee: outcome.kind === 'settled' ? (outcome.fee ?? null) : null,
    to_balance: before.amount - paid,
    received_on: dateIn(work.now, work.environment.time_zone),
    ...{ captured_at: work.now, updated_at: work.now },
  }
  const event = isExpected ? events.settled : events.unexpected
  const answer = work.change(event, aboutPayment(before), {
    ...{ table: payments, before, after },
    present: payments.json,
  })
  if (paid > 0) {
    const rest = { before: invoice, after: { ...invoice, ...pay(invoice, paid, work.now) } }
    changePaid(work, rest, after)
  }
  post(work, causeOf('payment_settled', after), settlePostings(after, false))
  post(work, causeOf('gateway_fee_charged', after), feePostings(after))
  movePaymentCredit(work, 'overpaid', after)
  if (after.to_balance > 0) payOwed(work, after)
  return answer
}
