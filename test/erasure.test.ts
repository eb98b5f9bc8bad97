// Erases a customer whose name is in every text: afterwards it is found nowhere, and the books are unchanged.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { verify } from '../src/app/verify.ts'
import { reckonerHere } from './cli.ts'
import { advanceTo } from './clock.ts'
import {
  allEvents,
  bodyOf,
  get,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  refused,
} from './fixtures.ts'
import { isPart } from './forgotten-columns.ts'
import { until, world } from './harness.ts'
import { startReceiver } from './receiver.ts'

/** In every text that a client can send about this customer, and nowhere else. */
const WHO = 'Quellmund'
/** Another customer, whose data stays. The hyphen makes sure that no random token contains it. */
const BYSTANDER = 'Ada-Bystander'
const FIXTURES = ['customers', 'invoices', 'invoice_lines', 'payments', 'emails', 'events'] as const

const w = await world({ after }, { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { api } = w
const receiver = await startReceiver({ after })
/** Echoes what it received, as receivers do when something is wrong. */
receiver.answer = ({ text }, response) => response.writeHead(500).end(text)

const line = { description: `Portrait of ${WHO}`, quantity: 3, unit_amount: 1999 }
const metadata = { who: WHO }

function ok(method: string, path: string, body?: object, key?: string): Promise<Made> {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return bodyOf(api.send(method, path, { headers, ...(body && { body }) }))
}

/** Creates a customer with one of everything: drafts, finalized and paid invoices, emails, credit, webhooks. */
async function plant(): Promise<number> {
  const endpoint = await ok('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const { id } = await ok('POST', '/v1/customers', { name: `Zaphira ${WHO}` }, 'planted')
  const path = `/v1/customers/${id}`
  await ok('PATCH', path, {
    contact_name: `Z. ${WHO}`,
    email: `z@${WHO.toLowerCase()}.example`,
    phone: `+1 ${WHO}`,
    address_line1: `1 ${WHO} Street`,
    address_line2: WHO,
    city: WHO,
    state_province: WHO,
    // Regions of the default country are a closed list.
    country: 'DE',
    postal_code: WHO,
    tax_id: WHO,
    external_id: WHO,
    language: 'fr',
    metadata,
  })
  // Nothing changes, so no event has the response: it is stored with the key.
  await ok('PATCH', path, { city: WHO }, 'kept')
  const texts = { customer_id: id, line_items: [line], notes: `For ${WHO}`, metadata }
  const mistaken = await ok('POST', '/v1/invoices', { ...texts, notes: `Draft for ${WHO}` })
  await ok('PATCH', `/v1/invoices/${mistaken.id}`, { notes: `Still for ${WHO}` })
  await ok('POST', `/v1/invoices/${mistaken.id}/void`)
  await ok('POST', `${path}/credit_transactions`, { amount: '10', reason: `For ${WHO}`, metadata })
  const draft = await ok('POST', '/v1/invoices', texts)
  const finalized = await ok('POST', `/v1/invoices/${draft.id}/finalize`)
  await ok('POST', `/v1/invoices/${finalized.id}/send`, {
    to: `other@${WHO.toLowerCase()}.example`,
    cc: [`copy@${WHO.toLowerCase()}.example`],
    message: `Dear ${WHO}`,
  })
  assert.equal((await api.get(`/v1/invoices/${finalized.id}/pdf`)).status, 200)
  const paid = { invoice_id: finalized.id, currency: 'cad', method: 'cheque', metadata }
  const mistake = { ...paid, amount: 100, reference: WHO, note: `From ${WHO}` }
  const { id: bounced } = await ok('POST', '/v1/payments', mistake)
  await ok('POST', `/v1/payments/${bounced}/reverse`, { reason: `${WHO} said so` })
  await ok('POST', '/v1/payments', { ...paid, amount: finalized.amount_due, reference: WHO })
  await until('webhooks to have been answered', async () => {
    const rows = await w.sql(`select 1 from webhook_attempts where response_body like '%${WHO}%'`)
    return rows.length > 0
  })
  // Deliveries that are still pending get the current data.
  await ok('POST', `/v1/webhook_endpoints/${endpoint.id}/pause`)
  return id
}

/** Returns each column of each table that contains the name, as text or as bytes. */
async function whereFound(): Promise<string[]> {
  const columns = await w.sql<{ at: string; tbl: string; name: string }>(
    `select table_name || '.' || column_name as at, table_name as tbl, column_name as name
     from information_schema.columns where table_schema = 'public' and not ${isPart('table_name')} order by 1`,
  )
  const hex = Buffer.from(WHO.toLowerCase()).toString('hex')
  const found: string[] = []
  for (const { at, tbl, name } of columns) {
    const [row] = await w.sql<{ yes: boolean }>(
      `select exists (select from ${tbl} where lower(${name}::text) like '%' || $1 || '%'
         or ${name}::text like '%' || $2 || '%') as yes`,
      [WHO.toLowerCase(), hex],
    )
    if (row?.yes) found.push(at)
  }
  return found
}

/** The content of the books: amounts, dates and numbers. */
async function books(): Promise<unknown> {
  const all: unknown[] = []
  for (const statement of [
    'select * from ledger_entries order by id',
    'select * from ledger_postings order by entry_id, account',
    'select * from ledger_days order by 1, 2, 3, 4',
    'select * from customer_balances order by 1, 2, 3',
    `select id, customer_id, status, number, currency, due_date, subtotal, tax, total, amount_due,
       amount_paid, credit_applied, created_at, updated_at, finalized_at, voided_at,
       derivation::text, snapshot -> 'seller' as seller from invoices order by id`,
    `select invoice_id, position, quantity, unit_price, amount, product_id
     from invoice_lines order by 1, 2`,
    `select id, amount, currency, method, status, received_on, created_at, reversed_at
     from payments order by id`,
    'select id, type, amount, currency, invoice_id, created_at from credit_transactions order by id',
    'select invoice_number, draft_number, invoices_count, emails_count from environment_counters order by environment_id',
  ]) {
    all.push(JSON.parse(JSON.stringify(await w.sql(statement))))
  }
  return all
}

const erased = (id: number, status: string) =>
  until(`the erasure to be ${status}`, async () => {
    const erasure = await get(api, `/v1/customers/cus_${id}/erasure`)
    return erasure.status === status && erasure
  })

/** The request log is erased a moment later, when every request has been written to it. */
const forgotten = () =>
  until('the log to forget', async () => {
    const due = await w.sql('select from customer_erasures where log_due_at is not null')
    return due.length === 0
  })

async function assertVerified(): Promise<void> {
  const { checks } = await verify(w.pool)
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  )
}

test('no data names the person, and everything adds up as before', async () => {
  const id = await plant()
  const bystander = await makeCustomer(api, { name: BYSTANDER, metadata: { who: BYSTANDER } })
  await makeFinalized(api, { customer_id: bystander.id, notes: `For ${BYSTANDER}` })
  const aside = async () => {
    const rows = FIXTURES.map((table) =>
      w.sql(`select x::text from ${table} x where x::text like '%${BYSTANDER}%'`),
    )
    return (await Promise.all(rows)).map((each) => each.map(({ x }) => x).sort())
  }
  const others = await aside()
  const before = await books()
  const missed = await api.get(`/v1/customers?q=${WHO}&limit=1`)
  refused(
    await api.post('/v1/customers', { body: { name: WHO, mail: 'x' } }),
    400,
    'parameter_unknown',
  )
  await until('the log of the search', async () => {
    const line = await api.get(`/v1/requests/${missed.headers['request-id']}`)
    return line.status === 200
  })
  const everywhere = await whereFound()
  for (const at of [
    'customers.name',
    'emails.cc_addresses',
    'emails.message',
    'emails.to_address',
    'events.object',
    'idempotency_keys.body',
    'requests.query',
    'requests.request_body',
    'requests.response_body',
  ]) {
    assert.ok(everywhere.includes(at), at)
  }

  const body = { keep_documents_until: '2060-12-31' }
  const erasure = await ok('POST', `/v1/customers/${id}/erase`, body, 'erase')
  assert.deepEqual(erasure.covers, {
    documents: 1,
    never_issued: 1,
    emails: 3,
    payments: 2,
    credit_transactions: 2,
  })
  assert.equal(erasure.keep_documents_until, '2060-12-31')
  const kept = await erased(id, 'documents_kept')
  await forgotten()
  assert.deepEqual(await whereFound(), [
    ...['credit_transactions.metadata', 'credit_transactions.reason', 'events.object'],
    ...['invoice_lines.description', 'invoices.metadata', 'invoices.notes', 'invoices.shown'],
    'invoices.snapshot',
    ...['payments.metadata', 'payments.note', 'payments.reference', 'payments.reversal_reason'],
    'webhook_attempts.response_body',
  ])
  const about = await w.sql<{ about: string }>(
    `select distinct split_part(object_id, '_', 1) as about from (
       select object_id from events where object::text ilike '%${WHO}%'
       union all
       select d.object_id from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
       where a.response_body ilike '%${WHO}%') told order by 1`,
  )
  assert.deepEqual(
    about.map((row) => row.about),
    ['cbt', 'inv', 'pay'],
  )
  await assertVerified()
  const pdfs = await w.sql('select from invoice_documents')
  assert.equal(pdfs.length, 1, 'the PDF is kept with the texts of the invoice')

  const again = await ok('POST', `/v1/customers/${id}/erase`, { documents: 'erase' })
  assert.equal(again.requested_at, kept.requested_at)
  const done = await erased(id, 'erased')
  await forgotten()
  const spared = await w.sql(
    `select from requests where object_id = $1 and request_body like '%${BYSTANDER}%'`,
    [`cus_${bystander.id}`],
  )
  assert.equal(spared.length, 1, 'what was asked about others is still there')
  assert.equal(done.keep_documents_until, null)
  assert.deepEqual(await whereFound(), [])
  assert.deepEqual(await w.sql('select from invoice_documents'), [])
  assert.deepEqual(await books(), before)
  assert.deepEqual(await aside(), others, 'nobody else has lost a word')
  await assertVerified()
})

test('no backup, export, document, event or replayed response names the person either', async () => {
  const events = await allEvents(api)
  assert.ok(!JSON.stringify(events).includes(WHO))
  assert.equal(events.filter(({ type }) => type === 'customer.erased').length, 1)
  const replayed = await ok('POST', '/v1/customers', { name: `Zaphira ${WHO}` }, 'planted')
  assert.equal(replayed.name, 'Erased')
  // Sending the name again logs it again, so it has to be erased again.
  await ok('POST', `/v1/customers/${replayed.id}/erase`, { documents: 'erase' })
  await erased(replayed.id, 'erased')
  await forgotten()

  const folder = mkdtempSync(join(tmpdir(), 'reckoner-erasure-'))
  const env = {
    DATABASE_URL: w.config.databaseUrl ?? '',
    SECRET_KEY: w.secretKey.toString(),
    DATA_DIR: '/nonexistent',
  }
  try {
    for (const command of ['backup', 'export']) {
      const path = join(folder, `${command}.gz`)
      assert.equal((await reckonerHere([command, path], env)).code, 0)
      const text = gunzipSync(readFileSync(path)).toString().toLowerCase()
      assert.ok(text.includes(BYSTANDER.toLowerCase()))
      assert.ok(!text.includes(WHO.toLowerCase()), command)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const { data } = await get(api, '/v1/invoices?status=paid')
  const pdf = await api.get(`/v1/invoices/${data[0].id}/pdf`)
  assert.equal(pdf.status, 200, 'the document can be made again')
})

test('a customer that was already deleted can be erased, and an unknown one cannot', async () => {
  const { id } = await makeCustomer(api, { name: `Deleted ${WHO}` })
  await api.delete(`/v1/customers/${id}`)
  await ok('POST', `/v1/customers/${id}/erase`)
  await erased(id, 'erased')
  await forgotten()
  assert.deepEqual(await whereFound(), [])
  const deleted = (await allEvents(api)).filter(
    ({ type, data }) => type === 'customer.deleted' && data.object.id === id,
  )
  assert.equal(deleted.length, 1, 'it is not deleted a second time')
  refused(await api.post('/v1/customers/7/erase'), 404, 'resource_missing')
  const both = { documents: 'erase', keep_documents_until: '2040-01-01' }
  refused(await api.post(`/v1/customers/${id}/erase`, { body: both }), 400, 'parameters_exclusive')
})

test('documents are kept for ten years by default, and are then erased automatically', async () => {
  const ask = { key: w.keys.otherTest }
  const { id } = await makeCustomer(api, { name: `Zoé ${WHO}` }, ask)
  const invoice = await makeInvoice(
    api,
    { customer_id: id, line_items: [{ ...line, unit_amount: 0 }] },
    ask,
  )
  assert.equal((await api.post(`/v1/invoices/${invoice.id}/finalize`, ask)).body.status, 'paid')
  const { body } = await api.post(`/v1/customers/${id}/erase`, ask)
  const year = Number(body.requested_at.slice(0, 4)) + 10
  assert.equal(body.keep_documents_until, `${year}-12-31`)
  await advanceTo(api, `${year}-12-31T12:00:00.000Z`, ask)
  const path = `/v1/customers/cus_${id}/erasure`
  assert.equal((await get(api, path, ask)).status, 'documents_kept')
  await advanceTo(api, `${year + 1}-01-01T12:00:00.000Z`, ask)
  const done = await get(api, path, ask)
  assert.equal(done.status, 'erased')
  assert.equal(done.documents_erased_at.slice(0, 10), `${year + 1}-01-01`)
  await forgotten()
  assert.deepEqual(await whereFound(), [])
})
