// A process is killed at each step of a write that changes, pauses or resumes a subscription, or ends its trial. The next
// process is asked again with the same key: the same documents exist once. The gate tries a few kills, `npm run
// test:crash` all. By hand: Team costs 47.00 and Business 83.00 a month; on 16 June, 15 of 30 days are left.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { advanceTo } from '../clock.ts'
import {
  ACCOUNT,
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeProduct,
} from '../fixtures.ts'
import type { Process } from '../process.ts'
import { type Act, assertOnce } from './acts.ts'
import { assertSound } from './books.ts'
import { EVERY, partOf } from './deaths.ts'
import { install } from './lives.ts'

const SUBSCRIPTIONS = '/v1/subscriptions'
const PLACES = [
  ...['write.begun', 'write.claimed', 'write.locked', 'write.counted', 'write.decided'],
  ...['write.saved', 'write.committing', 'write.committed', 'write.answered'],
]

const installation = await install({ after })
const calm = await installation.live()
const make = (api: Process['api'], path: string, body: object = {}): Promise<Made> =>
  bodyOf(api.post(path, { body }))

await bodyOf(calm.api.patch(ACCOUNT, { body: { time_zone: 'Etc/UTC', proration_unit: 'day' } }))
const { id: product_id } = await makeProduct(calm.api)
const monthly = { product_id, model: 'per_unit', interval: 'month' }
const team = await make(calm.api, '/v1/prices', { ...monthly, unit_amount: 4700 })
const business = await make(calm.api, '/v1/prices', { ...monthly, unit_amount: 8300 })
await advanceTo(calm.api, '2027-06-16T09:00:00.000Z')

/** The first batch of an action finds out which invoices it credits. */
const CREDITS = { batches: 2 }

interface Change extends Act {
  /** The totals of all invoices and credit notes after it, oldest first. */
  invoices: number[]
  notes: number[]
}

/** A subscription to Team from 1 June on, whose invoice is paid or not. */
async function subscribed(api: Process['api'], isPaid: boolean, more: object = {}): Promise<Made> {
  const { id } = await makeCustomer(api)
  const items = [{ price_id: team.id }]
  const body = { customer_id: `cus_${id}`, items, start: '2027-06-01', ...more }
  const subscription = await make(api, SUBSCRIPTIONS, body)
  const [invoice] = (await get(api, `${INVOICES}?subscription_id=${subscription.id}`)).data
  const payment = { invoice_id: invoice?.id, amount: 4700, method: 'cash' }
  if (isPaid) await make(api, '/v1/payments', payment)
  return subscription
}

const NOTE = ['credit_note.issued']
const TO_OPEN = [...NOTE, 'invoice.credited']
const TO_BALANCE = [...NOTE, 'credit_transaction.created', 'customer.updated']

const CHANGES: Record<string, Change> = {
  'a pause that credits an open invoice': {
    async prepare(api) {
      const { id } = await subscribed(api, false)
      return { path: `${SUBSCRIPTIONS}/${id}/pause`, body: { credit_unused: true } }
    },
    events: [...TO_OPEN, 'subscription.paused'],
    ...{ ...CREDITS, invoices: [4700], notes: [2350] },
  },
  'a pause that credits a paid invoice': {
    async prepare(api) {
      const { id } = await subscribed(api, true)
      return { path: `${SUBSCRIPTIONS}/${id}/pause`, body: { credit_unused: true } }
    },
    events: [...TO_BALANCE, 'subscription.paused'],
    ...{ ...CREDITS, invoices: [4700], notes: [2350] },
  },
  'a resume that begins a new period': {
    async prepare(api) {
      const { id } = await subscribed(api, false)
      await make(api, `${SUBSCRIPTIONS}/${id}/pause`)
      return { path: `${SUBSCRIPTIONS}/${id}/resume`, body: { anchor: 'reset' } }
    },
    events: [...TO_OPEN, 'subscription.resumed', 'invoice.created', 'invoice.finalized'],
    ...{ ...CREDITS, invoices: [4700, 4700], notes: [2350] },
  },
  'a change at once': {
    async prepare(api) {
      const { id, items } = await subscribed(api, true)
      const changed = [{ id: items[0].id, price_id: business.id }]
      return { path: `${SUBSCRIPTIONS}/${id}/change`, body: { at: 'now', items: changed } }
    },
    // The new invoice uses the credit of the note.
    events: [
      ...[...TO_BALANCE, 'subscription.change_applied', 'invoice.created', 'invoice.finalized'],
      ...['credit_transaction.created', 'customer.updated'],
    ],
    ...{ ...CREDITS, invoices: [4700, 4150], notes: [2350] },
  },
  'an end that bills a change for the next invoice': {
    async prepare(api) {
      const { id, items } = await subscribed(api, true)
      const changed = [{ id: items[0].id, price_id: business.id }]
      const body = { at: '2027-06-06T00:00:00Z', invoice: 'next', items: changed }
      await make(api, `${SUBSCRIPTIONS}/${id}/change`, body)
      return { path: `${SUBSCRIPTIONS}/${id}/cancel`, body: { at: 'now' } }
    },
    // Of 10 of 30 days, 15.67 is returned and 27.67 billed.
    events: [
      ...[...TO_BALANCE, 'subscription.canceled', 'invoice.created', 'invoice.finalized'],
      ...['credit_transaction.created', 'customer.updated'],
    ],
    ...{ ...CREDITS, invoices: [4700, 2767], notes: [1567] },
  },
  'the end of a trial': {
    async prepare(api) {
      const { id } = await subscribed(api, false, { trial_end: '2027-07-01T00:00:00Z' })
      return { path: `${SUBSCRIPTIONS}/${id}/trial_end`, body: { trial_end: 'now' } }
    },
    events: [
      ...['subscription.updated', 'subscription.trial_ended'],
      ...['invoice.created', 'invoice.finalized'],
    ],
    ...{ invoices: [4700], notes: [] },
  },
}
const totals = async (path: string): Promise<number[]> =>
  (await get(calm.api, path)).data.map(({ total }: Made) => total).toReversed()

const deaths = Object.entries(CHANGES).flatMap(([name, change]) =>
  PLACES.flatMap((place) => {
    const batches = place === 'write.answered' ? 1 : (change.batches ?? 1)
    return Array.from({ length: batches }, (_, n) => ({ name, change, place, batch: n + 1 }))
  }),
)
for (const { name, change, place, batch } of partOf(deaths, 19))
  test(`${name} happens once if the process is killed at ${place} of batch ${batch}`, {
    timeout: 120_000,
  }, async () => {
    const { id, customer_id } = await assertOnce(installation, calm, change, place, batch)
    assert.deepEqual(await totals(`${INVOICES}?subscription_id=${id}`), change.invoices)
    assert.deepEqual(await totals(`/v1/credit_notes?customer_id=${customer_id}`), change.notes)
    if (EVERY) await assertSound(installation.pool)
  })

test('the books are correct after these kills', async () => {
  await assertSound(installation.pool)
})
