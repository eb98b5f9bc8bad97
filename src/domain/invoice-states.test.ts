// Every action in every state of an invoice, and the resulting state.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { InvariantError } from '../invariant.ts'
import { timestamp } from './calendar.ts'
import { ERRORS } from './error-catalogue.ts'
import { BillingError } from './errors.ts'
import {
  amountRemaining,
  assertCreditable,
  assertDraft,
  assertSendable,
  credit,
  type Finalization,
  fallsOverdue,
  finalize,
  INVOICE_STATUSES,
  type Invoice,
  type InvoiceAction,
  type InvoiceStatus,
  invoiceCan,
  markOverdue,
  remind,
  voidInvoice,
} from './invoice.ts'
import type { LineInput } from './invoice-lines.ts'
import { pay } from './payment.ts'
import { derivationOf, figuresOf, settle } from './settle.ts'

const CREATED = Date.parse('2026-11-20T12:00:00.000Z')
const FINALIZED = Date.parse('2026-11-21T12:00:00.000Z')
const OVERDUE = Date.parse('2026-12-22T00:00:00.000Z')
const LATER = Date.parse('2027-01-05T09:30:00.000Z')

function line(quantity: number, unit_amount: number): LineInput {
  return {
    description: 'Seats',
    quantity: String(quantity),
    unit_price: String(unit_amount),
    product_id: null,
    id: null,
    price_id: null,
    pricing: null,
  }
}

const settleLines = (lines: readonly LineInput[]) => figuresOf(settle({ currency: 'cad', lines }))

function draft(lines: LineInput[] = [line(3, 1999)]): Invoice {
  return {
    id: '019a0000-0000-7000-8000-000000000001',
    customer_id: 1001,
    status: 'draft',
    number: 'INV-900000000042',
    currency: 'cad',
    due_date: '2026-12-20',
    due_date_set: false,
    notes: '',
    metadata: {},
    ...settleLines(lines),
    amount_paid: 0,
    amount_credited: 0,
    credit_applied_later: 0,
    amount_written_off: 0,
    write_off_reason: '',
    amount_returned: 0,
    credited: null,
    created_at: CREATED,
    updated_at: CREATED,
    finalized_at: null,
    voided_at: null,
    overdue_at: null,
    credit_applied: 0,
    hosted_token: null,
    email_status: null,
    sent_at: null,
    reminder_at: null,
    reminders_sent: 0,
    snapshot: null,
    derivation: null,
  }
}

const FINALIZATION: Finalization = {
  number: 'INV-000042',
  at: FINALIZED,
  due_date: '2026-12-21',
  overdue_at: OVERDUE,
  reminder_at: null,
  hosted_token: 'x7Kq2VdTnB0fRzYwLm4sHcJ9pEa',
  credit_balance: '0',
  snapshot: { customer: { name: 'Northwind' } },
}

/** Creates an invoice in each state through the usual actions. */
function inState(status: InvoiceStatus): Invoice {
  switch (status) {
    case 'draft':
      return draft()
    case 'posted':
      return finalize(draft(), FINALIZATION)
    case 'paid':
      return finalize(draft([line(1, 0)]), FINALIZATION)
    case 'overdue':
      return markOverdue(inState('posted'), LATER)
    case 'void':
      return voidInvoice(inState('posted'), LATER)
  }
}

// The specification's outcomes, written a second time: the next state, or the error.
type Outcome =
  | InvoiceStatus
  | 'our mistake'
  | typeof NOT_CREDITABLE
  | typeof NOT_SENDABLE
  | typeof NOT_DRAFT
  | typeof NOT_PAYABLE
  | typeof PAID
  | typeof VOID
