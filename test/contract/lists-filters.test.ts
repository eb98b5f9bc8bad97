// Contract 2: filters by enumerated values, by metadata, and by dates in place of timestamps.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  ACCOUNT,
  CUSTOMERS,
  get,
  grantCredit,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  makeProduct,
  PAYMENTS,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'

// 23:30 on 1 November in Toronto, where the clock had gone back that morning.
let at = Date.parse('2026-11-02T04:30:00.000Z')
const w = await world({ after }, { wallNow: () => at })
const { api } = w

async function ids(path: string): Promise<unknown[]> {
  return (await get(api, path)).data.map(({ id }: Made) => id)
}

await api.patch(ACCOUNT, { body: { time_zone: 'America/Toronto' } })
const ada = await makeCustomer(api, {
  email: 'ada@lists.example',
  metadata: { plan: 'pro', seats: 5, beta: true },
})
const product = await makeProduct(api, { metadata: { sku: 'A-17' } })
const draft = await makeInvoice(api, { customer_id: ada.id, metadata: { order: 'A-17', round: 1 } })
const posted = await makeFinalized(api, { customer_id: ada.id, metadata: { order: 'A-18' } })
const paid = await makeFinalized(api, { customer_id: ada.id, currency: 'usd' })
const payment = await makePayment(api, paid, { metadata: { till: '2' } })
await grantCredit(api, ada.id, '10', 'cad')
// The next day begins at 05:00 UTC.
at = Date.parse('2026-11-02T05:00:00.000Z')
const bob = await makeCustomer(api, {
  metadata: { plan: 'pro', seats: '5', odd: 'a"\\b', empty: '' },
})

test("a date filter means midnight in the account's time zone", async () => {
  for (const [operator, date, found] of [
    ['gte', '2026-11-02', [bob.id]],
    ['gt', '2026-11-02', []],
    ['lte', '2026-11-02', [bob.id, ada.id]],
    ['lt', '2026-11-02', [ada.id]],
    ['gte', '2026-11-01', [bob.id, ada.id]],
    ['lt', '2026-11-01', []],
  ] as const) {
    assert.deepEqual(await ids(`${CUSTOMERS}?created_at[${operator}]=${date}`), found)
  }
  const day = 'created_at[gte]=2026-11-01&created_at[lt]=2026-11-02'
  assert.deepEqual(await ids(`${CUSTOMERS}?${day}`), [ada.id])
  assert.deepEqual(await ids(`${PRODUCTS}?${day}`), [product.id])
  assert.deepEqual(
    await ids(`${CUSTOMERS}?created_at[gte]=2026-11-03&created_at[lt]=2026-11-01`),
    [],
  )
  const csv = await api.get(`${CUSTOMERS}.csv?${day}`)
  assert.equal(csv.text.trim().split('\n').length, 2)
  for (const path of ['/v1/ledger/entries', '/v1/emails', '/v1/audit_log', PAYMENTS]) {
    assert.ok((await get(api, `${path}?created_at[lt]=2026-11-02`)).data.length > 0, path)
    assert.equal((await get(api, `${path}?created_at[lt]=2026-11-01`)).data.length, 0, path)
  }
  for (const value of ['2026-02-30', '2026-1-1', '20261101', '1899-12-31', '']) {
    const answer = await api.get(`${CUSTOMERS}?created_at[lt]=${value}`)
    refused(answer, 400, 'parameter_invalid', 'created_at[lt]')
  }
})

