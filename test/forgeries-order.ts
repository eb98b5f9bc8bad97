// Forgeries of order: days, numbers and sequence.

import type { Made } from './fixtures.ts'
import type { Forger, Forgery } from './forger.ts'
import { bringBefore } from './forger-feed.ts'
import { removeInvoice } from './forgeries-amounts.ts'
import { paid, remind } from './forgeries-payments.ts'

const JANUARY = '2026-01-31T15:00:00.000Z'

/** Back-dates an invoice of March to February, before the events in between, with all its timestamps. */
async function backDate(f: Forger): Promise<void> {
  const id = f.id('fresh')
  const order = ['invoice.created', 'invoice.finalized', 'invoice.sent']
  const at = (type: string) => `2026-02-04T15:00:${order.indexOf(type) + 52}.000Z`
  const created_at = at('invoice.created')
  const finalized_at = at('invoice.finalized')
  const sent_at = at('invoice.sent')
  await f.rewriteEvents(id, (invoice, { type }) => {
    Object.assign(invoice, { created_at, updated_at: at(type) })
    if (invoice.finalized_at) invoice.finalized_at = finalized_at
    if (invoice.sent_at) invoice.sent_at = sent_at
  })
  const events = await f.eventsOf(id)
  for (const { sequence, type } of events) await date(f, sequence, at(type))
  const [march] = await f.q(
    `select min(sequence)::int as first from events
     where environment_id = 2 and created_at > '2026-03-01'`,
  )
  const sequences = events.map(({ sequence }) => sequence)
  await bringBefore(f, sequences, march.first)
  const times = { created_at, finalized_at, sent_at }
  await f.set('invoices', 'fresh', { ...times, updated_at: sent_at, due_date_set: true })
  await f.reseal('fresh')
  await f.q(
    'update emails set created_at = $2, sent_at = $3 where environment_id = 2 and invoice_id = $1',
    f.uuid('fresh'),
    finalized_at,
    sent_at,
  )
  await f.mail('fresh', ['March 6, 2026', 'February 4, 2026'])
  await dateEntries(f, 'fresh', finalized_at)
}

/** Changes the time of an event, and of what followed from it. */
async function date(f: Forger, sequence: number, at: string): Promise<void> {
  const which = 'environment_id = 2 and sequence = $1'
  await f.q(`update events set created_at = $2 where ${which}`, sequence, at)
  await f.q(
    `update webhook_deliveries set created_at = $2, finished_at = $2 where ${which}`,
    sequence,
    at,
  )
  await f.q(
    `update webhook_attempts set attempted_at = $2 where environment_id = 2
       and delivery_id in (select id from webhook_deliveries where ${which})`,
    sequence,
    at,
  )
  await f.q(
    'update audit_log set created_at = $2 where environment_id = 2 and first_sequence = $1',
    sequence,
    at,
  )
}

async function dateEntries(f: Forger, cause: string, at: string): Promise<void> {
  await f.q(
    'update ledger_entries set created_at = $2 where environment_id = 2 and object_id = $1',
    f.uuid(cause),
    at,
  )
  await f.dateEntries('object_id', f.uuid(cause))
  await f.days()
}

/** Changes the spelling of every number, wherever it is stored. */
async function renumberAll(f: Forger, change: (text: string) => string): Promise<void> {
  const rows = await f.q('select id, number from invoices where environment_id = 2 order by number')
  for (const [index, { id }] of rows.entries()) {
    await f.q(
      'update invoices set number = $2 where environment_id = 2 and id = $1',
      id,
      `INV-777${index}`,
    )
  }
  for (const { id, number } of rows) {
    await f.q(
      'update invoices set number = $2 where environment_id = 2 and id = $1',
      id,
      change(number),
    )
    if (change(number) !== number) await f.dropText(id)
  }
  for (const [table, key, columns] of [
    ['events', 'sequence', ['object::text', 'previous_attributes::text']],
    ['emails', 'id', ['subject', 'text', 'html']],
  ] as const) {
    const events = await f.q(
      `select ${key} as key, ${columns.map((column, index) => `${column} as c${index}`)}
       from ${table} where environment_id = 2`,
    )
    for (const { key: which, ...texts } of events) {
      const values = Object.values<Made>(texts).map((text) => text && change(text))
      const sets = columns.map((column, index) => {
        const [name, type] = column.split('::')
        return `${name} = $${index + 2}${type ? '::json' : ''}`
      })
      await f.q(
        `update ${table} set ${sets} where environment_id = 2 and ${key} = $1`,
        which,
        ...values,
      )
    }
  }
}