const NOT_CREDITABLE = 'invoice_not_creditable'
const NOT_DRAFT = 'invoice_not_draft'
const NOT_PAYABLE = 'invoice_not_payable'
const NOT_SENDABLE = 'invoice_not_sendable'
const PAID = 'invoice_has_payments'
const VOID = 'invoice_not_voidable'
const MISTAKE = 'our mistake'
const outcomes = (...each: [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome]) => {
  const [update, finalize, cancel, mark_overdue, pay, send] = each
  // An invoice that is or can fall overdue can have a reminder.
  const remind = pay === NOT_PAYABLE ? MISTAKE : send
  // A credit of the whole remainder, for every invoice that can be sent.
  const credited: Outcome = send === NOT_SENDABLE ? NOT_CREDITABLE : 'paid'
  return { update, finalize, void: cancel, mark_overdue, pay, send, remind, credit: credited }
}
const STATES: Record<InvoiceStatus, Record<InvoiceAction, Outcome>> = {
  draft: outcomes('draft', 'posted', 'void', MISTAKE, NOT_PAYABLE, NOT_SENDABLE),
  posted: outcomes(NOT_DRAFT, NOT_DRAFT, 'void', 'overdue', 'paid', 'posted'),
  // With nothing due, so no payment in money was made.
  paid: outcomes(NOT_DRAFT, NOT_DRAFT, 'void', MISTAKE, NOT_PAYABLE, 'paid'),
  overdue: outcomes(NOT_DRAFT, NOT_DRAFT, 'void', MISTAKE, 'paid', 'overdue'),
  void: outcomes(NOT_DRAFT, NOT_DRAFT, VOID, MISTAKE, NOT_PAYABLE, NOT_SENDABLE),
}
const ACTIONS = Object.keys(STATES.draft) as InvoiceAction[]

function act(action: InvoiceAction, invoice: Invoice): Invoice {
  switch (action) {
    case 'update':
      assertDraft(invoice)
      return { ...invoice, ...settleLines([line(2, 500)]) }
    case 'finalize':
      return finalize(invoice, FINALIZATION)
    case 'void':
      return voidInvoice(invoice, LATER)
    case 'mark_overdue':
      return markOverdue(invoice, LATER)
    case 'remind':
      return remind(invoice, null, true)
    case 'send':
      assertSendable(invoice)
      return invoice
    case 'credit':
      assertCreditable(invoice)
      return credit(invoice, amountRemaining(invoice), LATER)
    case 'pay':
      return pay(invoice, invoice.amount_due - invoice.amount_paid, LATER)
  }
}

function outcomeOf(action: InvoiceAction, invoice: Invoice): [Outcome, Invoice] {
  try {
    const after = act(action, invoice)
    return [after.status, after]
  } catch (error) {
    if (error instanceof InvariantError) return ['our mistake', invoice]
    assert.ok(error instanceof BillingError, String(error))
    return [error.code as Outcome, invoice]
  }
}

test('every action in every state has the specified outcome', () => {
  for (const status of INVOICE_STATUSES) {
    const invoice = inState(status)
    assert.equal(invoice.status, status)
    for (const action of ACTIONS) {
      const before = structuredClone(invoice)
      const [outcome] = outcomeOf(action, invoice)
      assert.equal(outcome, STATES[status][action], `${action} from ${status}`)
      assert.deepEqual(invoice, before, 'the original is left alone')
      const refused = outcome === 'our mistake' || outcome.startsWith('invoice_')
      assert.equal(invoiceCan(action, invoice), !refused, `the table: ${action} from ${status}`)
    }
  }
})

test('random operations never leave the table of states', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ACTIONS), { maxLength: 12 }), (actions) => {
      let invoice = draft()
      for (const action of actions) {
        const from = invoice
        const [outcome, after] = outcomeOf(action, from)
        const kept = action === 'void' && from.amount_paid > 0
        const expected = kept ? PAID : STATES[from.status][action]
        assert.equal(outcome, expected, `${action} from ${from.status}`)
        if (from.finalized_at !== null) {
          const unchanging = ({ status, updated_at, voided_at, overdue_at, ...rest }: Invoice) => ({
            ...rest,
            amount_paid: 0,
            amount_credited: 0,
            credit_applied_later: 0,
            reminder_at: null,
            reminders_sent: 0,
          })
          assert.deepEqual(unchanging(after), unchanging(from), 'what is issued never changes')
        }
        assert.equal(after.derivation === null, after.finalized_at === null)
        assert.equal(after.voided_at !== null, after.status === 'void')
        const waits = after.status === 'posted' || after.status === 'overdue'
        assert.equal(after.overdue_at !== null, waits)
        invoice = after
      }
    }),
    { numRuns: 300 },
  )
})

