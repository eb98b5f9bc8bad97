// A hunt for deadlocks: two processes, few objects, everything at once, in every order. No request
// may get a 5xx, and PostgreSQL may not have had to end a circle once.

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import test, { after } from 'node:test'
import { verify } from '../src/features/verification/actions.ts'
import type { Answer } from './client.ts'
import { until, world } from './harness.ts'
import { randomFrom } from './random.ts'

const HUNT_MS = 10_000
const HUNTERS = 40
const OBJECTS = 6

const w = await world({ after })
const second = await w.secondProcess({ LOG_LEVEL: 'error' })
const seed = randomInt(2 ** 31)

test(`two processes write the same few objects for ${HUNT_MS / 1_000} s (seed ${seed})`, async () => {
  const { below, pick, some } = randomFrom(seed)
  const customers: string[] = []
  const products: string[] = []
  const invoices: string[] = []
  const payments: string[] = []
  const ends = new Map<string, number>()

  /** By either process, for either environment, sometimes with a key that others use as well. */
  async function send(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> =
      below(4) === 0 ? { 'idempotency-key': `key-${below(60)}` } : {}
    const answer = await pick([w.api, second.api]).send(method, path, { body, headers })
    const end = answer.status < 300 ? 'ok' : `${answer.status} ${answer.body.error.code}`
    ends.set(end, (ends.get(end) ?? 0) + 1)
    assert.ok(answer.status < 500, `${method} ${path}: ${answer.text}`)
    return answer
  }

  const lines = () =>
    some(products, 4).map((product_id) => ({
      description: 'Line',
      quantity: 1 + below(5),
      unit_amount: below(1_000),
      product_id,
    }))

  const make = async (list: string[], path: string, body: unknown) => {
    const { status, body: object } = await send('POST', path, body)
    if (status !== 201) return
    const id = typeof object.id === 'number' ? `cus_${object.id}` : object.id
    // The oldest make room, so that few objects are fought over.
    if (list.push(id) > OBJECTS) list.splice(below(list.length), 1)
  }

  const paymentOf = (invoice_id: string) => ({
    invoice_id,
    amount: 1 + below(500),
    currency: 'cad',
    method: 'cash',
  })

  const verbs: (() => unknown)[] = [
    () => make(customers, '/v1/customers', { name: 'Ada' }),
    () => make(products, '/v1/products', { name: 'Seat' }),
    () => make(invoices, '/v1/invoices', { customer_id: pick(customers), line_items: lines() }),
    () => make(invoices, '/v1/invoices', { customer_id: pick(customers), line_items: lines() }),
    () => send('PATCH', `/v1/invoices/${pick(invoices)}`, { customer_id: pick(customers) }),
    () => send('PATCH', `/v1/invoices/${pick(invoices)}`, { line_items: lines() }),
    () => send('POST', `/v1/invoices/${pick(invoices)}/finalize`),
    () => send('POST', `/v1/invoices/${pick(invoices)}/void`),
    () => send('PATCH', `/v1/customers/${pick(customers)}`, { name: `Name ${below(9)}` }),
    () => send('PATCH', `/v1/products/${pick(products)}`, { status: pick(['active', 'archived']) }),
    () => send('DELETE', `/v1/customers/${pick(customers)}`),
    () => make(payments, '/v1/payments', paymentOf(pick(invoices))),
    () => make(payments, '/v1/payments', paymentOf(pick(invoices))),
    () => payments.length > 0 && send('POST', `/v1/payments/${pick(payments)}/reverse`),
    () => send('POST', `/v1/customers/${pick(customers)}/credit_transactions`, { amount: '3.5' }),
    () => send('POST', `/v1/customers/${pick(customers)}/credit_transactions`, { amount: '-1' }),
    () => send('GET', '/v1/invoices?limit=5'),
  ]
  for (const verb of [...Array(OBJECTS).keys()].flatMap(() => verbs.slice(0, 2))) await verb()
  while (invoices.length < OBJECTS) await verbs[2]?.()

  const end = performance.now() + HUNT_MS
  const hunt = async () => {
    while (performance.now() < end) await pick(verbs)()
  }
  await Promise.all(Array.from({ length: HUNTERS }, hunt))

  assert.ok((ends.get('ok') ?? 0) > 300, `much was done: ${JSON.stringify([...ends])}`)
  const { checks } = await verify(w.pool)
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  )
})

test('PostgreSQL had to end no circle of waiting', async () => {
  // A backend tells its counts when it ends, at the latest.
  await second.stop()
  const commits = await until('counts of what was done', async () => {
    const [row] = await w.sql<{ deadlocks: number; commits: number }>(
      `select deadlocks, xact_commit as commits from pg_stat_database
       where datname = current_database()`,
    )
    return row && row.commits > 300 && row
  })
  assert.equal(commits.deadlocks, 0)
})
