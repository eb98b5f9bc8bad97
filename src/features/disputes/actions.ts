// The actions on disputes: record what a gateway reports of them, with its effect on the payment.

import { afterReport, type DisputeReport, isClosed } from '../../domain/dispute.ts'
import { isMoney } from '../../domain/payment-states.ts'
import type { Answer, NamedRow, Subject } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { owedRows, type PaysOwed } from '../invoices/pay-owed.ts'
import { type Payment, paymentIds } from '../payments/record.ts'
import { payments, pendingRefund } from '../payments/store.ts'
import {
  giveBack,
  isReturnable,
  releaseLost,
  withdraw,
  withdrawable,
} from '../payments/withdraw.ts'
import { insertRow, newRow } from '../rows.ts'
import { type Dispute, disputeIds, disputes, events } from './record.ts'

const HOUR_MS = 3_600_000

export interface RecordDisputes extends PaysOwed {
  payment_id: string
  /** All disputes of the payment; undefined if the gateway did not say. */
  reports: readonly DisputeReport[] | undefined
}

export const disputeRows = ({ payment_id: id, owed }: RecordDisputes): NamedRow[] => [
  { table: payments, id },
  { table: disputes, id, by: 'payment_id' },
  ...owedRows({ owed }),
]

/** Records what a gateway says of the disputes of a payment. What it said before, or says too late, changes nothing. */
export const recordDisputes: Action<RecordDisputes> = {
  name: 'disputes.record',
  rows: disputeRows,
  decide(work, { payment_id, reports }) {
    takeReports(work, payment_id, reports)
    return { json: '{}', object_id: paymentIds.ref(payment_id) }
  },
}

/** The gateway is asked again daily while a dispute is open; sooner if it did not respond. */
export function takeReports(
  work: Work,
  payment_id: string,
  reports: RecordDisputes['reports'],
): void {
  const payment = work.find(payments, payment_id)
  // A test environment can be erased meanwhile.
  if (!payment) return
  // A report can be ahead of that of the payment, which is then taken first.
  const isKnown = isMoney(payment.status)
  for (const report of (isKnown && reports) || []) takeReport(work, payment_id, report)
  const isOpen = work
    .list(disputes, 'payment_id', payment_id)
    .some(({ status }) => !isClosed(status))
  const hours = reports === undefined || !isKnown ? 1 : isOpen ? 24 : null
  const disputes_at = hours === null ? null : work.now + hours * HOUR_MS
  work.update(payments, { ...work.get(payments, payment_id), disputes_at })
}

function takeReport(work: Work, payment_id: string, sent: DisputeReport): void {
  const payment = work.get(payments, payment_id)
  const known = work
    .list(disputes, 'payment_id', payment_id)
    .find(({ gateway_ref }) => gateway_ref === sent.ref)
  const report = waits(work, payment, sent, known) ? withoutMoney(sent, known) : sent
  if (known === undefined) open(work, payment, report)
  else change(work, payment, known, report)
}

/** A pending refund is paid or ends first: paying it would return money that is gone. */
const waits = (
  work: Work,
  payment: Payment,
  report: DisputeReport,
  known: Dispute | undefined,
): boolean =>
  payment.refunded > 0 &&
  takesNow(report, known) &&
  work.lookUp(pendingRefund, payment.id) !== undefined

/** True if a report is the first that says that the money was withdrawn. Of a dispute that was won, it is back already. */
const takesNow = ({ is_withdrawn, status }: DisputeReport, known: Dispute | undefined): boolean =>
  is_withdrawn && status !== 'won' && (known?.withdrawn_at ?? null) === null

/** A report without its effect on the money; the dispute stays open until that can be recorded. */
const withoutMoney = (report: DisputeReport, known: Dispute | undefined): DisputeReport => ({
  ...report,
  is_withdrawn: false,
  status: isClosed(report.status) ? (known?.status ?? 'needs_response') : report.status,
})

function open(work: Work, payment: Payment, report: DisputeReport): void {
  const { ref: gateway_ref, amount, reason, status, evidence_due_by } = report
  const { id: payment_id, invoice_id, customer_id, currency, gateway_id } = payment
  const row: Dispute = {
    ...newRow(work),
    ...{ payment_id, invoice_id, customer_id, currency, gateway_id, gateway_ref },
    ...{ amount, reason, status, evidence_due_by },
    ...{ amount_withdrawn: 0, withdrawn_at: null, returned_at: null },
    closed_at: isClosed(status) ? work.now : null,
    ...(takesNow(report, undefined) && taken(work, payment, amount)),
  }
  insertRow(work, events.created, about(row), { table: disputes, row, present: disputes.json })
  withdraw(work, payment, row, !isClosed(status))
}

const taken = (work: Work, payment: Payment, amount: number) => ({
  amount_withdrawn: withdrawable(payment, amount),
  withdrawn_at: work.now,
})

function change(work: Work, payment: Payment, before: Dispute, report: DisputeReport): void {
  const said = afterReport(before, report)
  if (said === undefined) return
  const isOver = isClosed(said.status)
  const takes = takesNow(report, before)
  const isReturned = said.status === 'won' && before.withdrawn_at !== null && isReturnable(payment)
  const after: Dispute = {
    ...before,
    ...said,
    ...(takes && taken(work, payment, before.amount)),
    ...(isReturned && { returned_at: work.now }),
    ...(isOver && { closed_at: work.now }),
    updated_at: work.now,
  }
  const update = { table: disputes, before, after, present: disputes.json }
  work.change(isOver ? events.closed : events.updated, about(before), update)
  if (takes) withdraw(work, payment, after, !isOver)
  else if (isReturned) giveBack(work, payment, before, !isClosed(before.status))
  else if (isOver && !isClosed(before.status)) releaseLost(work, payment, before.id)
}

const about = ({ id, customer_id }: Dispute): Subject => ({ id: disputeIds.ref(id), customer_id })

/** The dispute as clients see it. */
export const answerOf = (dispute: Dispute): Answer => ({
  json: disputes.json(dispute),
  object_id: disputeIds.ref(dispute.id),
})

export interface CheckDisputes {
  id: string
  /** The gateway that says so. */
  gateway_id: string
}

/** Has the gateway asked for the disputes of a payment at once. */
export const checkDisputesNow: Action<CheckDisputes> = {
  name: 'disputes.check_now',
  rows: ({ id }) => [{ table: payments, id }],
  decide(work, { id, gateway_id }) {
    const before = work.find(payments, id)
    if (before?.gateway_id === gateway_id)
      work.update(payments, { ...before, disputes_at: work.now })
    return { json: '{}', object_id: paymentIds.ref(id) }
  },
}
