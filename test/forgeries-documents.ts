// Forgeries of finalized documents: their texts, customers, dates and numbers.

import type { Forger, Forgery } from './forger.ts'
import { mute } from './forger-feed.ts'

const BANK = 'Institution 002, account 7654321'
const MINE = 'Institution 666, account 6666666'
const AUTUMN = {
  due_date: '2026-09-30',
  overdue_at: '2026-10-01T04:00:00.000Z',
  reminder_at: '2026-09-27T13:00:00.000Z',
}

const finalizedNames = (f: Forger): string[] =>
  Object.keys(f.made).filter((name) => f.made[name].finalized_at)

/** Replaces a text in every column that contains it, and seals every document again. */
async function replaceAll(f: Forger, from: string, to: string, tables: string[]): Promise<void> {
  for (const table of tables) {
    const columns = await f.q(
      `select column_name as name, data_type as type from information_schema.columns
       where table_name = $1 and data_type in ('text', 'json')`,
      table,
    )
    for (const { name, type } of columns) {
      await f.q(
        `update ${table} set ${name} = replace(${name}::text, $1, $2)::${type}
         where environment_id = 2 and position($1 in ${name}::text) > 0`,
        from,
        to,
      )
    }
  }
  for (const name of finalizedNames(f)) await f.reseal(name)
}

/** Changes the bank details of one document, in its seal and in its emails. */
async function otherBank(f: Forger): Promise<void> {
  await f.freeze('last', 'snapshot', ({ seller }) => {
    seller.payment_instructions.bank_transfer = MINE
  })
  await f.mail('last', [BANK, MINE])
}

/** Renames a customer from the beginning. */
async function rename(f: Forger): Promise<void> {
  const tables = ['customers', 'events', 'invoices', 'emails', 'requests', 'idempotency_keys']
  await replaceAll(f, 'cedar Inc.', 'Cypress Inc.', tables)
  await f.q(`insert into customer_words values (2, 'cypress', $1)`, f.made.cedar.id)
}

/** Moves a due date to autumn, from the draft on. */
async function dueLater(f: Forger, name: string): Promise<void> {
  const { due_date } = AUTUMN
  await f.set('invoices', name, { ...AUTUMN, due_date_set: true })
  await f.rewriteEvents(f.id(name), (invoice) => Object.assign(invoice, { due_date }))
  await f.reseal(name)
  await f.mail(
    name,
    ['April 5, 2026', 'September 30, 2026'],
    ['February 4, 2026', 'September 30, 2026'],
  )
}

/** Makes an overdue invoice never overdue: no reminder was sent, and nothing fell due. */
async function forgive(f: Forger): Promise<void> {
  const id = f.id('twin_birch')
  await mute(f, await f.sequences(id, 'invoice.overdue', 'invoice.reminded'))
  await f.unmail('twin_birch', 'reminder')
  await dueLater(f, 'twin_birch')
  const { updated_at } = await f.latest(id)
  await f.set('invoices', 'twin_birch', { status: 'posted', reminders_sent: 0, updated_at })
}

/** Swaps the customers of two invoices, one of which is paid. */
async function swapCustomers(f: Forger): Promise<void> {
  const { maple, birch } = f.made
  for (const [invoice, to, from, payment] of [
    ['twin_maple', birch, maple, 'paid_maple'],
    ['twin_birch', maple, birch, undefined],
  ] as const) {
    const customer_id = `cus_${to.id}`
    for (const name of [invoice, payment]) {
      if (name === undefined) continue
      await f.set(name === invoice ? 'invoices' : 'payments', name, { customer_id: to.id })
      await f.rewriteEvents(f.id(name), (invoice) => Object.assign(invoice, { customer_id }))
      await f.q(
        'update events set customer_id = $2 where environment_id = 2 and object_id = $1',
        f.id(name),
        to.id,
      )
    }
    await f.q(
      'update ledger_entries set customer_id = $2 where environment_id = 2 and invoice_id = $1',
      f.uuid(invoice),
      to.id,
    )
    await f.freeze(invoice, 'snapshot', ({ customer }) => {
      const { id, name, contact_name, email } = to
      Object.assign(customer, { id, name, contact_name, email })
    })
    await f.q(
      `update emails set customer_id = $2, to_name = $3, to_address = $4
       where environment_id = 2 and invoice_id = $1`,
      f.uuid(invoice),
      to.id,
      to.contact_name,
      to.email,
    )
    await f.mail(invoice, [`Hi ${from.contact_name}`, `Hi ${to.contact_name}`])
  }
}

