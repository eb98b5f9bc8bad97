// A session locks a row of one environment for long: other environments are served, and requests that need the row are
// asked to retry, retry, and run once.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, type TestContext } from 'node:test'
import pg from 'pg'
import { decodeId } from '../../src/platform/ids.ts'
import type { Ask } from '../client.ts'
import { INVOICES, LINE, makeCustomer, makeInvoice, makeProduct } from '../fixtures.ts'
import { ENVIRONMENTS, world } from '../harness.ts'
import { countEnds, endOf, times } from './pair.ts'

const OTHERS = 30

const w = await world({ after })
const { api } = w
const other = { key: w.keys.otherTest }
const customer = await makeCustomer(api)
const spare = await makeCustomer(api)
const product = await makeProduct(api)
const draft = await makeInvoice(api, { customer_id: spare.id })
const otherCustomer = await makeCustomer(api, {}, other)
const own = (table: string) => `select 1 from ${table} where environment_id = ${ENVIRONMENTS.test}`

/** The statement that locks a row, and a write that needs it. */
const LOCKED_ROWS: Record<string, { hold: string; path: string; body: object }> = {
  'the counter row': {
    hold: `${own('environment_counters')} for update`,
    path: '/v1/products',
    body: { name: 'Seat' },
  },
  'a customer': {
    hold: `${own('customers')} and id = ${customer.id} for update`,
    path: INVOICES,
    body: { customer_id: customer.id, line_items: [LINE] },
  },
  'an invoice': {
    hold: `${own('invoices')} and id = '${decodeId('inv', draft.id)}' for update`,
    path: `${INVOICES}/${draft.id}/finalize`,
    body: {},
  },
  'a product that a line names': {
    hold: `${own('products')} and id = '${decodeId('prod', product.id)}' for update`,
    path: INVOICES,
    body: { customer_id: spare.id, line_items: [{ ...LINE, product_id: product.id }] },
  },
}

/** Runs a statement in a transaction that stays open until the returned function is called. */
async function hold(t: TestContext, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client(w.config.databaseUrl)
  await client.connect()
  await client.query(`begin; ${statement}`)
  let ended: Promise<void> | undefined
  const letGo = () => (ended ??= client.end())
  t.after(letGo)
  return letGo
}

const keyed = (body: object): Ask => ({ body, headers: { 'idempotency-key': randomUUID() } })

/** All writes to other environments succeed while the row stays locked. */
async function othersGoOn(): Promise<void> {
  const body = { customer_id: otherCustomer.id, line_items: [LINE] }
  const answers = await times(OTHERS, () => api.post(INVOICES, { body, ...other }))
  assert.deepEqual(countEnds(answers), { ok: OTHERS })
}

for (const [name, { hold: statement, path, body }] of Object.entries(LOCKED_ROWS)) {
  test(`a row held for long (${name}) blocks only requests that need it`, async (t) => {
    const letGo = await hold(t, statement)
    const ask = keyed(body)
    let isDone = false
    const needing = (async () => {
      for (let tries = 0; tries < 2; tries++) {
        const refused = await api.post(path, ask)
        assert.deepEqual([refused.status, endOf(refused)], [503, 'unavailable'])
        assert.match(String(refused.headers['retry-after']), /^\d+$/)
        assert.match(refused.body.error.message, /try again/i)
      }
      isDone = true
    })()
    await othersGoOn()
    assert.equal(isDone, false, 'others wait as long as it does')
    await needing
    await letGo()
    const done = await api.post(path, ask)
    assert.ok(done.status < 300, done.text)
    assert.equal(done.headers['idempotent-replayed'], undefined, 'its key was free')
    assert.equal((await api.post(path, ask)).text, done.text)
  })
}

test('an idempotency key that is claimed but not committed blocks only its request', async (t) => {
  const ask = keyed({ name: 'Seat' })
  const key = ask.headers?.['idempotency-key']
  const letGo = await hold(
    t,
    `insert into idempotency_keys (environment_id, key, fingerprint, status, created_at)
     values (${ENVIRONMENTS.test}, '${key}', '', 201, now())`,
  )
  const needing = api.post('/v1/products', ask)
  await othersGoOn()
  const refused = await needing
  assert.ok(['unavailable', 'idempotency_key_in_use'].includes(endOf(refused)), refused.text)
  await letGo()
  const done = await api.post('/v1/products', ask)
  assert.deepEqual([done.status, done.headers['idempotent-replayed']], [201, undefined])
})

test('twenty retries of one request while its counter row is held do not wait for each other', async (t) => {
  const letGo = await hold(t, `${own('environment_counters')} for update`)
  let waiting = 20
  const ask = keyed({ name: 'Seat' })
  const repeated = times(waiting, async () => {
    const answer = await api.post('/v1/products', ask)
    waiting -= 1
    return answer
  })
  // Two others, one after the other: each gets an error when its time is up.
  for (let count = 0; count < 2; count++) await api.post('/v1/products', { body: { name: 'Seat' } })
  assert.equal(waiting, 0)
  assert.deepEqual(countEnds(await repeated), { unavailable: 20 })
  await letGo()
  const ends = countEnds(await times(20, () => api.post('/v1/products', ask)))
  assert.deepEqual(ends, { ok: 20 })
})
