// The process that erases a person is killed between its transactions: the next one goes on, to the end.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../harness.ts'
import { assertSound } from './books.ts'
import { assertDies, install } from './lives.ts'

const WHO = 'Quellmund'
/** Two and a half chunks of a hundred. */
const INVOICES = 250
/** Each life gets as far as its last chunk, and where it dies for good the sweep was just done. */
const DEATHS = [
  ...['erasure.erased', 'erasure.erased', 'erasure.erased:2', 'erasure.erased'],
  'sweep.done@customers.erase',
]

const { pool, live } = await install({ after })

/** How many rows tell of the person, except for the customer's own. */
async function tellingOfThem(): Promise<number> {
  const { rows } = await pool.query(
    `select (select count(*)::int from invoices where notes like $1)
       + (select count(*)::int from invoice_lines where description like $1)
       + (select count(*)::int from events where object::text like $1) as n`,
    [`%${WHO}%`],
  )
  return rows[0].n
}

test('killed between any two steps, an erasure is done in the end', {
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
  const all = INVOICES * 4 + 1
  assert.equal(
    await tellingOfThem(),
    all,
    'notes, line and two events of each, and one of the customer',
  )

  const asked = await live('write.committed')
  await assert.rejects(asked.api.post(`/v1/customers/${id}/erase`), 'it was not answered')
  await asked.ended
  const left: number[] = []
  for (const death of DEATHS) {
    await assertDies(live(death))
    left.push(await tellingOfThem())
    await assertSound(pool)
  }
  // The customer's events, no mails, one chunk of invoices and another, the last of them; the rest.
  assert.deepEqual(left, [all - 1, all - 1, all - 801, 0, 0])
  const last = await live()
  await until('it to be done', async () => {
    const erasure = await last.api.get(`/v1/customers/cus_${id}/erasure`)
    return erasure.body.status === 'erased'
  })
  await last.stop()
  assert.equal(await tellingOfThem(), 0)
  await assertSound(pool)
})

test('killed when the request log was looked after, the next one does', {
  timeout: 600_000,
}, async () => {
  for (const death of ['sweep.done@customers.forget', 'sweep.done@requests.purge']) {
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
