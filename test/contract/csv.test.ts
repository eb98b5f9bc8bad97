// Every list as CSV: the same objects, safe to open in a spreadsheet.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { ROUTES } from '../../src/app/routes.ts'
import { owner } from '../browser-like.ts'
import { cellsOf, readCsv } from '../csv.ts'
import {
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
import { until, world } from '../harness.ts'
import { furnish } from './furnished.ts'

const w = await world({ after }, { settings: { MAIL_FROM: 'billing@example.com' } })
const { api, keys } = w
const ours = await furnish(api, { key: keys.test, live: keys.live }, 'Maple')

/** A payment that was reversed here by hand, whose money the gateway still has. */
async function differ(): Promise<void> {
  const [online] = (await get(api, `${PAYMENTS}?method=gateway&status=settled`)).data
  await api.post(`${PAYMENTS}/${online.id}/reverse`, { body: {} })
  await api.post('/v1/reconciliation/run', { body: {} })
  const path = '/v1/reconciliation/differences'
  await until('a difference', async () => (await get(api, path)).data.length > 0)
}
await differ()

async function csv(path: string, key = keys.test): Promise<Record<string, string>[]> {
  const answer = await api.get(path, { key })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8; header=present')
  assert.match(
    String(answer.headers['content-disposition']),
    /^attachment; filename="[a-z_]+\.csv"$/,
  )
  return readCsv(answer.text)
}

/** A path with the IDs that it needs: of a customer, or of a price migration. */
const filled = (path: string, customer: string) =>
  path.replace(':customer_id', customer).replace(':id', ours.ids.price_migrations?.[0] ?? '')

const exports = ROUTES.filter(
  ({ path }) => path.endsWith('.csv') && !/journal|tax\/report|statement|preview/.test(path),
)

/** Fetches a list in both forms at one moment; retries, because deliveries and key uses go on. */
function bothOf(at: string, among: string, key: string) {
  const read = () => get(api, `/v1${at}?limit=100&${among}`, { key })
  return until('a list that stands still', async () => {
    const { data, has_more } = await read()
    const rows = await csv(`/v1${at}.csv?${among}`, key)
    return isDeepStrictEqual((await read()).data, data) && { data, rows, has_more }
  })
}

test('every list has a CSV with the documented columns and the same objects', async () => {
  const last = await api.post(PRODUCTS, { body: { name: 'The last' } })
  await until('the log of what was made', async () => {
    const line = await api.get(`/v1/requests/${last.headers['request-id']}`)
    return line.status === 200
  })
  const lists = ROUTES.filter(
    ({ operation, query }) =>
      operation.startsWith('list') && query && 'created_at[gte]' in (query as Made).properties,
  )
  for (const list of lists) {
    const route = exports.find(({ path }) => path === `${list.path}.csv`)
    assert.ok(route, `${list.operation} has a CSV`)
    const at = filled(list.path, ours.ids.customers?.[0] ?? '')
    // The log grows while it is read, except for entries of earlier requests.
    const among = list.path === '/requests' ? 'method=POST' : ''
    const { data, rows, has_more } = await bothOf(at, among, list.ofPeople ? keys.live : keys.test)
    assert.ok(data.length > 0 && !has_more, `${list.operation} lists something`)
    assert.deepEqual(
      rows.map(({ id }) => id),
      data.map(({ id }: Made) => String(id)),
    )
    const names = Object.keys(rows[0] ?? {})
    for (const name of names) assert.ok(route.description?.includes(`\`${name}\``), name)
    for (const [index, item] of data.entries()) {
      for (const name of names) {
        const member = name.replace(/_major$/, '')
        assert.ok(member in item || name === 'contact_name', `${list.operation} has no ${name}`)
        const [value, cell] = [item[member], rows[index]?.[name]]
        const same = ['string', 'boolean'].includes(typeof value)
        if (same) assert.equal(cell?.replace(/^'(?=[=+\-@])/, ''), String(value), name)
        if (value === null || value === undefined) assert.equal(cell, '', name)
      }
    }
  }
  assert.equal(exports.length, lists.length)
})

test('the CSV takes the filters of its list and rejects paging parameters', async () => {
  const archived = await makeProduct(api, { name: 'Old' })
  await api.delete(`${PRODUCTS}/${archived.id}`)
  const rows = await csv(`${PRODUCTS}.csv?status=archived`)
  assert.deepEqual(
    rows.map(({ id }) => id),
    [archived.id],
  )
  for (const name of ['limit', 'offset', 'starting_after', 'ending_before']) {
    refused(await api.get(`${PRODUCTS}.csv?${name}=1`), 400, 'parameter_unknown', name)
  }
  refused(await api.get(`${PRODUCTS}.csv?status=none`), 400, 'parameter_invalid', 'status')
  refused(await api.get('/v1/customers/cus_7/credit_transactions.csv'), 404, 'resource_missing')
})

// 3 × 19.99 = 59.97; the yen has no decimals, the Kuwaiti dinar three (ISO 4217).
test('CSV amounts are decimals of the major unit', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const cad = await makeFinalized(api, { customer_id })
  await makePayment(api, cad, { amount: 997 })
  const line = { description: 'x', quantity: 1, unit_amount: 1999 }
  await makeFinalized(api, { customer_id, currency: 'jpy', line_items: [line] })
  await makeFinalized(api, { customer_id, currency: 'kwd', line_items: [line] })
  const rows = await csv(`${INVOICES}.csv?customer_id=${customer_id}`)
  assert.deepEqual(
    rows.map(({ currency, total_major, amount_due_major, amount_paid_major, ...row }) => [
      ...[currency, total_major, amount_due_major, amount_paid_major, row.amount_remaining_major],
    ]),
    [
      ['kwd', '1.999', '1.999', '0.000', '1.999'],
      ['jpy', '1999', '1999', '0', '1999'],
      ['cad', '59.97', '59.97', '9.97', '50.00'],
    ],
  )
  const [paid] = await csv(`${PAYMENTS}.csv?invoice_id=${cad.id}`)
  assert.deepEqual([paid?.amount_major, paid?.currency], ['9.97', 'cad'])
})

/** Columns whose names look like amounts. */
const NO_AMOUNTS = [
  ...['credit_note_id', 'credit_note_number', 'moved_to_balance_at'],
  ...['tax_exempt', 'tax_id', 'tax_ids', 'tax_code', 'tax_behavior', 'taxes'],
  ...['tax_rate', 'tax_name', 'subscriptions_total'],
]

test('every CSV amount is in the major unit, and its heading says so', async () => {
  const { id } = await makeCustomer(api)
  await grantCredit(api, id, '12.5', 'cad')
  await grantCredit(api, id, '3', 'jpy')
  const line = { description: 'x', quantity: 2, unit_amount: 1999 }
  const invoice = await makeFinalized(api, { customer_id: id, currency: 'kwd', line_items: [line] })
  const [customer] = await csv(`${CUSTOMERS}.csv?ids=${id}`)
  assert.equal(customer?.credit_balance_major, '12.50000000')
  assert.equal(customer?.credit_balances_major, '{"jpy":"3.00000000"}')
  const [grant] = await csv(`/v1/customers/${id}/credit_transactions.csv?currency=cad`)
  assert.equal(grant?.amount_major, '12.50000000')
  const [billed] = await csv(`${INVOICES}.csv?number=${invoice.number}`)
  assert.deepEqual(JSON.parse(billed?.line_items ?? ''), [
    {
      id: invoice.line_items[0].id,
      description: 'x',
      quantity: 2,
      unit_amount_major: '1.999',
      amount_major: '3.998',
      product_id: null,
      price_id: null,
      ...{ quantity_decimal: null, unit_amount_decimal: null, events: null, pricing: null },
      ...{ discount_major: '0.000', net_major: '3.998', tax_major: '0.000' },
      ...{ tax_rates: null, discounts: [], taxes: [] },
      ...{ kind: 'one_time', subscription_id: null, subscription_item_id: null, period: null },
      ...{ supply_date: null, invoice_item_id: null },
    },
  ])
  const [entry] = await csv(`/v1/ledger/entries.csv?invoice_id=${invoice.id}`)
  assert.deepEqual(JSON.parse(entry?.postings ?? '')[0], {
    account: 'receivable',
    debit_major: '3.99800000',
    credit_major: '0.00000000',
    ...{ tax_rate: null, tax_name: null },
  })
  // The heading of every amount in any CSV names its unit.
  const headings = await Promise.all(
    [
      ...exports.map(({ path }) => path),
      '/ledger/journal.csv',
      '/tax/report.csv?from=2026-01-01&to=2026-12-31',
      '/customers/:customer_id/statement.csv?from=2026-01-01&to=2026-01-31',
    ].map(async (path) => {
      const at = filled(path, String(id))
      const key =
        path.startsWith('/members') || path.startsWith('/sessions') ? keys.live : keys.test
      return cellsOf((await api.get(`/v1${at}`, { key })).text)[0] ?? []
    }),
  )
  const money = /amount(?!_decimal)|total|^tax|credit_|balance|debit|^credit|unallocated/
  const amounts = headings.flat().filter((name) => money.test(name) && !NO_AMOUNTS.includes(name))
  assert.equal(amounts.length, 53)
  assert.deepEqual(
    amounts.filter((name) => !name.endsWith('_major')),
    [],
  )
})

test('no cell runs as a formula; quotes, commas and line breaks survive', async () => {
  const names = ['=1+1', '+1', '-1', '@x', 'a,"b"\r\nc', '"=1"', '\tx', 'ü 日本 🎉']
  for (const name of names) await makeProduct(api, { name, description: name })
  const text = (await api.get(`${PRODUCTS}.csv`)).text
  const shown = readCsv(text).slice(0, names.length).reverse()
  const expected = ["'=1+1", "'+1", "'-1", "'@x", 'a,"b"\r\nc', '"=1"', "'\tx", 'ü 日本 🎉']
  assert.deepEqual(
    shown.map(({ name }) => name),
    expected,
  )
  assert.deepEqual(
    shown.map(({ description }) => description),
    expected,
  )
})

test('a CSV is complete over many chunks, also if many rows share a timestamp', async (t) => {
  const here = await world(t, { tampers: true })
  // 1 201 rows are three chunks of 500; groups of 100 rows that share a timestamp cross the chunk borders.
  await here.sql(
    `insert into products (environment_id, id, name, description, status, metadata, created_at, updated_at)
     select 1, md5(n::text)::uuid, 'P' || n, '', case when n % 2 = 0 then 'active' else 'archived' end,
       '{}', at, at
     from (select n, timestamptz '2026-01-01Z' + n / 100 * interval '1 second' as at
           from generate_series(0, 1200) n) series`,
  )
  const read = async (query: string) => {
    const answer = await here.api.get(`${PRODUCTS}.csv${query}`)
    return readCsv(answer.text).map(({ name }) => name)
  }
  const whole = await read('')
  assert.equal(new Set(whole).size, 1201)
  assert.equal(whole.length, 1201)
  assert.equal((await read('?status=active')).length, 601)
  // The timestamps 3 to 9 have 100 rows each.
  const some = '?created_at[gte]=2026-01-01T00:00:03.000Z&created_at[lt]=2026-01-01T00:00:10.000Z'
  assert.equal(new Set(await read(some)).size, 700)
})

test('an empty list is a CSV with only the heading', async () => {
  const answer = await api.get(`${PRODUCTS}.csv`, { key: keys.otherLive })
  assert.deepEqual(cellsOf(answer.text), [
    ['id', 'name', 'description', 'status', 'metadata', 'created_at', 'updated_at', 'tax_code'],
  ])
  const head = await api.send('HEAD', `${PRODUCTS}.csv`)
  assert.equal(head.status, 200)
})

const ids = (list: Made) => list.data.map(({ id }: Made) => id)

test('open=true selects posted and overdue invoices, and open=false all others', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const draft = await makeInvoice(api, { customer_id })
  const posted = await makeFinalized(api, { customer_id })
  const paid = await makeFinalized(api, { customer_id })
  await makePayment(api, paid)
  const of = `${INVOICES}?customer_id=${customer_id}`
  assert.deepEqual(ids(await get(api, `${of}&open=true`)), [posted.id])
  assert.deepEqual(ids(await get(api, `${of}&open=false`)), [paid.id, draft.id])
  assert.deepEqual(ids(await get(api, `${of}&open=true&status=paid`)), [])
})

test('the currency filter of invoices and payments ignores case', async () => {
  const yen = await makeFinalized(api, { currency: 'JPY' })
  const payment = await makePayment(api, yen)
  const { id: customer_id } = { id: yen.customer_id }
  assert.deepEqual(ids(await get(api, `${INVOICES}?customer_id=${customer_id}&currency=JPY`)), [
    yen.id,
  ])
  assert.deepEqual(ids(await get(api, `${INVOICES}?customer_id=${customer_id}&currency=cad`)), [])
  assert.deepEqual(ids(await get(api, `${PAYMENTS}?currency=jpy`)), [payment.id])
  refused(await api.get(`${INVOICES}?currency=xxx`), 400, 'currency_invalid', 'currency')
})

test('the endpoint status filter finds disabled and paused endpoints', async () => {
  const [id] = ours.ids.webhook_endpoints ?? []
  assert.deepEqual(ids(await get(api, '/v1/webhook_endpoints?status=enabled')), [id])
  assert.deepEqual(ids(await get(api, '/v1/webhook_endpoints?status=paused')), [])
  await api.post(`/v1/webhook_endpoints/${id}/pause`)
  assert.deepEqual(ids(await get(api, '/v1/webhook_endpoints?status=paused')), [id])
})

test('people get CSV with a byte-order mark, programs without', async () => {
  const person = await owner(w)
  const period = 'from=2026-01-01&to=2026-12-31'
  for (const path of ['customers.csv', 'ledger/journal.csv', `tax/report.csv?${period}`]) {
    const [byKey, byPerson] = await Promise.all([
      api.get(`/v1/${path}`),
      person.at('1/test').get(`/v1/${path}`),
    ])
    assert.equal(byKey.status, 200, byKey.text)
    assert.equal(byPerson.bytes.subarray(0, 3).toString('hex'), 'efbbbf')
    assert.deepEqual(byPerson.bytes.subarray(3), byKey.bytes)
  }
})
