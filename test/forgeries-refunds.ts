// Forgeries of refunds: invented, doubled, raised, taken from another payment, paid without an entry, undone.

import { encodeId, newUuid } from '../src/platform/ids.ts'
import type { Made } from './fixtures.ts'
import type { Forger, Forgery } from './forger.ts'
import { afterAll, append, claim, drop } from './forger-feed.ts'

/** Changes the sum of the refunds of a payment, or of a note. */
const recount = (f: Forger, table: 'payments' | 'credit_notes', name: string, by: number) => {
  const column = table === 'payments' ? 'refunded' : 'refunding'
  return f.q(
    `update ${table} set ${column} = ${column} + $2 where environment_id = 2 and id = $1`,
    f.uuid(name),
    by,
  )
}

/** The cause and time of a paid refund's entry. */
const entryOf = (f: Forger, object_id: string, created_at: string) => ({
  ...{ kind: 'refund_succeeded', object_id, created_at },
  ...{ customer_id: f.made.birch.id, invoice_id: f.uuid('repaid') },
})

/** Pays a refund once more: a second one with its event, its entry and an audit row. */
async function double(f: Forger): Promise<string> {
  const at = await afterAll(f)
  const id = newUuid()
  const first = await f.latest(f.id('repaid_refund'))
  const day = at.slice(0, 10)
  const paid = { status: 'succeeded', paid_on: day, succeeded_at: at }
  const pending = { status: 'pending', paid_on: null, succeeded_at: null, reference: '' }
  const times = { created_at: at, updated_at: at }
  const object: Made = { ...first, id: encodeId('re', id), ...times, ...pending }
  const { object: _, ...columns } = { ...object, ...paid }
  const own = { environment_id: 2, id, customer_id: f.made.birch.id }
  const of = { payment_id: f.uuid('repaid_wire'), credit_note_id: f.uuid('repaid_note') }
  await f.insert('refunds', { ...columns, ...of, ...own, invoice_id: f.uuid('repaid') })
  await f.count('refunds_count', 1)
  await recount(f, 'payments', 'repaid_wire', object.amount)
  const whose = { object_id: object.id, customer_id: f.made.birch.id }
  const { status, paid_on, succeeded_at } = pending
  const sequences = await append(
    f,
    at,
    { ...whose, type: 'refund.created', object },
    {
      ...{ ...whose, type: 'refund.succeeded', object: { ...object, ...paid } },
      previous: { status, paid_on, succeeded_at },
    },
  )
  await claim(f, at, { action: 'createRefund', object_id: object.id }, sequences)
  const sides = { refunds_payable: object.amount, cash_bank_transfer: -object.amount }
  await f.enter(entryOf(f, id, at), sides)
  return id
}

/** The note is changed as well, as far as possible. */
async function doubleAndCount(f: Forger): Promise<void> {
  await double(f)
  await recount(f, 'credit_notes', 'repaid_note', 2000)
}

/** Raises a paid refund by one dollar. */
async function raise(f: Forger): Promise<void> {
  const amount = 2100
  await f.set('refunds', 'repaid_refund', { amount })
  await f.rewriteEvents(f.id('repaid_refund'), (refund) => Object.assign(refund, { amount }))
  await recount(f, 'payments', 'repaid_wire', 100)
  const sides = { refunds_payable: amount, cash_bank_transfer: -amount }
  await f.sides(f.uuid('repaid_refund'), 'refund_succeeded', sides)
}

/** Moves a refund of the transfer to the cash payment. */
async function takeFromTill(f: Forger): Promise<void> {
  await f.set('refunds', 'repaid_refund', { payment_id: f.uuid('repaid_cash'), method: 'cash' })
  await f.rewriteEvents(f.id('repaid_refund'), (refund) =>
    Object.assign(refund, { payment_id: f.id('repaid_cash'), method: 'cash' }),
  )
  await recount(f, 'payments', 'repaid_wire', -2000)
  await recount(f, 'payments', 'repaid_cash', 2000)
  const sides = { refunds_payable: 2000, cash_cash: -2000 }
  await f.sides(f.uuid('repaid_refund'), 'refund_succeeded', sides)
}

/** Removes the entry of a refund that was paid. */
const payInSilence = (f: Forger) => f.unpost(f.uuid('repaid_refund'), 'refund_succeeded')

/** Marks a pending refund as paid. */
async function pretend(f: Forger): Promise<void> {
  const at = await afterAll(f)
  const pending = await f.latest(f.id('waiting_refund'))
  const paid = {
    ...{ status: 'succeeded', paid_on: at.slice(0, 10), succeeded_at: at, updated_at: at },
  }
  const { status, paid_on, succeeded_at, updated_at } = pending
  const sequences = await append(f, at, {
    ...{ type: 'refund.succeeded', object_id: pending.id, customer_id: f.made.birch.id },
    ...{ object: { ...pending, ...paid } },
    previous: { status, paid_on, succeeded_at, updated_at },
  })
  await claim(f, at, { action: 'succeedRefund', object_id: pending.id }, sequences)
  await f.set('refunds', 'waiting_refund', paid)
  const sides = { refunds_payable: pending.amount, cash_bank_transfer: -pending.amount }
  await f.enter(entryOf(f, f.uuid('waiting_refund'), at), sides)
}

/** Makes a paid refund pending, as if it still had to be paid. */
async function unpay(f: Forger): Promise<void> {
  await drop(f, await f.sequences(f.id('repaid_refund'), 'refund.succeeded'))
  await f.unpost(f.uuid('repaid_refund'), 'refund_succeeded')
  const { status, paid_on, succeeded_at, reference, updated_at } = await f.latest(
    f.id('repaid_refund'),
  )
  const pending = { status, paid_on, succeeded_at, reference, updated_at }
  await f.set('refunds', 'repaid_refund', pending)
}

/**
 * `repaid` is an invoice for 105.00, paid by 40.00 in cash and then 65.00 by transfer. Its notes refund 20.00, paid,
 * and 10.00, pending, both of the transfer.
 */
export const refundForgeries: Forgery[] = [
  {
    name: 'a refund paid twice, with entry, events and audit row',
    forge: double,
    expect: ['feed', 'refunds_of_notes', 'refunds_payable'],
  },
  {
    name: 'a refund paid twice, counted by its note',
    forge: doubleAndCount,
    expect: ['refused: credit_notes_refunding'],
  },
  {
    name: 'a paid refund raised, in every table',
    forge: raise,
    expect: ['feed', 'refunds_of_notes'],
  },
  {
    name: 'a refund taken from another payment, in every table',
    forge: takeFromTill,
    expect: ['feed'],
  },
  {
    name: 'a refund paid without an entry',
    forge: payInSilence,
    expect: ['ledger_documents', 'refunds_payable'],
  },
  {
    name: 'a pending refund marked as paid, with entry, event and audit row',
    forge: pretend,
  },
  {
    name: 'a paid refund made pending, and the feed renumbered',
    forge: unpay,
  },
]
