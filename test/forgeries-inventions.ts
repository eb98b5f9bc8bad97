// Forgeries of what never happened: facts added at the end, with everything that they leave behind.

import { encodeId, newUuid } from '../src/platform/ids.ts'
import type { Made } from './fixtures.ts'
import { type Forger, type Forgery, major } from './forger.ts'
import { afterAll, append, claim } from './forger-feed.ts'
import { paid } from './forgeries-payments.ts'

/** Reverses a received payment, with everything that a reversal leaves behind. */
async function reverse(f: Forger): Promise<void> {
  const at = await afterAll(f)
  const reversal = { status: 'reversed', reversal_reason: 'Bounced', reversed_at: at }
  const payment = await f.latest(f.id('paid_maple'))
  const invoice = await f.latest(f.id('twin_maple'))
  const open = { ...invoice, status: 'overdue', updated_at: at }
  paid(open, 0)
  const whose = { customer_id: f.made.maple.id }
  const sequences = await append(
    f,
    at,
    {
      ...whose,
      type: 'payment.reversed',
      object_id: f.id('paid_maple'),
      object: { ...payment, ...reversal, updated_at: at },
      previous: {
        status: 'settled',
        reversal_reason: '',
        reversed_at: null,
        updated_at: payment.updated_at,
      },
    },
    {
      ...whose,
      type: 'invoice.payment_reversed',
      object_id: invoice.id,
      object: open,
      previous: {
        status: 'paid',
        amount_paid: invoice.amount_paid,
        updated_at: invoice.updated_at,
        amount_remaining: 0,
      },
    },
    { ...whose, type: 'invoice.overdue', object_id: invoice.id, object: open },
  )
  await claim(f, at, { action: 'reversePayment', object_id: payment.id }, sequences)
  await f.set('payments', 'paid_maple', { ...reversal, updated_at: at })
  const overdue_at = '2026-02-05T05:00:00.000Z'
  const row = { status: 'overdue', amount_paid: 0, overdue_at, updated_at: at }
  await f.set('invoices', 'twin_maple', row)
  const entry = {
    kind: 'payment_reversed',
    object_id: f.uuid('paid_maple'),
    invoice_id: f.uuid('twin_maple'),
    created_at: at,
  }
  const { amount } = payment
  await f.enter({ ...entry, ...whose }, { receivable: amount, cash_bank_transfer: -amount })
}

/** Pays an invoice with money that never arrived. */
async function invent(f: Forger): Promise<void> {
  const at = await afterAll(f)
  const id = newUuid()
  const invoice = await f.latest(f.id('fresh'))
  const { amount_due: amount } = invoice
  const payment = {
    ...(await f.latest(f.id('paid_maple'))),
    id: encodeId('pay', id),
    invoice_id: invoice.id,
    amount,
    allocations: [{ invoice_id: invoice.id, amount }],
    received_on: at.slice(0, 10),
    created_at: at,
    updated_at: at,
  }
  const now = { ...invoice, status: 'paid', updated_at: at }
  paid(now, amount)
  const previous = { status: 'posted', amount_paid: 0, updated_at: invoice.updated_at }
  const whose = { customer_id: f.made.maple.id }
  const sequences = await append(
    f,
    at,
    { ...whose, type: 'payment.created', object_id: payment.id, object: payment },
    {
      ...whose,
      type: 'invoice.paid',
      object_id: invoice.id,
      object: now,
      previous: { ...previous, amount_remaining: amount },
    },
  )
  await claim(f, at, { action: 'recordPayment', object_id: payment.id }, sequences)
  const { object: _, customer_id: __, allocations: ___, ...columns } = payment
  const row = { ...columns, ...whose, environment_id: 2, id, invoice_id: f.uuid('fresh') }
  await f.insert('payments', row)
  await f.count('payments_count', 1)
  const done = { status: 'paid', amount_paid: amount, overdue_at: null, reminder_at: null }
  await f.set('invoices', 'fresh', { ...done, updated_at: at })
  const entry = { kind: 'payment_settled', object_id: id, invoice_id: f.uuid('fresh') }
  const sides = { cash_bank_transfer: amount, receivable: -amount }
  await f.enter({ ...entry, ...whose, created_at: at }, sides)
  await receipt(f, payment, at)
}

/** Copies the receipt of an honest payment. */
async function receipt(f: Forger, payment: Made, at: string): Promise<void> {
  const id = newUuid()
  const { amount, method, received_on } = payment
  await f.q(
    `insert into emails select (json_populate_record(e, $2::json)).* from emails e
     where e.environment_id = 2 and e.invoice_id = $1 and e.kind = 'receipt'`,
    f.uuid('twin_maple'),
    JSON.stringify({
      id,
      invoice_id: f.uuid('fresh'),
      message_id: `${encodeId('eml', id)}@nordlicht.example`,
      facts: { kind: 'receipt', amount, method, received_on, status: 'paid', amount_paid: amount },
      created_at: at,
      sent_at: at,
    }),
  )
  await f.count('emails_count', 1)
  const { fresh, twin_maple } = f.made
  await f.q(
    `update emails set subject = replace(subject, $2, $3),
       text = replace(replace(text, $2, $3), $4, $5), html = replace(replace(html, $2, $3), $4, $5)
     where environment_id = 2 and id = $1`,
    id,
    twin_maple.number,
    fresh.number,
    major(twin_maple.amount_due),
    major(amount),
  )
}

/** Voids an open invoice at the end, with everything that voiding leaves behind. */
async function letGo(f: Forger): Promise<void> {
  const at = await afterAll(f)
  const invoice = await f.latest(f.id('last'))
  const { status, updated_at, amount_remaining, voided_at, total } = invoice
  const now = { status: 'void', voided_at: at, updated_at: at }
  const customer_id = f.made.maple.id
  const sequences = await append(f, at, {
    type: 'invoice.voided',
    object_id: invoice.id,
    customer_id,
    object: { ...invoice, ...now, amount_remaining: 0 },
    previous: { status, updated_at, voided_at, amount_remaining },
  })
  await claim(f, at, { action: 'voidInvoice', object_id: invoice.id }, sequences)
  await f.set('invoices', 'last', { ...now, overdue_at: null, reminder_at: null })
  const invoice_id = f.uuid('last')
  await f.enter(
    {
      id: newUuid(),
      kind: 'invoice_voided',
      object_id: invoice_id,
      customer_id,
      invoice_id,
      created_at: at,
    },
    { receivable: -total, revenue: total },
  )
}

export const inventedForgeries: Forgery[] = [
  {
    name: 'a payment marked reversed, with mirror entry, events and audit row',
    forge: reverse,
  },
  {
    name: 'an invoice paid by money that never came, with entry, events, receipt and audit row',
    forge: invent,
  },
  {
    name: 'an open invoice voided at the end, with mirror entry, event and audit row',
    forge: letGo,
  },
]
