// The SDK against the running service: from a customer to a paid invoice, lists over all their pages, error classes,
// dry runs and conditional writes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  IdempotencyError,
  InvalidRequestError,
  type LogEntry,
  PermissionError,
  Reckoner,
} from '../../sdk/src/reckoner.ts'
import { freePort } from '../free-port.ts'
import { world } from '../harness.ts'
import { startReceiver } from '../receiver.ts'

const here = await world(test, { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const log: LogEntry[] = []
const reckoner = new Reckoner({
  apiKey: here.keys.test,
  baseUrl: `${here.url}/`,
  logger: (entry) => log.push(entry),
})

const address = {
  address_line1: '1 Main Street',
  city: 'Toronto',
  state_province: 'ON',
  postal_code: 'M5V 2T6',
  country: 'CA',
}
const customer = await reckoner.customers.create({
  name: 'Acme',
  email: 'ap@acme.example',
  phone: '',
  ...address,
})
const line = { description: 'Seats', quantity: 3, unit_amount: 1999 }
const draft = () =>
  reckoner.invoices.create({ customer_id: `cus_${customer.id}`, line_items: [line] })

test('a customer gets an invoice, which is finalized and paid', async () => {
  const product = await reckoner.products.create({ name: 'Seat', description: 'One seat' })
  assert.equal((await reckoner.products.archive(product.id)).status, 'archived')
  const invoice = await draft()
  assert.deepEqual([invoice.status, invoice.amount_due], ['draft', 5997])
  const changed = await reckoner.invoices.update(invoice.id, { notes: 'Thank you' })
  assert.equal(changed.notes, 'Thank you')
  const posted = await reckoner.invoices.finalize(invoice.id)
  assert.equal(posted.status, 'posted')
  const payment = await reckoner.payments.create({
    invoice_id: invoice.id,
    amount: 5997,
    currency: 'cad',
    method: 'bank_transfer',
  })
  assert.equal(payment.status, 'settled')
  assert.equal((await reckoner.invoices.retrieve(invoice.id)).status, 'paid')
  assert.equal((await reckoner.customers.retrieve(customer.id)).name, 'Acme')
  const found = await reckoner.search({ q: 'Acme' })
  assert.ok(found.data.length > 0)
  const items = await all(reckoner.invoices.listTimeline(invoice.id, { limit: 1 }))
  assert.ok(items.some(({ type }) => type === 'invoice.paid'))
})

test('a list is iterated over all its pages, in both directions, from any object', async () => {
  const { id } = await reckoner.customers.create({ ...customerLike('Many') })
  const body = { customer_id: `cus_${id}`, line_items: [line] }
  const made = await Promise.all(Array.from({ length: 130 }, () => reckoner.invoices.create(body)))
  // IDs created by one process always ascend.
  const newestFirst = made
    .map((invoice) => invoice.id)
    .sort()
    .toReversed()
  const walk = async (query: Parameters<typeof reckoner.invoices.list>[0]) => {
    const list = reckoner.invoices.list({ customer_id: id, ...query })
    return (await all(list)).map((invoice) => invoice.id)
  }
  assert.deepEqual(await walk({}), newestFirst)
  assert.deepEqual(await walk({ limit: 7 }), newestFirst)
  assert.deepEqual(await walk({ offset: 30, limit: 40 }), newestFirst.slice(30))
  assert.deepEqual(await walk({ starting_after: newestFirst[9] }), newestFirst.slice(10))
  assert.deepEqual(
    await walk({ ending_before: newestFirst[120], limit: 50 }),
    newestFirst.slice(0, 120).toReversed(),
  )
  const page = await reckoner.invoices.list({ customer_id: id, status: 'draft' }).page()
  assert.deepEqual([page.data.length, page.has_more, page.total_count], [20, true, 130])
  const sizes = (await all(reckoner.invoices.list({ customer_id: id }).pages())).map(
    ({ data }) => data.length,
  )
  assert.deepEqual(sizes, [100, 30])
  const { body: stream } = await reckoner.invoices.list({ customer_id: id, limit: 5 }).csv()
  const csv = await new Response(stream).text()
  assert.equal(csv.trim().split('\r\n').length, 131, 'a heading and all that match')
})

test('events are read forwards by sequence, and backwards', async () => {
  const sequences = async (query: { after?: number; before?: number; limit?: number }) =>
    (await all(reckoner.events.list(query))).map(({ sequence }) => sequence)
  const every = await sequences({ limit: 50 })
  assert.ok(every.length > 130)
  assert.deepEqual(
    every,
    every.map((_, index) => index + 1),
  )
  assert.deepEqual(await sequences({ after: 100 }), every.slice(100))
  const backwards = await sequences({ before: 120, limit: 50 })
  assert.deepEqual(new Set(backwards), new Set(every.slice(0, 119)))
})

test('an API error has its class and all properties of the response', async () => {
  const invoice = await draft()
  await reckoner.invoices.void(invoice.id)
  await assert.rejects(reckoner.invoices.finalize(invoice.id), (error) => {
    assert.ok(error instanceof ConflictError)
    assert.deepEqual(
      [error.name, error.type, error.code, error.status],
      ['ConflictError', 'conflict_error', 'invoice_not_draft', 409],
    )
    assert.match(error.requestId ?? '', /^req_/)
    assert.match(error.docUrl ?? '', /invoice_not_draft$/)
    assert.match(error.idempotencyKey ?? '', /^sdk_/)
    return true
  })
  const wrong = { customer_id: 'cus_1', line_items: [{ ...line, quantity: 0 }], due_date: 'soon' }
  await assert.rejects(reckoner.invoices.create(wrong), (error) => {
    assert.ok(error instanceof InvalidRequestError)
    assert.deepEqual(
      error.errors.map(({ param }) => param),
      ['line_items[0].quantity', 'due_date'],
    )
    assert.equal(error.param, 'line_items[0].quantity')
    return true
  })
  await assert.rejects(reckoner.invoices.retrieve('inv_none'), {
    name: 'InvalidRequestError',
    code: 'resource_missing',
    status: 404,
  })
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    await assert.rejects(reckoner.invoices.void(id), /id must be an id/)
  }
  await assert.rejects(reckoner.invoices.retrieve('../customers'), InvalidRequestError)
  const stranger = new Reckoner({ apiKey: 'svc_test_none', baseUrl: here.url })
  await assert.rejects(stranger.account.retrieve(), AuthenticationError)
  const reader = new Reckoner({
    apiKey: await here.key({ scopes: ['invoices:read'] }),
    baseUrl: here.url,
  })
  await assert.rejects(reader.customers.delete(customer.id), PermissionError)
  await assert.rejects(reckoner.invoices.create(wrong, { idempotencyKey: 'a b' }), TypeError)
})

test('two calls with one idempotency key run once, and another body is rejected', async () => {
  const body = { customer_id: `cus_${customer.id}`, line_items: [line] }
  const options = { idempotencyKey: 'order-4711' }
  const first = await reckoner.invoices.create(body, options).withResponse()
  const again = await reckoner.invoices.create(body, options).withResponse()
  assert.deepEqual(again.data, first.data)
  assert.deepEqual([first.status, first.isReplayed, again.isReplayed], [201, false, true])
  const other = { ...body, notes: 'Another' }
  await assert.rejects(reckoner.invoices.create(other, options), IdempotencyError)
})

test('a dry run returns what would happen and changes nothing', async () => {
  const invoice = await draft()
  const foreseen = await reckoner.invoices.finalize(invoice.id, {}, { dryRun: true })
  assert.deepEqual([foreseen.object, foreseen.result.status], ['dry_run', 'posted'])
  assert.deepEqual(
    foreseen.events.map(({ type }) => type),
    ['invoice.finalized'],
  )
  assert.equal((await reckoner.invoices.retrieve(invoice.id)).status, 'draft')
})

test('a write to an object that changed since it was read is rejected', async () => {
  const invoice = await draft()
  const { etag, requestId } = await reckoner.invoices.retrieve(invoice.id).withResponse()
  assert.match(requestId ?? '', /^req_/)
  const ifMatch = etag ?? assert.fail('there is an etag')
  await reckoner.invoices.update(invoice.id, { notes: 'First' }, { ifMatch })
  await assert.rejects(reckoner.invoices.update(invoice.id, { notes: 'Second' }, { ifMatch }), {
    name: 'ConflictError',
    code: 'precondition_failed',
  })
})

test('a webhook of the service is unwrapped with the secret its endpoint was created with', async () => {
  const receiver = await startReceiver(test)
  const { secret } = await reckoner.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ['invoice.created'],
  })
  const invoice = await draft()
  const [{ text, headers } = assert.fail('one has come')] = await receiver.count(1)
  const event = reckoner.webhooks.unwrap(text, headers, secret ?? '')
  assert.equal(event.type === 'invoice.created' && event.data.object.id, invoice.id)
})

