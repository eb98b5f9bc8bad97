// The actions on credit notes: preview, issue and void. Each updates the invoice, the customer's balance and the ledger
// in the transaction of the note.

import {
  assertVoidable,
  type CreditSent,
  creditedAfter,
  creditNoteNumber,
  creditOf,
  type NoteFigures,
  type NoteParts,
  noteFigures,
  partsOf,
  type Returned,
} from '../../domain/credit-note.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import {
  amountRemaining,
  assertCreditable,
  credit,
  isOwedAgain,
  uncredit,
} from '../../domain/invoice.ts'
import { mirrored, notePostings } from '../../domain/ledger.ts'
import { formatMoney } from '../../domain/money.ts'
import type { Credited } from '../../domain/parts.ts'
import { isCurrent, type PreviewSent } from '../../domain/preview.ts'
import type { StoredSnapshot } from '../../domain/snapshot.ts'
import { suppliesOf, takenBack } from '../../domain/tax/supplies.ts'
import { digestOf } from '../../platform/canonical-json.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { changeNote, getNote } from '../credit-notes/change.ts'
import {
  aboutNote,
  type CreditNote,
  creditNotes,
  events,
  type NoteLine,
} from '../credit-notes/record.ts'
import { series } from '../credit-notes/series.ts'
import { moveNoteCredit } from '../credit-transactions/actions.ts'
import { customers } from '../customers/store.ts'
import { aboutInvoice, getInvoice, invoiceInBody, reminderOf } from '../invoices/actions.ts'
import { changeInvoice } from '../invoices/change.ts'
import { owedRows, type PaysOwed, payOwed } from '../invoices/pay-owed.ts'
import { type Invoice, events as invoiceEvents, invoiceIds } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { lineRef, lineShown } from '../invoices/text.ts'
import { type Cause, post } from '../ledger/post.ts'
import { type Posted, postedFacts } from '../ledger/store.ts'
import { emailFor } from '../outbox/enqueue.ts'
import { payments } from '../payments/store.ts'
import { insertRow, newRow } from '../rows.ts'
import { type RefundWay, startRefunds } from './refunds.ts'
import { mailCauseOf } from './send.ts'

/** The requested credit, with IDs decoded; the lines are still those of the request. */
export interface CreditRequest {
  invoice_id: string
  returned: Returned
  sent: { lines: readonly LineRequest[] } | { amount: number }
}

export type LineRequest = { line_id: string } & ({ amount: number } | { quantity: string })

export interface CreateCreditNote extends CreditRequest, PaysOwed {
  body: Pick<CreditNote, 'reason' | 'outside_reference' | 'note' | 'metadata'>
  way: RefundWay
  /** True if the note is emailed to the customer. */
  isSent: boolean
  preview?: PreviewSent
}

export const createCreditNote: Action<CreateCreditNote> = {
  name: 'credit_notes.create',
  rows: ({ invoice_id, returned, owed }) => [
    { table: invoices, id: invoice_id },
    ...owedRows({ owed }),
    ...(returned.refund > 0 ? [{ table: payments, by: 'invoice_id', id: invoice_id }] : []),
  ],
  decide(work, { body, way, isSent, preview, owed, ...request }) {
    const figured = figuresOf(work, request)
    assertPreview(work, figured, preview)
    const answer = issue(work, figured, { body, way, isSent })
    const { invoice, to_balance } = figured
    if (to_balance > 0) payOwed(work, invoice)
    return answer
  },
}

/** Always a dry run: returns the note as it would be issued, and the hash that binds a request to it. */
export const previewCreditNote: Action<CreditRequest> = {
  name: 'credit_notes.preview',
  rows: ({ invoice_id }) => [{ table: invoices, id: invoice_id }],
  decide(work, request) {
    const { invoice, credits: _, ...shown } = figuresOf(work, request)
    const json = JSON.stringify({
      object: 'credit_note_preview',
      at: new Date(work.now).toISOString(),
      hash: hashOf(work.now, shown),
      invoice_id: aboutInvoice(invoice).id,
      customer_id: `cus_${invoice.customer_id}`,
      currency: invoice.currency,
      ...shown,
      taxes: shown.taxes ?? [],
      amount_remaining: amountRemaining(invoice) - shown.to_open,
    })
    return { json, object_id: '' }
  },
}

