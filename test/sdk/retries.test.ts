// Retries: completed writes are not repeated, and errors that cannot succeed are not retried.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VERSION } from '../../sdk/src/generated/version.ts'
import {
  ConnectionError,
  type LogEntry,
  RateLimitError,
  Reckoner,
  type ReckonerOptions,
} from '../../sdk/src/reckoner.ts'
import { world } from '../harness.ts'
import { type Fate, startFront } from './front.ts'

const here = await world(test)
const own = new Reckoner({ apiKey: here.keys.test, baseUrl: here.url })
const { id } = await own.customers.create({ name: 'Acme' })
const body = {
  customer_id: id,
  line_items: [{ description: 'Seats', quantity: 3, unit_amount: 1999 }],
}

/** A client behind a proxy that does these things to its requests, in order. */
async function behind(fates: Fate[], options: ReckonerOptions = {}) {
  const waiting = [...fates]
  const front = await startFront(
    test,
    () => here.url,
    () => waiting.shift() ?? 'pass',
  )
  const log: LogEntry[] = []
  const logger = (entry: LogEntry) => void log.push(entry)
  const client = new Reckoner({ apiKey: here.keys.test, baseUrl: front.url, logger, ...options })
  const waits = () => log.flatMap(({ waitMs }) => waitMs ?? [])
  return { client, received: front.received, waits }
}

const draftsOf = async (customer: number) =>
  (await own.invoices.list({ customer_id: customer }).page()).total_count

test('a write lost on the network happens once and gets a response', async () => {
  const losses: [fate: Fate, isReplayed: boolean][] = [
    ['request lost', false],
    ['answer lost', true],
    ['answer cut', true],
  ]
  const tries = losses.map(async ([fate, isReplayed]) => {
    const { id: customer_id } = await own.customers.create({ name: String(fate) })
    const { client, received } = await behind([fate])
    const answer = await client.invoices.create({ ...body, customer_id }).withResponse()
    assert.equal(answer.isReplayed, isReplayed, String(fate))
    assert.equal(answer.data.amount_due, 5997)
    assert.equal(await draftsOf(customer_id), 1, String(fate))
    const [first, second, ...others] = received.map(({ headers }) => headers['idempotency-key'])
    assert.match(first as string, /^sdk_[0-9a-f-]{36}$/)
    assert.deepEqual([second, others], [first, []])
  })
  await Promise.all(tries)
})

test('a client waits as long as Retry-After says', async () => {
  const inUse = JSON.stringify({
    error: { type: 'conflict_error', code: 'idempotency_key_in_use' },
  })
  const later = { 'retry-after': '1' }
  const fates = [
    { status: 503, headers: later },
    { status: 429, headers: later },
    { status: 409, headers: later, body: inUse },
  ]
  const tries = fates.map(async (fate) => {
    const { client, received, waits } = await behind([fate])
    const began = performance.now()
    assert.equal((await client.invoices.create(body)).status, 'draft')
    assert.ok(performance.now() - began >= 1000, `${fate.status}`)
    assert.deepEqual([received.length, waits().length], [2, 1])
  })
  await Promise.all(tries)
})

test('a Retry-After that is too long is reported to the caller', { timeout: 30_000 }, async () => {
  const { client, received } = await behind([{ status: 429, headers: { 'retry-after': '3600' } }])
  const refused = client.invoices.create(body)
  await assert.rejects(refused, { name: 'InvalidRequestError', code: 'unexpected_answer' })
  const error = JSON.stringify({ error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } })
  const limited = await behind([{ status: 429, headers: { 'retry-after': '3600' }, body: error }])
  await assert.rejects(limited.client.invoices.create(body), RateLimitError)
  assert.deepEqual([received.length, limited.received.length], [1, 1])
})

test('errors that a retry cannot fix are not retried', async () => {
  const refused = { status: 409, body: JSON.stringify({ error: { code: 'invoice_not_draft' } }) }
  for (const fate of [{ status: 400 }, { status: 404 }, refused, { status: 422 }]) {
    const { client, received } = await behind([fate])
    await assert.rejects(client.invoices.create(body), { status: fate.status })
    assert.equal(received.length, 1)
  }
})

test('a redirect is not followed, because it could send the key to another server', async () => {
  const { client, received } = await behind([
    { status: 307, headers: { location: `${here.url}/v1/account` } },
  ])
  await assert.rejects(client.account.retrieve(), { status: 307, code: 'unexpected_answer' })
  assert.equal(received.length, 1)
})

test('after the last attempt the failure is thrown, with the key to continue with', async () => {
  const { client, received } = await behind(['answer lost', 'request lost'], {
    maxRetries: 1,
  })
  const { id: customer_id } = await own.customers.create({ name: 'Twice' })
  const failure = await client.invoices
    .create({ ...body, customer_id })
    .catch((error: unknown) => error)
  assert.ok(failure instanceof ConnectionError)
  assert.equal(received.length, 2)
  const { idempotencyKey } = failure
  const answer = await own.invoices
    .create({ ...body, customer_id }, { idempotencyKey })
    .withResponse()
  assert.deepEqual([answer.isReplayed, await draftsOf(customer_id)], [true, 1])
})

test('delays grow, and an abort ends a delay', async () => {
  const controller = new AbortController()
  const { client, waits } = await behind(['request lost', 'request lost', 'request lost'], {
    maxRetries: 2,
  })
  await assert.rejects(client.account.retrieve(), ConnectionError)
  const [first = 0, second = 0] = waits()
  assert.ok(first >= 250 && first <= 500 && second >= 500 && second <= 1000, `${first}, ${second}`)

  const other = await behind(['request lost'], {
    logger: ({ event }) => {
      if (event === 'trying_again') controller.abort(new Error('enough'))
    },
  })
  await assert.rejects(other.client.account.retrieve({ signal: controller.signal }), /enough/)
  assert.equal(other.received.length, 1)
})

test('requests have a User-Agent, and a dry run sends no idempotency key', async () => {
  const { client, received } = await behind([])
  await client.invoices.create(body, {
    dryRun: true,
    headers: { Authorization: 'Bearer x', 'X-Team': 'a' },
  })
  const [{ headers, path } = assert.fail('one was heard')] = received
  assert.equal(path, '/v1/invoices?dry_run=true')
  assert.deepEqual(
    [headers['user-agent'], headers['idempotency-key'], headers.authorization, headers['x-team']],
    [`reckoner-node/${VERSION}`, undefined, `Bearer ${here.keys.test}`, 'a'],
  )
  assert.equal(headers.accept, 'application/vnd.reckoner.dry-run+json')
})