test('errors name the invoice and its state', () => {
  assert.throws(() => assertDraft(inState('posted')), {
    code: 'invoice_not_draft',
    message: ERRORS.invoice_not_draft.example,
  })
  assert.throws(() => finalize(inState('overdue'), FINALIZATION), {
    code: 'invoice_not_draft',
    message: 'Invoice INV-000042 is overdue; only a draft can be finalized.',
  })
  assert.throws(() => voidInvoice(inState('void'), LATER), {
    code: 'invoice_not_voidable',
    message: ERRORS.invoice_not_voidable.example,
  })
})

test('finalize freezes the document', () => {
  const before = draft()
  const posted = finalize(before, FINALIZATION)
  assert.deepEqual(posted, {
    ...before,
    status: 'posted',
    hosted_token: FINALIZATION.hosted_token,
    number: 'INV-000042',
    due_date: '2026-12-21',
    updated_at: FINALIZED,
    finalized_at: FINALIZED,
    overdue_at: OVERDUE,
    snapshot: { customer: { name: 'Northwind' } },
    derivation: settle({ currency: 'cad', lines: before.line_items }).derivation,
  })
  assert.equal(posted.amount_due, 5997)
  assert.equal(derivationOf(posted), posted.derivation)
  assert.deepEqual(derivationOf(before), posted.derivation, 'a draft is explained the same way')
})

test('an invoice with nothing due is paid at once, and never overdue', () => {
  const paid = finalize(draft([line(5, 0)]), FINALIZATION)
  assert.deepEqual([paid.status, paid.amount_due, paid.overdue_at], ['paid', 0, null])
  assert.equal(fallsOverdue(paid, LATER), false)
})

test('an invoice with a payment in money cannot be voided in any state', () => {
  const part: Invoice = { ...inState('posted'), amount_paid: 1 }
  const table: [Invoice, string][] = [
    [part, 'posted'],
    [{ ...part, status: 'overdue' }, 'overdue'],
    [{ ...part, status: 'paid', amount_paid: 5997 }, 'paid'],
  ]
  for (const [invoice, status] of table) {
    assert.throws(
      () => voidInvoice(invoice, LATER),
      { code: 'invoice_has_payments', message: ERRORS.invoice_has_payments.example },
      status,
    )
  }
})

test('an account can forbid voiding finalized invoices', () => {
  for (const status of ['posted', 'overdue', 'paid'] as const) {
    assert.throws(
      () =>
        voidInvoice({ ...inState(status), amount_paid: 1, number: 'INV-000042' }, LATER, 'forbid'),
      { code: 'void_forbidden', message: ERRORS.void_forbidden.example },
      status,
    )
  }
  assert.equal(voidInvoice(draft(), LATER, 'forbid').status, 'void')
  assert.throws(() => voidInvoice(inState('void'), LATER, 'forbid'), {
    code: 'invoice_not_voidable',
  })
})

test('voiding keeps the document unchanged', () => {
  for (const status of ['draft', 'posted', 'overdue', 'paid'] as const) {
    const before = inState(status)
    assert.deepEqual(voidInvoice(before, LATER), {
      ...before,
      status: 'void',
      updated_at: LATER,
      voided_at: LATER,
      overdue_at: null,
    })
  }
})

test('an invoice falls overdue at the end of its due date while an amount remains', () => {
  const posted = inState('posted')
  const table: [Invoice, number, boolean, string][] = [
    [posted, OVERDUE - 1, false, `a millisecond before ${timestamp(OVERDUE)}`],
    [posted, OVERDUE, true, 'from then on'],
    [posted, LATER, true, 'and later'],
    [{ ...posted, amount_paid: 5996 }, LATER, true, 'a cent remains'],
    [{ ...posted, amount_paid: 5997 }, LATER, false, 'nothing remains'],
    [inState('draft'), LATER, false, 'a draft waits for no payment'],
    [inState('overdue'), LATER, false, 'it is already'],
    [inState('void'), LATER, false, 'canceled'],
  ]
  for (const [invoice, at, expected, why] of table) {
    assert.equal(fallsOverdue(invoice, at), expected, why)
  }
  assert.deepEqual(markOverdue(posted, LATER), { ...posted, status: 'overdue', updated_at: LATER })
})
