// One tenant writes over hundreds of connections at once, and then many tenants do: other tenants are served, requests
// over the limit get a clear error, and accepted writes are stored.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { createAccount } from '../../src/features/accounts/create.ts'
import { createKey } from '../../src/features/api-keys/generate.ts'
import type { Answer } from '../client.ts'
import { assertSound } from '../crash/books.ts'
import { INVOICES, LINE, makeCustomer } from '../fixtures.ts'
import { world } from '../harness.ts'
import { countEnds, endOf, times } from './pair.ts'
import { IS_CAMPAIGN, sample } from './rounds.ts'

const ROUNDS = sample(1)
/** In the campaign more than the 511 connections that can wait for a listening socket. */
const AT_ONCE = IS_CAMPAIGN ? 1_500 : 500
const TENANTS = 5

const w = await world({ after }, { settings: { CONNECTIONS_PER_ADDRESS: '10000' } })
const { api } = await w.secondProcess({ LOG_LEVEL: 'error' })
const write = { body: { name: 'Seat' } }

/** Sends concurrent writes; each must succeed or be asked to retry. */
async function flood(key: string, count: number): Promise<Answer[]> {
  const answers = await times(count, () => api.post('/v1/products', { ...write, key }))
  for (const answer of answers.filter((each) => endOf(each) !== 'ok')) {
    assert.deepEqual([answer.status, endOf(answer)], [503, 'unavailable'], answer.text)
    assert.match(String(answer.headers['retry-after']), /^\d+$/)
    assert.match(answer.body.error.message, /^[A-Z].+\. Try again in a moment\.$/)
  }
  return answers
}

const written = async (): Promise<number> =>
  Number((await w.sql('select count(*)::int as count from products'))[0]?.count)

test(`${ROUNDS} × ${AT_ONCE} concurrent writes of one tenant do not delay the others`, async () => {
  for (let round = 0; round < ROUNDS; round++) await floodOne()
})

test(`${ROUNDS} × ${TENANTS} tenants that flood at once all get responses`, async () => {
  for (let round = 0; round < ROUNDS; round++) await floodMany()
  // Once: each round's books are verified with all the rows before.
  await assertSound(w.pool)
})

async function floodOne(): Promise<void> {
  const before = await written()
  const customer = await makeCustomer(api, {}, { key: w.keys.otherTest })
  const others = [w.keys.live, w.keys.otherTest, w.keys.otherLive]
  let flooded = false
  const flooding = flood(w.keys.test, AT_ONCE).finally(() => {
    flooded = true
  })
  const seen = await Promise.all(
    others.map(async (key) => {
      const answers: Answer[] = []
      while (!flooded) {
        answers.push(await api.post('/v1/products', { ...write, key }))
      }
      return answers
    }),
  )
  const answers = await flooding
  assert.deepEqual(Object.keys(countEnds(seen.flat())), ['ok'])
  const accepted = [...answers, ...seen.flat()].filter((each) => endOf(each) === 'ok').length
  assert.equal((await written()) - before, accepted)
  const invoice = { body: { customer_id: customer.id, line_items: [LINE] }, key: w.keys.otherTest }
  assert.equal(endOf(await api.post(INVOICES, invoice)), 'ok')
  assert.equal(endOf(await api.post('/v1/products', write)), 'ok', 'back by itself')
}

async function floodMany(): Promise<void> {
  const before = await written()
  const keys = await times(TENANTS, makeTenant)
  const each = AT_ONCE / TENANTS
  const answers = await Promise.all(keys.map((key) => flood(key, each)))
  const done = answers.map((of) => countEnds(of).ok ?? 0)
  assert.ok(Math.min(...done) > 0, 'everybody has a share')
  assert.equal(
    (await written()) - before,
    done.reduce((sum, count) => sum + count),
  )
  for (const key of keys)
    assert.equal(endOf(await api.post('/v1/products', { ...write, key })), 'ok')
}

async function makeTenant(n: number): Promise<string> {
  const terms = { default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' }
  const at = Date.now()
  const tier = { tier: 'enterprise' as const, ...terms }
  const { environments } = await createAccount(w.pool, `Tenant ${n}`, tier, at)
  const spec = { mode: 'test' as const, name: 'flood', scopes: ['*'], expires_at: null }
  const environment_id = environments.test
  return (await createKey(w.pool, w.secretKey, { environment_id, ...spec }, at)).text
}