async function swapNumbers(f: Forger): Promise<void> {
  const [a, b] = [f.made.fresh.number, f.made.last.number]
  await renumberAll(f, (text) =>
    text.replaceAll(/INV-\d+/g, (n) => (n === a ? b : n === b ? a : n)),
  )
}

/** Removes a voided invoice, without a gap in the numbers. */
async function closeGap(f: Forger): Promise<void> {
  const { number } = f.made.voided
  const [created] = await f.eventsOf(f.id('voided'))
  const draft = JSON.parse(created?.object ?? '').number
  await removeInvoice(f, 'voided')
  await f.count('draft_number', -1)
  const less = (text: string) => `INV-${String(Number(text.slice(4)) - 1).padStart(6, '0')}`
  await renumberAll(f, (text) =>
    text.replaceAll(/INV-\d+/g, (each) => {
      const series = each.length > 12 ? draft : number
      return each.length === series.length && each > series ? less(each) : each
    }),
  )
}

/** Moves a payment of February into January, which was closed. */
async function intoJanuary(f: Forger): Promise<void> {
  const [partly] = await f.sequences(f.id('late'), 'invoice.partially_paid')
  const [created] = await f.sequences(f.id('part'), 'payment.created')
  const { amount } = f.made.part
  for (const sequence of [Number(created), Number(partly)]) await date(f, sequence, JANUARY)
  const [first] = await f.q(
    `select min(sequence)::int as place from events
     where environment_id = 2 and created_at > $1`,
    JANUARY,
  )
  await bringBefore(f, [Number(created), Number(partly)], first.place)
  await f.rewriteEvents(f.id('part'), (payment) => {
    const [received_on] = JANUARY.split('T')
    Object.assign(payment, { created_at: JANUARY, updated_at: JANUARY, received_on })
  })
  await f.set('payments', 'part', {
    created_at: JANUARY,
    updated_at: JANUARY,
    received_on: '2026-01-31',
  })
  const since = await f.sequences(f.id('late'), 'invoice.partially_paid')
  const [sent] = (await f.eventsOf(f.id('late'))).filter(({ type }) => type === 'invoice.sent')
  const sent_at = JSON.parse(sent?.object ?? '').sent_at
  await f.rewriteEvents(f.id('late'), (invoice, { sequence, type }) => {
    if (sequence < Number(since[0])) return
    Object.assign(invoice, { email_status: 'sent', sent_at })
    paid(invoice, amount)
    if (type !== 'invoice.overdue' && invoice.status === 'posted') invoice.updated_at = JANUARY
  })
  await remind(f, 'late', 0, amount)
  await f.mail('late', ['Please pay CA$105.00', 'Please pay CA$75.00'])
  await dateEntries(f, 'part', JANUARY)
}

export const orderForgeries: Forgery[] = [
  {
    name: 'an invoice of March issued in February, with feed, entry, mail and webhooks',
    forge: backDate,
  },
  {
    name: 'the numbers of two invoices swapped, in events and mails',
    forge: swapNumbers,
    expect: ['numbers'],
  },
  {
    name: 'a voided invoice removed, and the series, the drafts and the feed renumbered',
    forge: closeGap,
  },
  {
    name: 'a payment back-dated into a closed month, with feed, entry and reminder',
    forge: intoJanuary,
  },
  {
    name: 'an entry moved into the year before, in the sums of days too',
    forge: (f) => dateEntries(f, 'closing', '2025-12-31T22:00:00.000Z'),
    expect: ['ledger_documents'],
  },
]