test('a failure awaited with its response is reported once', async () => {
  await assert.rejects(reckoner.invoices.retrieve('inv_none').withResponse(), InvalidRequestError)
})

test('connection errors, timeouts and aborts have different classes', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`
  const unknown = new Reckoner({ apiKey: 'svc_test_x', baseUrl, maxRetries: 0 })
  await assert.rejects(unknown.account.retrieve(), (error) => {
    assert.ok(error instanceof ConnectionError)
    assert.match(error.message, /^GET \/v1\/account was not answered by .*ECONNREFUSED/)
    return true
  })
  const late = reckoner.events.list({ after: 1_000_000, wait: 5 }, { timeoutMs: 50, maxRetries: 0 })
  await assert.rejects(late.page(), { name: 'TimeoutError', code: 'timeout' })
  const signal = AbortSignal.abort(new Error('changed my mind'))
  await assert.rejects(reckoner.account.retrieve({ signal }), /changed my mind/)
})

test('the log shows each attempt and never a key or a body', async () => {
  log.length = 0
  await reckoner.account.retrieve()
  assert.deepEqual(
    log.map(({ event, path, status, attempt }) => [event, path, status, attempt]),
    [
      ['sent', '/v1/account', undefined, 1],
      ['answered', '/v1/account', 200, 1],
    ],
  )
  assert.doesNotMatch(JSON.stringify(log), /svc_test_/)
  const logger = () => {
    throw new Error('the disk of the log is full')
  }
  const other = new Reckoner({ apiKey: here.keys.test, baseUrl: here.url, logger })
  assert.equal((await other.account.retrieve()).object, 'account')
})

test('the client cannot be created without a key, in a browser, or for an invalid URL', () => {
  assert.throws(() => new Reckoner(), /no API key/)
  process.env.RECKONER_API_KEY = 'svc_test_x'
  assert.ok(new Reckoner())
  delete process.env.RECKONER_API_KEY
  const apiKey = 'svc_test_x'
  for (const baseUrl of ['billing', 'ftp://x.example', 'https://a:b@x.example', 'https://x/?a']) {
    assert.throws(() => new Reckoner({ apiKey, baseUrl }), TypeError, baseUrl)
  }
  for (const bound of [
    { maxRetries: Number.NaN },
    { maxRetries: -1 },
    { timeoutMs: Number.POSITIVE_INFINITY },
  ]) {
    assert.throws(() => new Reckoner({ apiKey, ...bound }), TypeError, JSON.stringify(bound))
  }
  Object.assign(globalThis, { window: { document: {} } })
  assert.throws(() => new Reckoner({ apiKey }), /in a browser/)
  assert.ok(new Reckoner({ apiKey, dangerouslyAllowBrowser: true }))
  Object.assign(globalThis, { window: undefined })
})

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

function customerLike(name: string) {
  return { name, email: 'many@acme.example', phone: '', ...address }
}
