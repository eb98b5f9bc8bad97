// Invoices beyond the contract tests: data stored in addition to the response, and the sweep by each clock.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  get,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  refused,
} from '../../../test/fixtures.ts'
import { ENVIRONMENTS, world } from '../../../test/harness.ts'
import { verifyWithin } from '../../app/verify.ts'
import { findDue, findDueEnvironments } from '../due-rows.ts'
import { overdue } from './store-due.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-20T12:00:00.000Z')
const w = await world(
  { after },
  { settings: { TIME_ZONE: 'America/St_Johns' }, wallNow: () => START },
)
const { api } = w

test('an invoice is due until its due date has passed in the time zone of the account', async () => {
  const { number } = await makeFinalized(api, { due_date: '2026-12-20' })
  const [row] = await w.sql<{ overdue_at: number }>(
    'select overdue_at from invoices where environment_id = 1 and number = $1',
    [number],
  )
  // Newfoundland is three and a half hours behind UTC in winter.
  assert.equal(row?.overdue_at, Date.parse('2026-12-21T03:30:00.000Z'))
})

test('invoices of each environment fall due by its own clock', async () => {
  const key = w.keys.otherLive
  const { number } = await makeFinalized(api, { due_date: '2026-12-20' }, { key })
  const dueAt = Date.parse('2026-12-21T03:30:00.000Z')
  const due = (wall: number) => findDueEnvironments(w.pool, overdue, wall)
  assert.deepEqual(await due(dueAt - 1), [])
  assert.deepEqual(await due(dueAt), [ENVIRONMENTS.test, ENVIRONMENTS.otherLive])
  await w.sql('update environment_counters set clock_ahead_ms = $2 where environment_id = $1', [
    ENVIRONMENTS.otherLive,
    DAY,
  ])
  assert.deepEqual(await due(dueAt - DAY), [ENVIRONMENTS.otherLive])
  const fallen = await findDue(w.pool, overdue, ENVIRONMENTS.otherLive, dueAt - DAY + 7, 10)
  assert.deepEqual(
    fallen.map(({ late_ms }) => late_ms),
    [7],
  )
  assert.match(number, /^INV-/)
  await w.sql('update environment_counters set clock_ahead_ms = 0')
})

test('finalized invoices keep their derivation when the code changes', async () => {
  const { number } = await makeFinalized(api)
  const [row] = await w.sql<{ derivation: unknown }>(
    'select derivation from invoices where environment_id = 1 and number = $1',
    [number],
  )
  assert.deepEqual(row?.derivation, {
    version: 2,
    currency: 'cad',
    exponent: 2,
    rule: 'amount_due',
    inputs: {},
    steps: [
      {
        rule: 'total',
        inputs: {},
        steps: [
          {
            rule: 'subtotal',
            inputs: {},
            steps: [
              {
                rule: 'line_amount',
                inputs: { quantity: 3, unit_amount: 1999 },
                steps: [],
                result: 5997,
              },
            ],
            result: 5997,
          },
          { rule: 'discount', inputs: {}, steps: [], result: 0 },
          { rule: 'tax', inputs: {}, steps: [], result: 0 },
        ],
        result: 5997,
      },
    ],
    result: 5997,
  })
})

test('a patch without changes is neither saved nor recorded', async () => {
  const draft = await makeInvoice(api, { notes: 'n', metadata: { a: 1 } })
  const before = (await get(api, '/v1/events')).total_count
  for (const body of [
    { notes: 'n' },
    { metadata: { a: 1 } },
    { line_items: [LINE] },
    { customer_id: draft.customer_id },
    { currency: 'CAD' },
  ]) {
    const answer = await api.patch(`${INVOICES}/${draft.id}`, { body })
    assert.deepEqual(answer.body, draft)
  }
  assert.equal((await get(api, '/v1/events')).total_count, before)
})

test('setting the due date to its current value fixes it: finalize then does not compute another', async () => {
  const draft = await makeInvoice(api)
  await api.patch(`${INVOICES}/${draft.id}`, { body: { due_date: draft.due_date } })
  const [row] = await w.sql<{ due_date_set: boolean }>(
    'select due_date_set from invoices where environment_id = 1 and number = $1',
    [draft.number],
  )
  assert.equal(row?.due_date_set, true)
})

test('lines keep their order and their products when all of them change', async () => {
  const customer = await makeCustomer(api)
  const lines = Array.from({ length: 40 }, (_, index) => ({ ...LINE, description: `L${index}` }))
  const { id } = await makeInvoice(api, { customer_id: customer.id, line_items: lines })
  const turned = lines.toReversed()
  const { body } = await api.patch(`${INVOICES}/${id}`, { body: { line_items: turned } })
  const texts = (items: { description: string }[]) => items.map(({ description }) => description)
  assert.deepEqual(texts(body.line_items), texts(turned))
  assert.deepEqual(texts((await get(api, `${INVOICES}/${id}`)).line_items), texts(turned))
})

test('a finalized invoice has a page that anyone with its address can open', async () => {
  const draft = await makeInvoice(api)
  assert.equal(draft.hosted_url, null)
  const finalized = await makeFinalized(api)
  const another = await makeFinalized(api)
  // Environment 1 in base 36, and 160 random bits: 27 digits of 62 hold 160.76.
  assert.match(finalized.hosted_url, new RegExp(`^${w.url}/i/1-[0-9A-Za-z]{27}$`))
  assert.notEqual(finalized.hosted_url, another.hosted_url)
  assert.equal((await get(api, `${INVOICES}/${finalized.id}`)).hosted_url, finalized.hosted_url)
})

