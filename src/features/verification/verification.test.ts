// Proves that each check of the books can go red, and that sound books are clean.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PoolClient } from 'pg'
import { corruptions, WITHOUT_CONSTRAINTS } from '../../../test/corruptions.ts'
import { emailCorruptions } from '../../../test/corruptions-emails.ts'
import { ledgerCorruptions } from '../../../test/corruptions-ledger.ts'
import { priceCorruptions } from '../../../test/corruptions-prices.ts'
import { sumCorruptions } from '../../../test/corruptions-sums.ts'
import { untaxedCorruptions } from '../../../test/corruptions-taxes.ts'
import { webhookCorruptions } from '../../../test/corruptions-webhooks.ts'
import { until, world } from '../../../test/harness.ts'
import { greyPng } from '../../../test/images.ts'
import { type Check, type Report, verify, verifyWithin } from './actions.ts'

// What is counted is counted by days, so the day does not end meanwhile.
const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' }, wallNow })

const line = (quantity: number, unit_amount: number, product_id?: string) => ({
  description: 'Seats',
  quantity,
  unit_amount,
  ...(product_id && { product_id }),
})

/** Ids of invoices by the state they were brought to. */
const id: Record<string, string> = {}

before(async () => {
  const post = async (path: string, body?: unknown, headers = {}) =>
    (await w.api.post(path, { body, headers })).body
  const customer = await post('/v1/customers', {
    name: 'Maple',
    email: 'ada@maple.example',
    metadata: { tier: 1, a: 'b' },
  })
  const leaver = await post('/v1/customers', { name: 'Leaver' })
  await w.api.delete(`/v1/customers/${leaver.id}`, { headers: { 'idempotency-key': 'leave' } })
  const product = await post('/v1/products', { name: 'Seat' })
  const retired = await post('/v1/products', { name: 'Old' })
  await w.api.patch(`/v1/products/${product.id}`, { body: { description: 'One seat' } })
  const create = async (state: string, lines: unknown[], more = {}) => {
    const body = { customer_id: customer.id, line_items: lines, ...more }
    const { id: created } = await post('/v1/invoices', body, { 'idempotency-key': state })
    id[state] = created
    return created as string
  }
  const finalize = (invoice: string) => post(`/v1/invoices/${invoice}/finalize`)
  await create('draft', [line(2, 150), line(3, 1999, product.id)])
  await w.api.patch(`/v1/invoices/${id.draft}`, { body: { line_items: [line(1, 5)], notes: 'n' } })
  await finalize(await create('posted', [line(3, 1999, product.id), line(1, 1, retired.id)]))
  await finalize(await create('paid', [line(1, 0)]))
  await finalize(await create('overdue', [line(1, 900)], { due_date: '2020-01-31' }))
  await post(`/v1/invoices/${await create('void_draft', [line(1, 7)])}/void`)
  await finalize(await create('void_posted', [line(1, 8)]))
  await post(`/v1/invoices/${id.void_posted}/void`)
  const pay = (invoice_id: string | undefined, amount: number) =>
    post('/v1/payments', { invoice_id, amount, currency: 'cad', method: 'cheque' })
  await pay(id.overdue, 100)
  const grant = (amount: string) =>
    post(`/v1/customers/${customer.id}/credit_transactions`, { amount })
  await grant('5.001')
  await finalize(await create('credited', [line(1, 300)]))
  await finalize(await create('void_credited', [line(1, 1000)]))
  await post(`/v1/invoices/${id.void_credited}/void`)
  await grant('-0.5')
  await post(`/v1/payments/${(await pay(id.posted, 1)).id}/reverse`)
  await w.api.delete(`/v1/products/${retired.id}`)
  // 10 × 0.05 + 3 × 0.025 + 1.00 = 1.575, which is 1.58.
  const price = await post('/v1/prices', {
    product_id: product.id,
    model: 'graduated',
    tiers: [
      { up_to: 10, unit_amount: 5 },
      { up_to: null, unit_amount_decimal: '2.5', flat_amount: 100 },
    ],
  })
  await finalize(await create('priced', [{ price_id: price.id, quantity: 13 }]))
  await w.api.patch(`/v1/prices/${price.id}`, {
    body: { tiers: [{ up_to: null, unit_amount: 4 }], new_version: true },
  })
  await w.api.post('/v1/account/logo', {
    body: { content_type: 'image/png', data: greyPng().toString('base64') },
  })
  const footer = 'Thank you.'
  await w.api.patch('/v1/account', { body: { footer, payment_instructions: { other: 'Cash' } } })
  await post('/v1/customers', { name: 'Live' }, { authorization: `Bearer ${w.keys.live}` })
  // Nobody listens there: the first event of the product is tried, the others are held back by it.
  const url = 'http://127.0.0.1:9/'
  const endpoint = await post('/v1/webhook_endpoints', { url, enabled_events: ['product.*'] })
  const hooked = await post('/v1/products', { name: 'Hooked' })
  await w.api.patch(`/v1/products/${hooked.id}`, { body: { name: 'Hooked twice' } })
  await w.api.patch(`/v1/products/${hooked.id}`, { body: { name: 'Hooked thrice' } })
  await until('an attempt that fails', async () => {
    const { body } = await w.api.get('/v1/webhook_deliveries')
    return body.data.length === 3 && body.data[2].attempts_made > 0
  })
  await post(`/v1/webhook_endpoints/${endpoint.id}/pause`)
  await until('the overdue sweep', async () => {
    const { body } = await w.api.get(`/v1/invoices/${id.overdue}`)
    return body.status === 'overdue'
  })
})

