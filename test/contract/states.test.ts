// Specification 3.1 and contract 6: every allowed and every rejected transition of an invoice.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  ACCOUNT,
  allEvents,
  bodyOf,
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  refused,
} from '../fixtures.ts'
import { ENVIRONMENTS, until, world } from '../harness.ts'

const w = await world({ after }, { tampers: true })
const { api } = w

const FREE = [{ ...LINE, unit_amount: 0 }]
const pathOf = ({ id }: Made) => `${INVOICES}/${id}`
const statusOf = async (invoice: Made) => (await get(api, pathOf(invoice))).status
const voided = async (invoice: Made) => (await api.post(`${pathOf(invoice)}/void`)).body

async function makeOverdue(): Promise<Made> {
  const invoice = await makeFinalized(api, { due_date: '2020-01-31' })
  await until('the invoice to be overdue', async () => (await statusOf(invoice)) === 'overdue')
  return get(api, pathOf(invoice))
}

async function typesOf({ id }: Made): Promise<string[]> {
  const events = await allEvents(api)
  return events.filter(({ data }) => data.object.id === id).map(({ type }) => type)
}

test('a create gives a draft', async () => {
  const invoice = await makeInvoice(api)
  assert.equal(invoice.status, 'draft')
  assert.deepEqual(await typesOf(invoice), ['invoice.created'])
})

test('a PATCH of a draft leaves it a draft', async () => {
  const invoice = await makeInvoice(api)
  const { body } = await api.patch(pathOf(invoice), { body: { notes: 'n' } })
  assert.equal(body.status, 'draft')
  assert.deepEqual(await typesOf(invoice), ['invoice.created', 'invoice.updated'])
})

test('finalize posts a draft with an amount due', async () => {
  const invoice = await makeInvoice(api)
  const { body } = await api.post(`${pathOf(invoice)}/finalize`)
  assert.equal(body.status, 'posted')
  assert.equal(body.finalized_at, body.updated_at)
  assert.equal(body.voided_at, null)
  assert.deepEqual(await typesOf(invoice), ['invoice.created', 'invoice.finalized'])
})

test('finalize marks a draft with nothing due as paid, with two events', async () => {
  const invoice = await makeInvoice(api, { line_items: FREE })
  const { body } = await api.post(`${pathOf(invoice)}/finalize`)
  assert.equal(body.status, 'paid')
  assert.equal(body.amount_due, 0)
  assert.match(body.number, /^INV-\d{6}$/)
  const types = await typesOf(invoice)
  assert.deepEqual(types, ['invoice.created', 'invoice.finalized', 'invoice.paid'])
})

test('void makes a draft void', async () => {
  const invoice = await makeInvoice(api)
  const body = await voided(invoice)
  assert.equal(body.status, 'void')
  assert.equal(body.number, invoice.number)
  assert.equal(body.finalized_at, null)
  assert.equal(body.voided_at, body.updated_at)
  assert.deepEqual(await typesOf(invoice), ['invoice.created', 'invoice.voided'])
})

test("a posted invoice is overdue when its due date is over in the account's time zone", async () => {
  const invoice = await makeOverdue()
  assert.deepEqual((await typesOf(invoice)).slice(1), ['invoice.finalized', 'invoice.overdue'])
  const last = (await allEvents(api)).at(-1)
  assert.deepEqual(last.data.object, invoice)
  assert.equal(last.data.previous_attributes.status, 'posted')
  // An invoice due later, or with nothing due, is unchanged.
  const later = await makeFinalized(api, { due_date: '2099-12-31' })
  const free = await makeFinalized(api, { due_date: '2020-01-31', line_items: FREE })
  const draft = await makeInvoice(api, { due_date: '2020-01-31' })
  await makeOverdue()
  assert.equal(await statusOf(later), 'posted')
  assert.equal(await statusOf(free), 'paid')
  assert.equal(await statusOf(draft), 'draft')
})

test('overdue means past the due date (specification 3.1)', async () => {
  // Each environment has its own clock: only the one moved past the due date changes.
  const key = w.keys.otherTest
  const soon = await makeFinalized(api, {}, { key })
  const here = await makeFinalized(api)
  await w.sql('update environment_counters set clock_ahead_ms = $2 where environment_id = $1', [
    ENVIRONMENTS.otherTest,
    32 * 86_400_000,
  ])
  await until('the invoice to be overdue', async () => {
    return (await get(api, pathOf(soon), { key })).status === 'overdue'
  })
  assert.equal(await statusOf(here), 'posted')
})

