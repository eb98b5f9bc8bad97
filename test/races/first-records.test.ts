// The first records of an environment, created by two processes at once: counters, numbers and sequences that do not
// exist yet are created once, and no request is rejected.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { createAccount } from '../../src/features/accounts/create.ts'
import { createKey } from '../../src/features/api-keys/generate.ts'
import type { Answer, Ask } from '../client.ts'
import { clockReady } from '../clock.ts'
import {
  ACCOUNT,
  allEvents,
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  PAYMENTS,
  PRODUCTS,
} from '../fixtures.ts'
import { countEnds, endOf, startPair, times } from './pair.ts'
import { sample } from './rounds.ts'

const ROUNDS = sample(1)
const EACH = 6
const ADVANCE = '/v1/test_clock/advance'

const pair = await startPair({ after })
const { w } = pair
const { api } = w

/** A key to an environment without any records. */
async function newEnvironment(): Promise<string> {
  const terms = { default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' }
  const account = await createAccount(w.pool, 'New', { tier: 'enterprise', ...terms }, Date.now())
  const spec = { environment_id: account.environments.test, mode: 'test', name: 'first' } as const
  const key = { ...spec, scopes: ['*'], expires_at: null }
  return (await createKey(w.pool, w.secretKey, key, Date.now())).text
}

/** Sends the requests repeatedly and concurrently by both processes; all must succeed. */
async function atOnce(key: string, asks: [path: string, ask?: Ask, method?: string][]) {
  const all = asks.flatMap((ask) => Array.from({ length: EACH }, () => ask))
  const sent = all.map(([path, ask, method = 'POST']) => pair.send(method, path, { ...ask, key }))
  const answers = await Promise.all(sent)
  for (const [index, answer] of answers.entries()) {
    const end = endOf(answer)
    // One advance succeeds; the others find the clock advancing or already there.
    const late = all[index]?.[0] === ADVANCE && /^(clock_advancing|parameter_invalid)$/.test(end)
    assert.ok(end === 'ok' || late, answer.text)
  }
  return (path: string): Made[] =>
    answers.filter((_: Answer, index) => all[index]?.[0] === path).map(({ body }) => body)
}

const line = { description: 'Seats', quantity: 1, unit_amount: 2500 }

test(`${ROUNDS} environments get their first ${EACH} records of each kind from concurrent requests`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const key = await newEnvironment()
    const made = await atOnce(key, [
      [CUSTOMERS, { body: { name: 'First' } }],
      [PRODUCTS, { body: { name: 'First' } }],
      [
        '/v1/webhook_endpoints',
        { body: { url: 'https://first.invalid/', enabled_events: ['product.archived'] } },
      ],
      [ACCOUNT, { body: { footer: `Round ${round}` } }, 'PATCH'],
      [ADVANCE, { body: { to: '2099-01-01T00:00:00.000Z' } }],
    ])
    // Anything finalized before the clock is ready would become overdue during the advance.
    await clockReady(api, { key })
    const customers = made(CUSTOMERS).map(({ id }) => `cus_${id}`)
    assert.equal(new Set(customers).size, EACH)
    const credits = customers.map((id) => `/v1/customers/${id}/credit_transactions`)
    const drafted = await atOnce(key, [
      [INVOICES, { body: { customer_id: customers[0], line_items: [line] } }],
      ...credits.map((path): [string, Ask] => [path, { body: { amount: '1' } }]),
    ])
    const drafts = drafted(INVOICES)
    assert.deepEqual(
      drafts.map(({ number }) => number).sort(),
      Array.from({ length: EACH }, (_, index) => `INV-90000000000${index + 1}`),
    )
    const responses = await times(EACH, (index) =>
      pair.send('POST', `${INVOICES}/${drafts[index].id}/finalize`, { key }),
    )
    // EACH credits of 1.00: of the first customer, so that one of 25.00 is paid with 6.00.
    assert.deepEqual(
      responses.map(({ body }) => body.credit_applied).sort((a, b) => a - b),
      [0, 0, 0, 0, 0, EACH * 100],
    )
    assert.deepEqual(
      responses.map(({ body }) => body.number).sort(),
      Array.from({ length: EACH }, (_, index) => `INV-00000${index + 1}`),
    )
    const paid = await times(EACH, (index) => {
      const body = { invoice_id: drafts[index].id, amount: 100, currency: 'cad', method: 'cash' }
      return pair.send('POST', PAYMENTS, { key, body })
    })
    assert.deepEqual(countEnds(paid), { ok: EACH })
    await assertWhole(key)
  }
})

/** Checks that the feed has no gap from 1, the lists hold the objects, and the books agree. */
async function assertWhole(key: string): Promise<void> {
  const events = await allEvents(api, { key })
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    Array.from({ length: events.length }, (_, index) => index + 1),
  )
  const types = Object.entries(Object.groupBy(events, ({ type }) => type))
  const counts = Object.fromEntries(types.map(([type, all]) => [type, all?.length]))
  // EACH of everything; the footer changed once; EACH × EACH grants, and one that was applied.
  const grants = EACH * EACH + 1
  assert.deepEqual(counts, {
    'account.updated': 1,
    'credit_transaction.created': grants,
    'customer.created': EACH,
    'customer.updated': grants,
    'invoice.created': EACH,
    'invoice.finalized': EACH,
    'invoice.partially_paid': EACH,
    'payment.created': EACH,
    'product.created': EACH,
    'webhook_endpoint.created': EACH,
  })
  for (const path of [CUSTOMERS, PRODUCTS, INVOICES, PAYMENTS, '/v1/webhook_endpoints']) {
    assert.equal((await get(api, path, { key })).total_count, EACH, path)
  }
  const { clean } = await get(api, '/v1/ledger/verification', { key })
  assert.ok(clean)
}