/** Undoes the voiding of an invoice, which becomes due in autumn. */
async function unvoid(f: Forger): Promise<void> {
  const id = f.id('voided')
  await mute(f, await f.sequences(id, 'invoice.voided'))
  const [updated] = (await f.eventsOf(id)).slice(-1)
  const sent_at = new Date(JSON.parse(updated?.at ?? '')).toISOString()
  const place = updated?.sequence
  await f.q(
    "update events set type = 'invoice.sent' where environment_id = 2 and sequence = $1",
    place,
  )
  await f.q(
    `update webhook_deliveries set event_type = 'invoice.sent'
     where environment_id = 2 and sequence = $1`,
    place,
  )
  await f.rewriteEvents(id, (invoice, { sequence }) => {
    if (invoice.status === 'draft') return
    const { amount_due: amount_remaining } = invoice
    Object.assign(invoice, { status: 'posted', voided_at: null, amount_remaining })
    if (sequence === place) Object.assign(invoice, { email_status: 'sent', sent_at })
  })
  await f.q(
    `update emails m set status = 'sent', sent_at = $3, attempts = 1, attached = true,
       text = t.text, html = t.html
     from emails t where m.environment_id = 2 and m.invoice_id = $1 and t.environment_id = 2
       and t.invoice_id = $2 and t.kind = 'invoice'`,
    f.uuid('voided'),
    f.uuid('twin_maple'),
    sent_at,
  )
  const { voided, twin_maple } = f.made
  await f.mail('voided', [twin_maple.number, voided.number], ['64.97', '21.00'])
  await f.unpost(f.uuid('voided'), 'invoice_voided')
  const alive = { status: 'posted', voided_at: null, email_status: 'sent', sent_at }
  await f.set('invoices', 'voided', { ...alive, ...AUTUMN, updated_at: sent_at })
  await dueLater(f, 'voided')
}

async function otherNotes(f: Forger): Promise<void> {
  const notes = `Order 17. Pay to ${MINE}`
  await f.set('invoices', 'closing', { notes })
  await f.rewriteEvents(f.id('closing'), (invoice) => Object.assign(invoice, { notes }))
}

export const documentForgeries: Forgery[] = [
  {
    name: 'bank details changed on one document, with its seal and its mail',
    forge: otherBank,
    expect: ['snapshots'],
  },
  {
    name: 'bank details changed in the settings of the time, every document, seal and mail',
    forge: (f) =>
      replaceAll(f, BANK, MINE, ['environment_settings', 'events', 'invoices', 'emails']),
  },
  {
    name: 'a customer renamed from the beginning, with documents, seals and search words',
    forge: rename,
  },
  {
    name: 'a due date moved to autumn, with overdue and reminder, as if it had been agreed',
    forge: (f) => dueLater(f, 'last'),
  },
  {
    name: 'an overdue invoice forgiven, its events made to tell of a product',
    forge: forgive,
  },
  {
    name: 'the customers of two invoices swapped, with payment, seals, ledger and mails',
    forge: swapCustomers,
  },
  {
    name: 'a void undone, its event made to tell of a product, its mail made sent',
    forge: unvoid,
    expect: ['pdfs'],
  },
  {
    name: 'bank details put into the notes of an issued invoice and of its events',
    forge: otherNotes,
  },
]
