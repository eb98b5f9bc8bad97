// A process is killed at each step of a write that moves credit or money: notes, refunds, credit applied later, and payments
// that are allocated. The next process is asked again with the same key, and everything happened once. Only `npm run test:crash` runs this.

import test, { after } from 'node:test'
import { bodyOf, get, type Made, makeCustomer, makePayment } from '../fixtures.ts'
import type { Process } from '../process.ts'
import { type Act, assertOnce } from './acts.ts'
import { assertSound } from './books.ts'
import { EVERY } from './deaths.ts'
import { install } from './lives.ts'

const NOTES = '/v1/credit_notes'
const REFUNDS = '/v1/refunds'
const PLACES = [
  ...['write.begun', 'write.claimed', 'write.locked', 'write.counted', 'write.decided'],
  ...['write.saved', 'write.committing', 'write.committed', 'write.answered'],
]
const CREDIT_MOVES = ['credit_transaction.created', 'customer.updated']

const make = (api: Process['api'], path: string, body: object = {}): Promise<Made> =>
  bodyOf(api.post(path, { body }))

/** An invoice of 100.00, with credit of 20.00 that was granted later. */
async function billed(api: Process['api']): Promise<Made> {
  const { id: customer_id } = await makeCustomer(api)
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 10_000 }]
  const invoice = await make(api, '/v1/invoices', { customer_id, line_items, finalize: true })
  await make(api, `/v1/customers/${customer_id}/credit_transactions`, { amount: '20' })
  return invoice
}

/** An invoice of which 20.00 is paid by credit and 80.00 by money. */
async function paid(api: Process['api']): Promise<Made> {
  const invoice = await billed(api)
  await make(api, `/v1/invoices/${invoice.id}/apply_credit`)
  await makePayment(api, invoice, { amount: 8_000 })
  return invoice
}

/** A note of 40.00, with this much refunded. */
const noteOf = ({ id: invoice_id }: Made, refund: number) => ({
  ...{ invoice_id, amount: 4_000, reason: 'goodwill' },
  ...(refund > 0 && { refund }),
})

async function refunding(api: Process['api']): Promise<{ note: Made; refund: Made }> {
  const note = await make(api, NOTES, noteOf(await paid(api), 3_000))
  const [refund] = (await get(api, `${REFUNDS}?credit_note_id=${note.id}`)).data
  return { note, refund }
}

/** A step of a refund, after other steps. */
const stepOf = (step: string, events: string[], ...before: string[]): Act => ({
  events,
  async prepare(api) {
    const { refund } = await refunding(api)
    for (const each of before) await make(api, `${REFUNDS}/${refund.id}/${each}`)
    return { path: `${REFUNDS}/${refund.id}/${step}` }
  },
})

/** Money of a customer: 30.00 pay an invoice of 100.00, and 50.00 are unallocated. */
async function received(api: Process['api']): Promise<{ invoice: Made; payment: Made }> {
  const invoice = await billed(api)
  const allocations = [{ invoice_id: invoice.id, amount: 3_000 }]
  const { customer_id } = invoice
  const body = { customer_id, amount: 8_000, method: 'cash', allocations }
  return { invoice, payment: await make(api, '/v1/payments', body) }
}

/** A change of the allocation of such money to its invoice. */
const moveOf = (verb: string, amount: number, events: string[]): Act => ({
  events,
  async prepare(api) {
    const { invoice, payment } = await received(api)
    const allocations = [{ invoice_id: invoice.id, amount }]
    return { path: `/v1/payments/${payment.id}/${verb}`, body: { allocations } }
  },
})