test('a posted, overdue or paid invoice without money payments can be voided', async () => {
  for (const invoice of [
    await makeFinalized(api),
    await makeOverdue(),
    await makeFinalized(api, { line_items: FREE }),
  ]) {
    const body = await voided(invoice)
    assert.equal(body.status, 'void', invoice.status)
    assert.equal(body.number, invoice.number)
    assert.equal(body.finalized_at, invoice.finalized_at)
    assert.equal(body.amount_due, invoice.amount_due)
    assert.equal((await typesOf(invoice)).at(-1), 'invoice.voided')
  }
  // A void invoice is final: the sweep does not change it.
  const gone = await makeFinalized(api, { due_date: '2099-12-31' })
  await voided(gone)
  await w.sql(
    "update invoices set due_date = '2020-01-01' where environment_id = 1 and number = $1",
    [gone.number],
  )
  await makeOverdue()
  assert.equal(await statusOf(gone), 'void')
})

test('voiding an invoice with payments gets 409 invoice_has_payments', async () => {
  for (const [invoice, amount] of [
    [await makeFinalized(api), 1],
    [await makeOverdue(), 5996],
    [await makeFinalized(api), 5997],
  ] as const) {
    await makePayment(api, invoice, { amount })
    refused(await api.post(`${pathOf(invoice)}/void`), 409, 'invoice_has_payments')
    const now = await get(api, pathOf(invoice))
    assert.equal(now.amount_remaining, 5997 - amount)
    assert.notEqual(now.status, 'void')
  }
})

test('invoice_has_payments is returned with 409 (contract 3)', async () => {
  const invoice = await makeFinalized(api)
  await makePayment(api, invoice, { amount: 100 })
  const answer = await api.post(`${pathOf(invoice)}/void`)
  assert.match(refused(answer, 409, 'invoice_has_payments').message, new RegExp(invoice.number))
})

test('an account that forbids voiding keeps its finalized invoices, and voids drafts', async () => {
  const change = (void_invoices: string) => bodyOf(api.patch(ACCOUNT, { body: { void_invoices } }))
  const [posted, paid, gone] = [
    await makeFinalized(api),
    await makeFinalized(api),
    await makeFinalized(api),
  ]
  await makePayment(api, paid, { amount: 1 })
  await voided(gone)
  assert.equal((await change('forbid')).void_invoices, 'forbid')
  for (const invoice of [
    posted,
    await makeOverdue(),
    await makeFinalized(api, { line_items: FREE }),
    paid,
  ]) {
    const before = await get(api, pathOf(invoice))
    for (const query of ['', '?dry_run=true']) {
      const answer = await api.post(`${pathOf(invoice)}/void${query}`)
      assert.equal(
        refused(answer, 409, 'void_forbidden').message,
        `Invoice ${invoice.number} is finalized, and this account forbids voiding finalized invoices. Issue a credit note instead.`,
      )
    }
    assert.deepEqual(await get(api, pathOf(invoice)), before)
  }
  refused(await api.post(`${pathOf(gone)}/void`), 409, 'invoice_not_voidable')
  assert.equal((await voided(await makeInvoice(api))).status, 'void')
  // Documents do not show it.
  const [kept] = await w.sql<{ has: boolean }>(
    "select snapshot::jsonb->'seller' ? 'void_invoices' as has from invoices where environment_id = 1 and number = $1",
    [(await makeFinalized(api)).number],
  )
  assert.deepEqual(kept, { has: false })
  assert.equal((await change('allow')).void_invoices, 'allow')
  assert.equal((await voided(posted)).status, 'void')
})

/** Returns one invoice in each state other than draft. */
async function notDrafts(): Promise<Made[]> {
  const gone = await makeInvoice(api)
  return [
    await makeFinalized(api),
    await makeOverdue(),
    await makeFinalized(api, { line_items: FREE }),
    await voided(gone),
  ]
}

test('finalize and PATCH of anything but a draft get 409 invoice_not_draft', async () => {
  for (const invoice of await notDrafts()) {
    const path = pathOf(invoice)
    refused(await api.post(`${path}/finalize`), 409, 'invoice_not_draft')
    refused(await api.patch(path, { body: { notes: 'x' } }), 409, 'invoice_not_draft')
    refused(await api.patch(path, { body: { metadata: {} } }), 409, 'invoice_not_draft')
    assert.deepEqual(await get(api, path), invoice)
  }
})

