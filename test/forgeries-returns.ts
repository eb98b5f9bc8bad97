// Forgeries of refunds of money that pays no invoice: invented, doubled, raised, paid without an entry, taken from credit.

import { encodeId, newUuid } from '../src/platform/ids.ts'
import type { Made } from './fixtures.ts'
import type { Forger, Forgery } from './forger.ts'
import { afterAll, append, claim } from './forger-feed.ts'

const sidesOf = (amount: number) => ({ unallocated_payments: amount, cash_bank_transfer: -amount })

/** Takes this amount from the unallocated part of the payment, in its row. */
const take = (f: Forger, amount: number, more: object = {}) =>
  f.q(
    `update payments set unallocated = unallocated - $2, refunded = refunded + $2,
       updated_at = coalesce($3, updated_at) where environment_id = 2 and id = $1`,
    f.uuid('spare_wire'),
    amount,
    (more as { at?: string }).at ?? null,
  )

interface Copy {
  id: string
  at: string
  object: Made
  paid: Made
}

/** Inserts a second refund like the paid one, with its entry. */
async function copy(f: Forger): Promise<Copy> {
  const at = await afterAll(f)
  const id = newUuid()
  const first = await f.latest(f.id('spare_refund'))
  const pending = { status: 'pending', paid_on: null, succeeded_at: null, reference: '' }
  const times = { created_at: at, updated_at: at }
  const object: Made = { ...first, id: encodeId('re', id), ...times, ...pending }
  const paid = { ...object, status: 'succeeded', paid_on: at.slice(0, 10), succeeded_at: at }
  const { object: _, ...columns } = paid
  const customer_id = f.made.birch.id
  const own = { environment_id: 2, id, customer_id, payment_id: f.uuid('spare_wire') }
  await f.insert('refunds', { ...columns, ...own })
  await f.count('refunds_count', 1)
  const entry = { kind: 'refund_succeeded', object_id: id, customer_id, created_at: at }
  await f.enter(entry, sidesOf(object.amount))
  return { id, at, object, paid }
}

/** Refunds the same amount once more, with everything that this leaves behind. */
async function repeat(f: Forger): Promise<void> {
  const { at, object, paid } = await copy(f)
  await take(f, object.amount, { at })
  const payment = await f.latest(f.id('spare_wire'))
  const { unallocated, updated_at } = payment
  const customer_id = f.made.birch.id
  const of = { object_id: object.id, customer_id }
  const sequences = await append(
    f,
    at,
    { ...of, type: 'refund.created', object },
    {
      ...{ type: 'payment.updated', object_id: payment.id, customer_id },
      object: { ...payment, unallocated: unallocated - object.amount, updated_at: at },
      previous: { unallocated, updated_at },
    },
  )
  await claim(f, at, { action: 'createRefund', object_id: object.id }, sequences)
  const { status, paid_on, succeeded_at } = object
  const previous = { status, paid_on, succeeded_at }
  const last = await append(f, at, { ...of, type: 'refund.succeeded', object: paid, previous })
  await claim(f, at, { action: 'succeedRefund', object_id: object.id }, last)
}

/** Refunds the same amount once more; the payment does not count it. */
async function double(f: Forger): Promise<void> {
  const { at, object, paid } = await copy(f)
  const of = { object_id: object.id, customer_id: f.made.birch.id }
  const { status, paid_on, succeeded_at } = object
  const sequences = await append(
    f,
    at,
    { ...of, type: 'refund.created', object },
    {
      ...{ ...of, type: 'refund.succeeded', object: paid },
      previous: { status, paid_on, succeeded_at },
    },
  )
  await claim(f, at, { action: 'createRefund', object_id: object.id }, sequences)
}

/** Raises a paid amount by one dollar: the refund, its events and its entry. */
async function raise(f: Forger): Promise<void> {
  const amount = 1300
  await f.set('refunds', 'spare_refund', { amount })
  await f.rewriteEvents(f.id('spare_refund'), (refund) => Object.assign(refund, { amount }))
  await f.sides(f.uuid('spare_refund'), 'refund_succeeded', sidesOf(amount))
}

/** Raises a paid amount as above, and changes the payment to match. */
async function raiseAll(f: Forger): Promise<void> {
  await raise(f)
  await take(f, 100)
  await f.rewriteEvents(f.id('spare_wire'), (payment, { type }) => {
    if (type === 'payment.updated') payment.unallocated -= 100
  })
}

/** Removes the entry of a refund that was paid. */
const payInSilence = (f: Forger) => f.unpost(f.uuid('spare_refund'), 'refund_succeeded')

/** Takes the paid refund from a payment that an invoice needs. */
async function takeFromOther(f: Forger): Promise<void> {
  await f.set('refunds', 'spare_refund', { payment_id: f.uuid('repaid_wire') })
  await f.rewriteEvents(f.id('spare_refund'), (refund) =>
    Object.assign(refund, { payment_id: f.id('repaid_wire') }),
  )
  await take(f, -1200)
  await f.rewriteEvents(f.id('spare_wire'), (payment, { type }) => {
    if (type === 'payment.updated') payment.unallocated += 1200
  })
  await f.q(
    'update payments set refunded = refunded + 1200 where environment_id = 2 and id = $1',
    f.uuid('repaid_wire'),
  )
}

/**
 * `spare_wire` is a transfer of 50.00 that pays no invoice: 12.00 were refunded and paid, 7.00 are to be refunded,
 * 31.00 are unallocated.
 */
export const returnForgeries: Forgery[] = [
  {
    name: 'money that waits refunded once more, in every table',
    forge: repeat,
  },
  {
    name: 'money that waits refunded once more, and the payment does not count it',
    forge: double,
    expect: ['allocations', 'refunded_payments', 'unallocated_payments'],
  },
  {
    name: 'a paid refund of money that waits raised, and the payment does not count it',
    forge: raise,
    expect: ['allocations', 'refunded_payments', 'unallocated_payments'],
  },
  {
    name: 'a paid refund of money that waits raised, in every table',
    forge: raiseAll,
  },
  {
    name: 'a refund of money that waits paid without an entry',
    forge: payInSilence,
    expect: ['ledger_documents', 'unallocated_payments'],
  },
  {
    name: 'a refund of money that waits taken from a payment of an invoice',
    forge: takeFromOther,
    expect: ['feed', 'refunds', 'unallocated_payments'],
  },
]
