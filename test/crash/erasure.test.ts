// The process that erases a person is killed between its transactions: the next process completes the erasure. The gate
// tries two kills, `npm run test:crash` all.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../harness.ts'
import { assertSound } from './books.ts'
import { EVERY } from './deaths.ts'
import { assertDies, install } from './lives.ts'

const WHO = 'Quellmund'
/** Two and a half chunks of a hundred; in the gate one chunk and a few rows. */
const INVOICES = EVERY ? 250 : 105
/** Notes, line and two events of each invoice, and one event of the customer. */
const ALL = INVOICES * 4 + 1
/**
 * Where each process dies, and how many rows name the person then. Every step is a transaction: the customer's events,
 * the subscriptions, two chunks of invoices, the last chunk.
 */
const DEATHS: [death: string, left: number][] = EVERY
  ? [
      ['erasure.erased', ALL - 1],
      ['erasure.erased', ALL - 1],
      ['erasure.erased', ALL - 1],
      ['erasure.erased', ALL - 401],
      ['erasure.erased', ALL - 801],
      ['erasure.erased', 0],
      ['sweep.done@customers.erase', 0],
    ]
  : [['erasure.erased:4', ALL - 401]]

const { pool, live } = await install({ after })

/** Number of rows that name the person, without the customer row. */
async function rowsNamingThem(): Promise<number> {
  const { rows } = await pool.query(
    `select (select count(*)::int from invoices where notes like $1)
       + (select count(*)::int from invoice_lines where description like $1)
       + (select count(*)::int from events where object::text like $1) as n`,
    [`%${WHO}%`],
  )
  return rows[0].n
}

test('an erasure killed between any two of its steps is completed', {
  timeout: 600_000,
}, async () => {
  const first = await live()
  const { id } = (await first.api.post('/v1/customers', { body: { name: WHO } })).body
  const line_items = [{ description: `For ${WHO}`, quantity: 1, unit_amount: 100 }]
  const body = { customer_id: id, line_items, notes: WHO }
  await Promise.all(
    Array.from({ length: INVOICES }, async () => {
      const made = await first.api.post('/v1/invoices', { body })
      const voided = await first.api.post(`/v1/invoices/${made.body.id}/void`)
      assert.equal(voided.status, 200, voided.text)
    }),
  )
  await first.stop()
  assert.equal(await rowsNamingThem(), ALL)

  const service = await live('write.committed')
  await assert.rejects(service.api.post(`/v1/customers/${id}/erase`), 'it was not answered')
  await service.ended
  for (const [death, left] of DEATHS) {
    await assertDies(live(death))
    assert.equal(await rowsNamingThem(), left, death)
    await assertSound(pool)
  }
  const last = await live()
  await until('it to be done', async () => {
    const erasure = await last.api.get(`/v1/customers/cus_${id}/erasure`)
    return erasure.body.status === 'erased'
  })
  await last.stop()
  assert.equal(await rowsNamingThem(), 0)
  await assertSound(pool)
})

test('a process killed after a sweep of the request log leaves the sweep to the next', {
  skip: !EVERY && 'npm run test:crash',
  timeout: 600_000,
}, async () => {
  for (const death of ['sweep.done@customers.forget', 'sweep.done@requests.days']) {
    await assertDies(live(death))
    await assertSound(pool)
  }
  const last = await live()
  await until('the log to have forgotten', async () => {
    const { rowCount } = await pool.query('select from customer_erasures where log_due_at is null')
    return rowCount === 1
  })
  await last.stop()
})
