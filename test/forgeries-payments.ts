// Forgeries of received money: payments moved, invented, reversed, restored, deleted.

import type { Made } from './fixtures.ts'
import type { ForgedEvent, Forger, Forgery } from './forger.ts'
import { drop, mute } from './forger-feed.ts'

/** Makes an invoice show this amount as paid. */
export function paid(invoice: Made, amount_paid: number): void {
  invoice.amount_paid = amount_paid
  invoice.amount_remaining =
    invoice.amount_due - amount_paid - invoice.amount_credited - invoice.credit_applied_later
}

/** Moves a payment to an invoice of another customer, from its day on. */
async function movePayment(f: Forger): Promise<void> {
  const { amount } = f.made.part
  const [place] = await f.sequences(f.id('late'), 'invoice.partially_paid')
  const customer = f.made.cedar.id
  const { closing } = f.made
  const before = (await f.eventsOf(closing.id)).filter(({ sequence }) => sequence < Number(place))
  await f.q(
    `update events set object_id = $2, customer_id = $3, object = $4::json
     where environment_id = 2 and sequence = $1`,
    place,
    closing.id,
    customer,
    before.at(-1)?.object,
  )
  await f.q(
    'update webhook_deliveries set object_id = $2 where environment_id = 2 and sequence = $1',
    place,
    closing.id,
  )
  let updated_at: string | undefined
  const keepTime = (invoice: Made, { type, at }: ForgedEvent) => {
    if (type === 'invoice.reminded') invoice.updated_at = updated_at
    if (type === 'invoice.partially_paid') invoice.updated_at = at
    updated_at = invoice.updated_at
  }
  await f.rewriteEvents(f.id('late'), (invoice, event) => {
    keepTime(invoice, event)
    paid(invoice, 0)
  })
  await f.rewriteEvents(closing.id, (invoice, event) => {
    keepTime(invoice, event)
    if (event.sequence >= Number(place)) paid(invoice, invoice.amount_paid + amount)
  })
  await f.rewriteEvents(f.id('part'), (payment) => {
    const allocations = [{ invoice_id: closing.id, amount }]
    Object.assign(payment, { invoice_id: closing.id, allocations, customer_id: `cus_${customer}` })
  })
  await f.q(
    'update events set customer_id = $2 where environment_id = 2 and object_id = $1',
    f.id('part'),
    customer,
  )
  const to = { invoice_id: f.uuid('closing'), customer_id: customer }
  await f.set('payments', 'part', to)
  await f.q(
    `update ledger_entries set invoice_id = $2, customer_id = $3
     where environment_id = 2 and object_id = $1`,
    f.uuid('part'),
    to.invoice_id,
    customer,
  )
  await f.set('invoices', 'late', { amount_paid: 0 })
  await f.set('invoices', 'closing', { amount_paid: closing.amount_paid + amount })
  await remind(f, 'late', 30, 0)
  await remind(f, 'closing', 30, amount)
  await f.mail('late', ['Balance due', 'Amount due'], ['75.00', '105.00'])
}

/** Changes the paid amount in the reminder of so many days. */
export async function remind(f: Forger, name: string, days: number, amount: number): Promise<void> {
  await f.q(
    `update emails set facts = regexp_replace(facts::text, '"amount_paid": ?\\d+',
       '"amount_paid":' || $3)::json
     where environment_id = 2 and invoice_id = $1 and facts ->> 'days' = $2`,
    f.uuid(name),
    String(days),
    String(amount),
  )
}

/** Deletes a payment in cash, as if it had never been received. */
async function pocket(f: Forger): Promise<void> {
  const { closing } = f.made
  const [payment] = await f.sequences(f.id('counter'), 'payment.created')
  const [partly] = await f.sequences(closing.id, 'invoice.partially_paid')
  await drop(f, [Number(payment), Number(partly)])
  await f.unpost(f.uuid('counter'), 'payment_settled')
  await f.q('delete from payments where environment_id = 2 and id = $1', f.uuid('counter'))
  await f.count('payments_count', -1)
  const { updated_at } = await f.latest(closing.id)
  await f.set('invoices', 'closing', { amount_paid: 0, updated_at })
}

async function transferNotCash(f: Forger): Promise<void> {
  const method = 'bank_transfer'
  await f.set('payments', 'part', { method })
  await f.rewriteEvents(f.id('part'), (payment) => Object.assign(payment, { method }))
  const { amount } = f.made.part
  const sides = { cash_bank_transfer: amount, receivable: -amount }
  await f.sides(f.uuid('part'), 'payment_settled', sides)
}

/** Removes a reversal from history: its events become updates of a product. */
async function unreverse(f: Forger): Promise<void> {
  const { amount_due } = f.made.bounced
  await mute(f, [
    ...(await f.sequences(f.id('returned'), 'payment.reversed')),
    ...(await f.sequences(f.id('bounced'), 'invoice.payment_reversed', 'invoice.reminded')),
  ])
  let isPaid = false
  await f.rewriteEvents(f.id('bounced'), (invoice, { type }) => {
    isPaid ||= type === 'invoice.paid'
    if (!isPaid) return
    paid(invoice, amount_due)
    invoice.status = 'paid'
  })
  await f.unmail('bounced', 'reminder')
  const { updated_at } = await f.latest(f.id('bounced'))
  await f.set('invoices', 'bounced', {
    status: 'paid',
    amount_paid: amount_due,
    overdue_at: null,
    reminder_at: null,
    reminders_sent: 0,
    updated_at,
  })
  const payment = await f.latest(f.id('returned'))
  await f.set('payments', 'returned', {
    status: 'settled',
    reversed_at: null,
    reversal_reason: '',
    updated_at: payment.updated_at,
  })
  await f.unpost(f.uuid('returned'), 'payment_reversed')
}

export const paymentForgeries: Forgery[] = [
  {
    name: "a payment moved to another customer's invoice, in every table",
    forge: movePayment,
  },
  {
    name: 'a payment in cash removed, and the feed renumbered',
    forge: pocket,
  },
  {
    name: 'cash recorded as a transfer',
    forge: transferNotCash,
  },
  {
    name: 'a reversal undone, its events made to tell of a product',
    forge: unreverse,
  },
]