const red = (report: Report): Check[] => report.checks.filter((check) => check.differences > 0)
/** The chain finds whatever touches what was written, and has a test of its own: here the others are judged. */
const isJudged = ({ name }: Check) => name !== 'chain'

test('sound books are clean, and the report says what was looked at', async () => {
  const told: Check[] = []
  const report = await verify(w.pool, (check) => told.push(check))
  assert.deepEqual(red(report), [])
  assert.equal(report.clean, true)
  assert.deepEqual(told, report.checks)
  const looked = report.checks
    .filter((check) => check.account_id === 1 && check.mode === 'test' && isJudged(check))
    .map(({ name, checked, what }) => `${name}: ${checked} ${what}`)
  assert.deepEqual(looked, [
    'lines: 9 invoices',
    'totals: 9 invoices',
    'payments: 9 invoices',
    'states: 9 invoices',
    'documents: 9 invoices',
    'derivations: 7 invoices',
    'dates: 9 invoices',
    'texts: 9 invoices',
    'seals: 7 sealed invoices',
    'history: 25 objects',
    'feed: 26 objects',
    'numbers: 7 issued invoices',
    'draft_numbers: 2 invoices never issued',
    'events: 58 events',
    'counters: 14 counters',
    'idempotency: 10 idempotency keys',
    'references: 20 lines, invoices and balances',
    'strays: 10 tables',
    'balances: 1 balances',
    'webhooks: 3 deliveries',
    'attempts: 1 attempts',
    'clocks: 1 clocks',
    'settings: 1 settings',
    'logos: 1 logos',
    'snapshots: 7 issued invoices',
    'prices: 2 prices',
    'emails: 7 mails',
    'reminders: 0 reminders',
    'erasures: 0 erasures',
    'ledger_entries: 17 ledger entries',
    'ledger_documents: 34 postings',
    'receivable: 9 invoices',
    'settled: 2 payments',
    'credit: 6 credit transactions',
    'ledger_days: 5 sums',
    'day_sums: 10 sums',
    'owing_customers: 1 customers in a currency',
    'invoice_taxes: 0 taxes of entries',
    'tax_settings: 0 tax rates and registrations',
    'redemptions: 0 coupons and promotion codes',
    'entry_days: 17 ledger entries',
    'mails: 7 mails',
    'words: 5 customers and products',
  ])
  assert.equal(
    report.checks.filter(isJudged).length,
    4 * looked.length,
    'two accounts, test and live of each',
  )
})

test('it reads one snapshot and holds nobody up', async () => {
  const [report] = await Promise.all([
    verify(w.pool),
    ...Array.from({ length: 20 }, () => w.api.post('/v1/products', { body: { name: 'More' } })),
  ])
  assert.deepEqual(red(report), [])
})

/** Begins a transaction without constraints; again, when a sweep held a table that it needs. */
async function beginUnconstrained(client: PoolClient): Promise<void> {
  await until('all tables', async () => {
    await client.query('begin')
    try {
      return await client.query(WITHOUT_CONSTRAINTS)
    } catch {
      await client.query('rollback')
      return false
    }
  })
}

test('every way to spoil the books is found, by the checks it concerns and no other', async (t) => {
  const client = await w.pool.connect()
  t.after(() => client.release())
  const seen = new Set<string>()
  const idOf = (state: string) => id[state] ?? ''
  const spoilings = [
    ...corruptions(idOf),
    ...webhookCorruptions(),
    ...ledgerCorruptions(idOf),
    ...sumCorruptions(idOf),
    ...emailCorruptions(idOf),
    ...priceCorruptions(idOf),
    ...untaxedCorruptions(idOf),
  ]
  for (const [spoil, expected, said] of spoilings) {
    await beginUnconstrained(client)
    const { rowCount } = await client.query(spoil)
    assert.ok(rowCount, `nothing was spoilt by ${spoil}`)
    const found = red(await verifyWithin(client)).filter(isJudged)
    await client.query('rollback')
    const names = found.map((check) => check.name).sort()
    const examples = found.flatMap((check) => check.examples).join('\n')
    assert.deepEqual(names, expected, `${spoil}\n${examples}`)
    assert.match(examples, said)
    for (const { account_id, mode } of found) assert.deepEqual([account_id, mode], [1, 'test'])
    for (const name of names) seen.add(name)
  }
  const { checks } = await verify(w.pool)
  assert.deepEqual(
    // Coupons are spoilt in discounts-spoilt.test.ts.
    [...seen, 'redemptions'].sort(),
    [...new Set(checks.filter(isJudged).map((check) => check.name))].sort(),
  )
})

test('rows beyond the last environment are found as well', async (t) => {
  const client = await w.pool.connect()
  t.after(() => client.release())
  await client.query('begin')
  await client.query("insert into customer_balances values (999, 1, 'cad', 1)")
  const found = red(await verifyWithin(client))
  await client.query('rollback')
  assert.deepEqual(
    found.flatMap(({ examples }) => examples),
    ['customer_balances has rows of environment 999, which does not exist'],
  )
})

test('a report stays short however much is wrong', async (t) => {
  const client = await w.pool.connect()
  t.after(() => client.release())
  await client.query('begin')
  await client.query("update products set name = name || '!' where environment_id = 1")
  const [check] = red(await verifyWithin(client))
  await client.query('rollback')
  assert.equal(check?.name, 'history')
  assert.equal(check?.differences, 23)
  assert.equal(check?.examples.length, 20)
})
