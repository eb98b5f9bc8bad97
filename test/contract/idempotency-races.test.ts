// Contract 5: the same key many times at once, in one process and in two.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import {
  allEvents,
  get,
  INVOICES,
  LINE,
  makeCustomer,
  makeInvoice,
  PRODUCTS,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'
import { row } from './rows.ts'

const w = await world({ after })
const { api } = w

let used = 0
const newKey = () => ({ 'idempotency-key': `key-${used++}` })

row('c5 join', async () => {
  const customer = await makeCustomer(api)
  const ask = { headers: newKey(), body: { customer_id: customer.id, line_items: [LINE] } }
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.post(INVOICES, ask)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  const replays = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
  assert.equal(replays.length, 49)
  assert.equal((await get(api, `${INVOICES}?customer_id=${customer.id}`)).total_count, 1)
})

row('c5 two processes', async () => {
  const second = await w.secondProcess()
  const draft = await makeInvoice(api)
  const headers = newKey()
  const tries = Array.from({ length: 50 }, (_, index) =>
    (index % 2 ? api : second.api).post(`${INVOICES}/${draft.id}/finalize`, { headers }),
  )
  const answered = new Set<string>()
  for (const answer of await Promise.all(tries)) {
    if (answer.status === 200) answered.add(answer.text)
    else refused(answer, 409, 'idempotency_key_in_use')
  }
  assert.equal(answered.size, 1)
  const events = await allEvents(api)
  const finalized = events.filter(
    ({ type, data }) => type === 'invoice.finalized' && data.object.id === draft.id,
  )
  assert.equal(finalized.length, 1)
})

row('c3 idempotency_key_in_use', async () => {
  const headers = newKey()
  const holder = await w.pool.connect()
  try {
    // Another process has claimed the key and not committed yet.
    await holder.query('begin')
    await holder.query(
      `insert into idempotency_keys (environment_id, key, fingerprint, status, created_at)
       values (1, $1, '', 201, now())`,
      [headers['idempotency-key']],
    )
    const waiting = api.post(PRODUCTS, { headers, body: { name: 'Held' } })
    const neighbour = await api.post(PRODUCTS, { body: { name: 'Free' } })
    assert.equal(neighbour.status, 201, 'others are not held up')
    const answer = await waiting
    refused(answer, 409, 'idempotency_key_in_use')
    assert.equal(answer.headers['retry-after'], '1')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  assert.equal((await api.post(PRODUCTS, { headers, body: { name: 'Held' } })).status, 201)
})