type Shown = Pick<CreditNote, 'lines' | Exclude<keyof NoteFigures, 'line_items'> | keyof NoteParts>

/** A note before it is issued. */
interface Figured extends Shown {
  invoice: Invoice
  credits: (Credited | null)[]
}

/** Computes a note; throws 400 and 409 as creating it does. */
function figuresOf(work: Work, { invoice_id, returned, sent }: CreditRequest): Figured {
  const invoice = invoiceInBody(work, invoice_id)
  // Errors in the body (400) are reported before the state of the invoice (409).
  const wanted = atLines(invoice, sent)
  assertCreditable(invoice)
  const figured = figureNote(invoice, creditOf(invoice, wanted), () => returned)
  if (figured.total === 0) throw creditsNothing()
  return figured
}

/** Computes a note from its credits per line; `returnedOf` returns the part of its total that is returned as money. */
export function figureNote(
  invoice: Invoice,
  credits: (Credited | null)[],
  returnedOf: (total: number) => Returned,
  periodOf: (at: number) => NoteLine['period'] | undefined = () => undefined,
): Figured {
  const { line_items, total, ...figures } = noteFigures(invoice, credits)
  const taxes = (figures.taxes ?? []).filter(({ taxable, amount }) => taxable + amount > 0)
  const lines = line_items.flatMap((line, at): NoteLine[] => {
    const credited = credits[at]
    if (!credited) return []
    const { id, description, amount, net, tax, taxes, period } = lineShown(
      line,
      lineRef(line),
      figures,
    )
    const quantity = credited.quantity === '0' ? null : credited.quantity
    return [
      {
        ...{ invoice_line_id: id, description, quantity, amount, net, tax, taxes },
        period: periodOf(at) ?? period,
      },
    ]
  })
  return {
    ...{ invoice, credits, lines, ...figures, total },
    taxes: taxes.length === 0 ? null : taxes,
    ...partsOf(invoice, total, returnedOf(total)),
  }
}

/** The lines of a request by their positions on the invoice. */
function atLines(invoice: Invoice, sent: CreditRequest['sent']): CreditSent {
  if ('amount' in sent) return sent
  const places = new Map(invoice.line_items.map((line, at) => [lineRef(line), at]))
  const lines = sent.lines.map(({ line_id, ...wanted }, index) => {
    const at = places.get(line_id)
    if (at !== undefined) return { at, index, ...wanted }
    throw billingError(
      'resource_missing',
      `Invoice ${invoice.number} has no line ${line_id}. GET /v1/invoices/${invoiceIds.ref(invoice.id)} lists its lines.`,
      { param: `lines[${index}].line_id`, status: 400 },
    )
  })
  return { lines }
}

const creditsNothing = () =>
  billingError(
    'parameter_invalid',
    'The note would credit nothing: the quantity is too small for one unit of the currency. Credit more, or an amount.',
    { param: 'lines' },
  )

const hashOf = (at: number, { lines, ...figures }: Shown): string =>
  digestOf({
    at: new Date(at).toISOString(),
    ...figures,
    lines: lines.map(({ description: _, ...line }) => line),
  })

/** Throws `preview_outdated` unless the note is the one that its preview showed. */
function assertPreview(
  work: Work,
  { invoice, credits: _, ...shown }: Figured,
  preview: PreviewSent | undefined,
): void {
  if (!preview) return
  const isSame = hashOf(preview.at, shown) === preview.hash
  if (isSame && isCurrent(preview, work.now, work.environment.time_zone)) return
  const constraint = {
    kind: 'preview_outdated',
    at: new Date(work.now).toISOString(),
    hash: hashOf(work.now, shown),
    amount_due: formatMoney(shown.total, invoice.currency),
  } as const
  throw validationError('preview', constraint, { code: 'preview_outdated' })
}

