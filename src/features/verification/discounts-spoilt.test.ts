// Proves that whatever is spoilt of discounts and redemptions is found, by the checks it concerns and no other.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { WITHOUT_CONSTRAINTS } from '../../../test/corruptions.ts'
import { discountCorruptions } from '../../../test/corruptions-discounts.ts'
import { until, world } from '../../../test/harness.ts'
import { type Report, verifyWithin } from './actions.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })

let discounted = ''

before(async () => {
  const post = async (path: string, body: unknown = {}) => {
    const answer = await w.api.post(path, { body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const tenth = await post('/v1/coupons', { name: 'Tenth', percent_off: '10' })
  const six = await post('/v1/coupons', { name: 'Six', amount_off: 600, currency: 'cad' })
  const { id } = await post('/v1/customers', { name: 'Maple' })
  await post(`/v1/customers/${id}/discounts`, { coupon_id: tenth.id })
  const line = (unit_amount: number) => ({ description: 'Seats', quantity: 1, unit_amount })
  const invoice = await post('/v1/invoices', {
    customer_id: id,
    line_items: [line(10_000), line(4_000)],
    discounts: [{ coupon_id: six.id }],
    finalize: true,
  })
  discounted = invoice.id
})

const red = (report: Report) =>
  report.checks.filter(({ differences, name }) => differences > 0 && name !== 'chain')

test('every way to spoil discounts is found', async (t) => {
  const client = await w.pool.connect()
  t.after(() => client.release())
  const faults: string[] = []
  for (const [spoil, expected, said] of discountCorruptions(() => discounted)) {
    await until('all tables', async () => {
      await client.query('begin')
      try {
        return await client.query(WITHOUT_CONSTRAINTS)
      } catch {
        await client.query('rollback')
        return false
      }
    })
    const { rowCount } = await client.query(spoil)
    const found = red(await verifyWithin(client))
    await client.query('rollback')
    const names = found.map(({ name }) => name).sort()
    const examples = found.flatMap((check) => check.examples).join('\n')
    const isFound = rowCount && String(names) === String(expected) && said.test(examples)
    if (!isFound) faults.push(`${spoil}\n${rowCount} rows, ${names}, not ${expected}\n${examples}`)
  }
  assert.deepEqual(faults, [], faults.join('\n\n'))
})