const ACTS: Record<string, Act> = {
  'credit that is applied later': {
    prepare: async (api) => ({ path: `/v1/invoices/${(await billed(api)).id}/apply_credit` }),
    events: [...CREDIT_MOVES, 'invoice.partially_paid'],
  },
  'the void of an invoice with such credit': {
    async prepare(api) {
      const { id } = await billed(api)
      await make(api, `/v1/invoices/${id}/apply_credit`)
      return { path: `/v1/invoices/${id}/void` }
    },
    events: [...CREDIT_MOVES, 'invoice.voided'],
  },
  'a note for what is open': {
    prepare: async (api) => ({ path: NOTES, body: noteOf(await billed(api), 0) }),
    events: ['credit_note.issued', 'invoice.credited'],
  },
  // The invoices of later notes are paid and do not change, so they have no event.
  'a note with a refund': {
    prepare: async (api) => ({ path: NOTES, body: noteOf(await paid(api), 3_000) }),
    events: ['credit_note.issued', ...CREDIT_MOVES, 'refund.created'],
  },
  'a note whose refund was paid': {
    prepare: async (api) => ({
      path: NOTES,
      body: { ...noteOf(await paid(api), 3_000), refund_paid: true },
    }),
    events: ['credit_note.issued', ...CREDIT_MOVES, 'refund.created', 'refund.succeeded'],
  },
  'the void of a note for what was open': {
    async prepare(api) {
      const { id } = await make(api, NOTES, noteOf(await billed(api), 0))
      return { path: `${NOTES}/${id}/void` }
    },
    events: ['credit_note.voided', 'invoice.credit_note_voided'],
  },
  'the void of a note that gave credit': {
    async prepare(api) {
      const { id } = await make(api, NOTES, noteOf(await paid(api), 0))
      return { path: `${NOTES}/${id}/void` }
    },
    events: ['credit_note.voided', ...CREDIT_MOVES],
  },
  'a refund that is paid': stepOf('succeed', ['refund.succeeded']),
  'a refund that fails after it was paid': stepOf('fail', ['refund.failed'], 'succeed'),
  'a refund that is canceled': stepOf('cancel', ['refund.canceled']),
  'a refund that is moved to the balance': stepOf('to_balance', [
    ...[...CREDIT_MOVES, 'refund.moved_to_balance'],
  ]),
  'a second refund': {
    async prepare(api) {
      const { note, refund } = await refunding(api)
      await make(api, `${REFUNDS}/${refund.id}/cancel`)
      const { payment_id } = refund
      return { path: REFUNDS, body: { credit_note_id: note.id, payment_id } }
    },
    events: ['refund.created'],
  },
  'money that is recorded with what it pays': {
    async prepare(api) {
      const { id: invoice_id, customer_id } = await billed(api)
      const allocations = [{ invoice_id, amount: 3_000 }]
      const body = { customer_id, amount: 8_000, method: 'cash', allocations }
      return { path: '/v1/payments', body }
    },
    events: ['invoice.partially_paid', 'payment.created'],
  },
  'money that is allocated': moveOf('allocate', 4_000, [
    ...['invoice.partially_paid', 'payment.allocated'],
  ]),
  'money that is taken off an invoice': moveOf('deallocate', 3_000, [
    ...['invoice.payment_reversed', 'payment.deallocated'],
  ]),
  'money that becomes credit': {
    prepare: async (api) => ({
      path: `/v1/payments/${(await received(api)).payment.id}/to_balance`,
      body: { amount: 2_000 },
    }),
    events: [...CREDIT_MOVES, 'payment.moved_to_balance'],
  },
  'a refund of money that waits': {
    prepare: async (api) => ({
      path: REFUNDS,
      body: { payment_id: (await received(api)).payment.id, from: 'overpayment' },
    }),
    events: ['payment.updated', 'refund.created'],
  },
  'a refund of money that became credit': {
    async prepare(api) {
      const { payment } = await received(api)
      await make(api, `/v1/payments/${payment.id}/to_balance`, { amount: 5_000 })
      return { path: REFUNDS, body: { payment_id: payment.id, from: 'overpayment', amount: 2_000 } }
    },
    events: [...CREDIT_MOVES, 'payment.updated', 'refund.created'],
  },
}

if (EVERY) {
  const installation = await install({ after })
  const calm = await installation.live()
  for (const [name, act] of Object.entries(ACTS))
    for (const place of PLACES)
      test(`${name} happens once if the process is killed at ${place}`, {
        timeout: 120_000,
      }, async () => {
        await assertOnce(installation, calm, act, place)
        await assertSound(installation.pool)
      })
}