/** Issues a note: its row, the changed invoice, its ledger entry, the credit and the refunds. */
export function issue(
  work: Work,
  figured: Figured,
  { body, way, isSent }: Pick<CreateCreditNote, 'body' | 'way' | 'isSent'>,
): Answer {
  const { invoice: before, credits, ...figures } = figured
  const { to_open, outside, refund } = figures
  const note: CreditNote = {
    ...newRow(work),
    number: creditNoteNumber(work.next(series.credit_note)),
    status: 'issued',
    invoice_id: before.id,
    customer_id: before.customer_id,
    subscription_id: before.subscription_id,
    currency: before.currency,
    ...figures,
    credits,
    refunding: 0,
    ...body,
    ...{ voided_at: null, email_status: null, sent_at: null },
  }
  const after: Invoice = {
    ...before,
    ...credit(before, to_open, work.now),
    amount_returned: before.amount_returned + outside + refund,
    credited: creditedAfter(before, credits, 1),
  }
  if (isSent) note.email_status = emailFor(work, after, mailCauseOf(note))
  const row = { table: creditNotes, row: note, present: creditNotes.json }
  const answer = insertRow(work, events.issued, aboutNote(note), row)
  const { json } = changeInvoice(work, invoiceEvents.credited, before, after)
  if (before.status !== 'paid' && after.status === 'paid') {
    work.record(invoiceEvents.paid, aboutInvoice(after), json)
  }
  const { line_items, taxes } = noteFigures(before, credits)
  post(
    work,
    causeOf('credit_note_issued', note),
    notePostings({ ...note, taxes }),
    takenBack(suppliesOf({ line_items, taxes, derivation: before.derivation })),
  )
  moveNoteCredit(work, 'credited', note)
  startRefunds(work, note, way)
  return answer
}

export const voidCreditNote: Action<{ id: string }, Posted> = {
  name: 'credit_notes.void',
  rows: ({ id }) => [{ table: creditNotes, id }],
  facts: postedFacts('credit_note_issued'),
  decide(work, { id }, posted) {
    const before = getNote(work, id)
    work.assertMatch(() => creditNotes.json(before))
    assertVoidable(before, work.get(customers, before.customer_id).balances)
    const after: CreditNote = {
      ...before,
      ...{ status: 'void', voided_at: work.now, updated_at: work.now },
    }
    const answer = changeNote(work, events.voided, before, after)
    reopenInvoice(work, before)
    const { postings, supplies } = posted
    post(work, causeOf('credit_note_voided', before), mirrored(postings), takenBack(supplies))
    moveNoteCredit(work, 'credit_note_voided', before)
    return answer
  },
}

/** Restores the invoice's balance due after a note is voided. */
function reopenInvoice(work: Work, note: CreditNote): void {
  const invoice = getInvoice(work, note.invoice_id)
  const { time_zone } = (invoice.snapshot as StoredSnapshot).seller
  const after: Invoice = {
    ...invoice,
    ...uncredit(invoice, note.to_open, time_zone, work.now),
    amount_returned: invoice.amount_returned - note.refund,
    credited: creditedAfter(invoice, note.credits, -1),
  }
  if (isOwedAgain(invoice, after)) after.reminder_at = reminderOf(work, after, time_zone)
  changeInvoice(work, invoiceEvents.credit_note_voided, invoice, after)
}

const causeOf = (kind: Cause['kind'], note: CreditNote): Cause => ({
  kind,
  object_id: note.id,
  customer_id: note.customer_id,
  invoice_id: note.invoice_id,
  currency: note.currency,
})