test('filters by enumerated values accept several, separated by commas', async () => {
  assert.deepEqual(await ids(`${INVOICES}?status=draft,posted`), [posted.id, draft.id])
  assert.deepEqual(await ids(`${INVOICES}?status=posted,draft,posted`), [posted.id, draft.id])
  assert.deepEqual(await ids(`${INVOICES}?status=paid`), [paid.id])
  assert.deepEqual(await ids(`${INVOICES}?currency=USD,eur`), [paid.id])
  assert.deepEqual(await ids(`${INVOICES}?currency=cad,usd`), [paid.id, posted.id, draft.id])
  assert.deepEqual(await ids(`${PAYMENTS}?method=cheque,bank_transfer&status=settled`), [
    payment.id,
  ])
  assert.deepEqual(await ids(`${PRODUCTS}?status=active,archived`), [product.id])
  const ledger = '/v1/ledger/entries'
  assert.equal(
    (await ids(`${ledger}?kind=invoice_finalized,payment_settled&currency=usd,eur`)).length,
    2,
  )
  assert.equal((await ids(`${ledger}?account=revenue,cash_bank_transfer`)).length, 3)
  assert.equal((await ids(`${ledger}?account=receivable`)).length, 3)
  const credit = `/v1/customers/${ada.id}/credit_transactions`
  assert.equal((await ids(`${credit}?currency=cad,usd`)).length, 1)
  assert.ok((await ids('/v1/api_keys?status=active,revoked')).length > 0)
  assert.deepEqual(await ids('/v1/api_keys?status=expired,revoked'), [])
  assert.ok((await ids('/v1/emails?status=outbox,sent&kind=invoice')).length > 0)
  assert.deepEqual(await ids('/v1/requests?method=HEAD,DELETE'), [])
  assert.deepEqual(await ids('/v1/webhook_deliveries?state=failed,pending'), [])
  const csv = await api.get(`${INVOICES}.csv?status=draft,posted`)
  assert.equal(csv.text.trim().split('\n').length, 3)
  const unknown = await api.get(`${INVOICES}?status=draft,posed`)
  const { message } = refused(unknown, 400, 'parameter_invalid', 'status')
  assert.match(message, /"posed".*Did you mean posted\?/)
  for (const status of [
    '',
    ',',
    'draft,',
    ',draft',
    'draft,,posted',
    'draft;posted',
    'DRAFT',
    'zzz',
  ]) {
    const answer = await api.get(`${INVOICES}?status=${encodeURIComponent(status)}`)
    refused(answer, 400, 'parameter_invalid', 'status')
  }
  refused(await api.get(`${INVOICES}?currency=cad,usdd`), 400, 'currency_invalid', 'currency')
})

test('metadata[key] filters objects with metadata, by up to 100 characters', async () => {
  const named = (query: string) => ids(`${CUSTOMERS}?${query}`)
  assert.deepEqual(await named('metadata[plan]=pro'), [bob.id, ada.id])
  assert.deepEqual(await named('metadata%5Bplan%5D=pro&metadata[beta]=true'), [ada.id])
  assert.deepEqual(await named('metadata[seats]=5'), [bob.id, ada.id])
  assert.deepEqual(await named('metadata[seats]=5.0'), [])
  assert.deepEqual(await named('metadata[plan]=Pro'), [])
  assert.deepEqual(await named('metadata[plan]=pr'), [])
  assert.deepEqual(await named('metadata[empty]='), [bob.id])
  assert.deepEqual(await named(`metadata[odd]=${encodeURIComponent('a"\\b')}`), [bob.id])
  assert.deepEqual(await named('metadata[__proto__]=x'), [])
  assert.deepEqual(await ids(`${PRODUCTS}?metadata[sku]=A-17`), [product.id])
  assert.deepEqual(await ids(`${INVOICES}?metadata[order]=A-17&status=draft,posted`), [draft.id])
  assert.deepEqual(await ids(`${INVOICES}?metadata[order]=A-17&metadata[round]=2`), [])
  assert.deepEqual(await ids(`${PAYMENTS}?metadata[till]=2`), [payment.id])
  // A changed object is found by its current value only.
  await api.patch(`${INVOICES}/${draft.id}`, { body: { metadata: { order: 'B-1' } } })
  assert.deepEqual(await ids(`${INVOICES}?metadata[order]=A-17`), [])
  assert.deepEqual(await ids(`${INVOICES}?metadata[order]=B-1&metadata[round]=1`), [draft.id])
  const csv = await api.get(`${INVOICES}.csv?metadata[order]=B-1`)
  assert.equal(csv.text.trim().split('\n').length, 2)
  const other = await get(api, `${CUSTOMERS}?metadata[plan]=pro`, { key: w.keys.otherTest })
  assert.deepEqual(other.data, [])
  const longest = 'x'.repeat(100)
  assert.deepEqual(await named(`metadata[plan]=${longest}`), [])
  for (const [query, param] of [
    [`metadata[plan]=${longest}x`, 'metadata[plan]'],
    ['metadata[]=x', 'metadata[]'],
    [`metadata[${'k'.repeat(41)}]=x`, `metadata[${'k'.repeat(41)}]`],
    ['metadata[a%00b]=x', 'metadata[a\u0000b]'],
    ['metadata=x', 'metadata'],
    ['metadata[a]=1&metadata[a]=2', 'metadata[a]'],
  ] as const) {
    refused(await api.get(`${CUSTOMERS}?${query}`), 400, 'parameter_invalid', param)
  }
  refused(await api.get('/v1/emails?metadata[a]=1'), 400, 'parameter_unknown', 'metadata[a]')
})