test('the books agree with events from under another PUBLIC_URL', async () => {
  const { id: moved, hosted_url } = await makeFinalized(api)
  const elsewhere = hosted_url.replace(w.url, 'https://billing.example/reckoner')
  const tx = await w.pool.connect()
  /** Differences except those of the chain, which finds every changed row. */
  const found = async () =>
    (await verifyWithin(tx)).checks
      .filter(({ name, differences }) => name !== 'chain' && differences > 0)
      .map(({ name }) => name)
  try {
    await tx.query('begin')
    await tx.query(
      `update events set object = replace(object::text, $2, $3)::json
       where environment_id = 1 and object_id = $1`,
      [moved, hosted_url, elsewhere],
    )
    assert.deepEqual(await found(), [])
    await tx.query(
      `update events set object = replace(object::text, '/i/1-', '/i/1-x')::json
       where environment_id = 1 and object_id = $1`,
      [moved],
    )
    assert.deepEqual(await found(), ['history'])
  } finally {
    await tx.query('rollback')
    tx.release()
  }
})

test('a line without a subscription can say what period it is for', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const period = { start: '2026-11-01T03:30:00.000Z', end: '2026-12-01T03:30:00.000Z' }
  const line_items = [{ ...LINE, period }]
  const draft = await makeInvoice(api, { customer_id, line_items })
  const shown = ({ line_items: [line] }: Made) => [
    line.kind,
    line.subscription_item_id,
    line.period,
  ]
  assert.deepEqual(shown(draft), ['one_time', null, period])
  // Clients send back objects that they read.
  const path = `${INVOICES}/${draft.id}`
  const kept = await api.patch(path, { body: { line_items: draft.line_items } })
  assert.deepEqual(shown(kept.body), ['one_time', null, period])
  const final = await api.post(`${path}/finalize`)
  assert.deepEqual(shown(final.body), ['one_time', null, period])
  const page = await (await fetch(final.body.hosted_url)).text()
  assert.match(page, /November 1, 2026\D+November 30, 2026/)
  const backwards = [{ ...LINE, period: { start: period.end, end: period.start } }]
  const body = { customer_id, line_items: backwards }
  refused(await api.post(INVOICES, { body }), 400, 'parameter_invalid', 'line_items[0].period.end')
})

test('an invoice and its lines can say when something was supplied', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const line_items = [{ ...LINE, supply_date: '2026-11-12' }, LINE]
  const draft = await makeInvoice(api, { customer_id, line_items, supply_date: '2026-11-14' })
  const path = `${INVOICES}/${draft.id}`
  const days = (invoice: Made) =>
    [invoice, ...invoice.line_items].map(({ supply_date }) => supply_date)
  assert.deepEqual(days(draft), ['2026-11-14', '2026-11-12', null])
  const back = { line_items: draft.line_items, supply_date: draft.supply_date }
  assert.deepEqual(days((await api.patch(path, { body: back })).body), days(draft))
  const cleared = await api.patch(path, { body: { supply_date: null } })
  assert.deepEqual(days(cleared.body), [null, '2026-11-12', null])
  await api.patch(path, { body: { supply_date: '2026-11-15' } })
  const { body } = await api.post(`${path}/finalize`)
  const page = await (await fetch(body.hosted_url)).text()
  assert.match(page, /Date of supply\D+November 15, 2026/)
  assert.match(page, /Supplied November 12, 2026/)
  const period = { start: '2026-11-01T03:30:00.000Z', end: '2026-12-01T03:30:00.000Z' }
  const both = { customer_id, line_items: [{ ...LINE, period, supply_date: '2026-11-12' }] }
  const name = 'line_items[0].supply_date'
  refused(await api.post(INVOICES, { body: both }), 400, 'parameters_exclusive', name)
})

test('an invoice can relate to an earlier one of the same customer', async () => {
  const first = await makeFinalized(api)
  const { customer_id, id: relates_to } = first
  const draft = await makeInvoice(api, { customer_id, relates_to })
  assert.equal(draft.relates_to, relates_to)
  const path = `${INVOICES}/${draft.id}`
  const { id: other } = await makeCustomer(api)
  const moved = { customer_id: other }
  refused(await api.patch(path, { body: moved }), 400, 'parameter_invalid', 'customer_id')
  const { body } = await api.post(`${path}/finalize`)
  const page = await (await fetch(body.hosted_url)).text()
  assert.match(page, new RegExp(`Relates to invoice[^I]+${first.number}`))
  const related = { line_items: [LINE], relates_to }
  for (const [wrong, code] of [
    [{ ...related, customer_id: other }, 'parameter_invalid'],
    [{ ...related, customer_id, relates_to: (await makeInvoice(api)).id }, 'parameter_invalid'],
    [{ ...related, customer_id, relates_to: `${relates_to.slice(0, -2)}zz` }, 'resource_missing'],
  ] as const) {
    refused(await api.post(INVOICES, { body: wrong }), 400, code, 'relates_to')
  }
  const free = await makeInvoice(api, { customer_id, relates_to })
  const body2 = { customer_id: other, relates_to: null }
  const freed = await api.patch(`${INVOICES}/${free.id}`, { body: body2 })
  assert.deepEqual([freed.body.customer_id, freed.body.relates_to], [`cus_${other}`, null])
})