test('invoice_not_draft is returned with 409 (contract 3)', async () => {
  const invoice = await makeFinalized(api)
  const patched = await api.patch(pathOf(invoice), { body: { notes: 'x' } })
  assert.equal(
    refused(patched, 409, 'invoice_not_draft').message,
    `Invoice ${invoice.number} is posted; only a draft can be updated. Void it, and create a new one.`,
  )
})

test('voiding a void invoice gets 409 invoice_not_voidable', async () => {
  for (const invoice of [await makeInvoice(api), await makeFinalized(api)]) {
    const body = await voided(invoice)
    refused(await api.post(`${pathOf(invoice)}/void`), 409, 'invoice_not_voidable')
    assert.deepEqual(await get(api, pathOf(invoice)), body)
  }
})

test('invoice_not_voidable is returned with 409 (contract 3)', async () => {
  const invoice = await makeInvoice(api)
  await voided(invoice)
  const answer = await api.post(`${pathOf(invoice)}/void`)
  refused(answer, 409, 'invoice_not_voidable')
})

test('draft is the only state to update or finalize in (specification 3.1)', async () => {
  const invoice = await makeInvoice(api)
  assert.equal((await api.patch(pathOf(invoice), { body: { notes: 'n' } })).status, 200)
  assert.equal((await api.post(`${pathOf(invoice)}/finalize`)).status, 200)
  for (const other of await notDrafts()) {
    refused(await api.post(`${pathOf(other)}/finalize`), 409, 'invoice_not_draft')
  }
})

test('finalize makes an invoice posted (specification 3.1)', async () => {
  assert.equal((await makeFinalized(api)).status, 'posted')
})

test('a paid invoice has nothing left to pay (specification 3.1)', async () => {
  const free = await makeFinalized(api, { line_items: FREE })
  const finalized = await makeFinalized(api)
  await makePayment(api, finalized)
  for (const invoice of [free, await get(api, pathOf(finalized))]) {
    assert.equal(invoice.status, 'paid')
    assert.equal(invoice.amount_remaining, 0)
  }
})

test('a void invoice has nothing remaining, wherever it is shown', async () => {
  const customer = await makeCustomer(api)
  const draft = await voided(await makeInvoice(api, { customer_id: customer.id }))
  const finalized = await voided(await makeFinalized(api, { customer_id: customer.id }))
  for (const invoice of [draft, finalized]) {
    assert.deepEqual(
      [invoice.status, invoice.total, invoice.amount_due, invoice.amount_remaining],
      ['void', 5997, 5997, 0],
    )
    assert.deepEqual(await get(api, pathOf(invoice)), invoice)
    const { data } = await get(api, `/v1/events?object_id=${invoice.id}`)
    const voided = data.find(({ type }: Made) => type === 'invoice.voided')
    assert.deepEqual(voided.data.object, invoice)
    assert.equal(voided.data.previous_attributes.amount_remaining, 5997)
  }
  const listed = await get(api, `${INVOICES}?customer_id=${customer.id}`)
  assert.deepEqual(listed.data, [finalized, draft])
  const csv = await api.get(`${INVOICES}.csv?customer_id=${customer.id}`)
  const [head = '', ...rows] = csv.text.trim().split('\r\n')
  const at = head.split(',').indexOf('amount_remaining_major')
  assert.deepEqual(
    rows.map((text) => text.split(',')[at]),
    ['0.00', '0.00'],
  )
})

test('void cancels an invoice (specification 3.1)', async () => {
  assert.equal((await voided(await makeFinalized(api))).status, 'void')
})

// Each status change and its event are written by one transaction, as xmin shows.
test('each status change and its event share a transaction', async () => {
  const draft = await makeInvoice(api)
  const posted = await makeFinalized(api)
  const overdue = await makeOverdue()
  const gone = await voided(await makeFinalized(api))
  for (const invoice of [draft, posted, overdue, gone]) {
    const rows = await w.sql<{ same: boolean; type: string }>(
      `select i.xmin = e.xmin as same, e.object->>'status' as type
       from invoices i, events e
       where i.environment_id = 1 and i.number = $1 and e.environment_id = 1 and e.object_id = $2
       order by e.sequence desc limit 1`,
      [invoice.number, invoice.id],
    )
    assert.deepEqual(rows, [{ same: true, type: invoice.status }])
  }
})
