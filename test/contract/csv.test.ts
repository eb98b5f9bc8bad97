// Every list as CSV: the same objects, for spreadsheets, without their traps.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { declaredRoutes } from '../../src/app/api.ts'
import { cellsOf, readCsv } from '../csv.ts'
import {
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeInvoice,
  makeIssued,
  makePayment,
  makeProduct,
  PAYMENTS,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { furnish } from './furnished.ts'
import { row } from './rows.ts'

const w = await world({ after }, { settings: { MAIL_FROM: 'billing@example.com' } })
const { api, keys } = w
const ours = await furnish(api, { key: keys.test, live: keys.live }, 'Maple')

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

const exports = declaredRoutes().filter(
  ({ path }) => path.endsWith('.csv') && !/journal/.test(path),
)

/** A list in both forms, of one moment: deliveries and uses go on, so it may take some tries. */
function bothOf(at: string, among: string, key: string) {
  const read = () => get(api, `/v1${at}?limit=100&${among}`, { key })
  return until('a list that stands still', async () => {
    const { data, has_more } = await read()
    const rows = await csv(`/v1${at}.csv?${among}`, key)
    return isDeepStrictEqual((await read()).data, data) && { data, rows, has_more }
  })
}

row('csv every list', async () => {
  const last = await api.post(PRODUCTS, { body: { name: 'The last' } })
  await until('the log of what was made', async () => {
    const line = await api.get(`/v1/requests/${last.headers['request-id']}`)
    return line.status === 200
  })
  const lists = declaredRoutes().filter(
    ({ operation, query }) =>
      operation.startsWith('list') && 'created_at[gte]' in (query as Made).properties,
  )
  for (const list of lists) {
    const route = exports.find(({ path }) => path === `${list.path}.csv`)
    assert.ok(route, `${list.operation} has a CSV`)
    const at = list.path.replace(/:[a-z_]+/, ours.ids.customers?.[0] ?? '')
    // The log goes on while it is read, but for what was asked before.
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
        assert.ok(name in item || name === 'contact_name', `${list.operation} has no ${name}`)
        const [value, cell] = [item[name], rows[index]?.[name]]
        const same = ['string', 'boolean'].includes(typeof value)
        if (same) assert.equal(cell?.replace(/^'(?=[=+\-@])/, ''), String(value), name)
        if (value === null || value === undefined) assert.equal(cell, '', name)
      }
    }
  }
  assert.equal(exports.length, lists.length)
})

row('csv filters', async () => {
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

// 3 × 19.99 = 59.97; yen have no digits behind the point, dinars of Kuwait three (ISO 4217).
row('csv amounts', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const cad = await makeIssued(api, { customer_id })
  await makePayment(api, cad, { amount: 997 })
  const line = { description: 'x', quantity: 1, unit_amount: 1999 }
  await makeIssued(api, { customer_id, currency: 'jpy', line_items: [line] })
  await makeIssued(api, { customer_id, currency: 'kwd', line_items: [line] })
  const rows = await csv(`${INVOICES}.csv?customer_id=${customer_id}`)
  assert.deepEqual(
    rows.map(({ currency, total, amount_due, amount_paid, amount_remaining }) => [
      ...[currency, total, amount_due, amount_paid, amount_remaining],
    ]),
    [
      ['kwd', '1.999', '1.999', '0.000', '1.999'],
      ['jpy', '1999', '1999', '0', '1999'],
      ['cad', '59.97', '59.97', '9.97', '50.00'],
    ],
  )
  const [paid] = await csv(`${PAYMENTS}.csv?invoice_id=${cad.id}`)
  assert.deepEqual([paid?.amount, paid?.currency], ['9.97', 'cad'])
})

row('csv formulas', async () => {
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

row('csv whole', async (t) => {
  const here = await world(t, { tampers: true })
  // 1 201 rows are three chunks of 500; a hundred at a time share an instant, across their borders.
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
  // The instants 3 to 9 have a hundred each.
  const some = '?created_at[gte]=2026-01-01T00:00:03.000Z&created_at[lt]=2026-01-01T00:00:10.000Z'
  assert.equal(new Set(await read(some)).size, 700)
})

row('csv empty', async () => {
  const answer = await api.get(`${PRODUCTS}.csv`, { key: keys.otherLive })
  assert.deepEqual(cellsOf(answer.text), [
    ['id', 'name', 'description', 'status', 'metadata', 'created_at', 'updated_at'],
  ])
  const head = await api.send('HEAD', `${PRODUCTS}.csv`)
  assert.equal(head.status, 200)
})

const ids = (list: Made) => list.data.map(({ id }: Made) => id)

row('filter open', async () => {
  const { id: customer_id } = await makeCustomer(api)
  const draft = await makeInvoice(api, { customer_id })
  const posted = await makeIssued(api, { customer_id })
  const paid = await makeIssued(api, { customer_id })
  await makePayment(api, paid)
  const of = `${INVOICES}?customer_id=${customer_id}`
  assert.deepEqual(ids(await get(api, `${of}&open=true`)), [posted.id])
  assert.deepEqual(ids(await get(api, `${of}&open=false`)), [paid.id, draft.id])
  assert.deepEqual(ids(await get(api, `${of}&open=true&status=paid`)), [])
})

row('filter currency', async () => {
  const yen = await makeIssued(api, { currency: 'JPY' })
  const payment = await makePayment(api, yen)
  const { id: customer_id } = { id: yen.customer_id }
  assert.deepEqual(ids(await get(api, `${INVOICES}?customer_id=${customer_id}&currency=JPY`)), [
    yen.id,
  ])
  assert.deepEqual(ids(await get(api, `${INVOICES}?customer_id=${customer_id}&currency=cad`)), [])
  assert.deepEqual(ids(await get(api, `${PAYMENTS}?currency=jpy`)), [payment.id])
  refused(await api.get(`${INVOICES}?currency=xxx`), 400, 'currency_invalid', 'currency')
})

row('filter endpoint status', async () => {
  const [id] = ours.ids.webhook_endpoints ?? []
  assert.deepEqual(ids(await get(api, '/v1/webhook_endpoints?status=enabled')), [id])
  assert.deepEqual(ids(await get(api, '/v1/webhook_endpoints?status=paused')), [])
  await api.post(`/v1/webhook_endpoints/${id}/pause`)
  assert.deepEqual(ids(await get(api, '/v1/webhook_endpoints?status=paused')), [id])
})
