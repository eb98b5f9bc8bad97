// A process is killed after it saved what a customer entered at Stripe, or had Stripe forget a card: the next one continues.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, makeCustomer } from '../fixtures.ts'
import { until } from '../harness.ts'
import { startStripe, TEST_KEY } from '../stripe/server.ts'
import { partOf } from './deaths.ts'
import { assertDies, install } from './lives.ts'

const standIn = await startStripe({ after })
const { pool, live } = await install({ after }, { STRIPE_URL: standIn.url })

const SWEEPS = [
  'sweep.done@payment_methods.check_setups',
  'sweep.done@payment_methods.forget',
] as const

for (const sweep of partOf(SWEEPS, 2))
  test(`a card is saved and forgotten once if a process is killed at ${sweep}`, async () => {
    const first = await live()
    const { api } = first
    const gateway = { type: 'stripe', name: 'Stripe', secret_key: TEST_KEY }
    await bodyOf(api.post('/v1/gateways', { body: gateway }), 201)
    const { id: customer_id } = await makeCustomer(api)
    const page = { customer_id, return_url: 'https://app.example/' }
    const begun = await bodyOf(api.post('/v1/payment_methods/setup', { body: page }), 200)
    const session = [...standIn.books.sessions.values()].at(-1)?.id as string
    standIn.books.complete(session)
    await first.stop()
    await pool.query('update gateway_setups set check_at = created_at')
    if (sweep.includes('check_setups')) await assertDies(live(sweep))
    const second = await live()
    const path = `/v1/payment_methods/${begun.payment_method_id}`
    await until('the card', async () => (await second.api.get(path)).status === 200)
    await until('the page to be done', async () => {
      return (await pool.query('select from gateway_setups')).rowCount === 0
    })
    const { data } = (await second.api.get(`/v1/payment_methods?customer_id=${customer_id}`)).body
    assert.equal(data.length, 1)
    if (sweep.includes('forget')) {
      await second.stop()
      const detaching = await live(sweep)
      await detaching.api.post(`${path}/detach`).catch(() => undefined)
      assert.equal(await detaching.ended, 'SIGKILL', detaching.output())
    } else await bodyOf(second.api.post(`${path}/detach`), 200)
    const last = await live()
    await until('Stripe to forget the card', async () => {
      const left = 'select from payment_methods where forget_at is not null'
      return (await pool.query(left)).rowCount === 0
    })
    const kept = [...standIn.books.methods.values()].filter(({ customer }) => customer !== null)
    assert.deepEqual(kept, [])
    await second.stop()
    await last.stop()
  })
