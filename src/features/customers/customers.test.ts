// Customers beyond the contract: ID allocation, and balances during writes.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CUSTOMERS, get, grantCredit, makeCustomer } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { createCustomerIds } from './actions.ts'

const w = await world({ after })

test('the first customer of an installation is 1001', async () => {
  assert.equal((await makeCustomer(w.api)).id, 1001)
})

test('IDs are never allocated twice by concurrent requests', async () => {
  const allotters = Array.from({ length: 3 }, () => createCustomerIds(w.pool))
  const ids = await Promise.all(
    Array.from({ length: 600 }, (_, index) => allotters[index % 3]?.take()),
  )
  assert.equal(new Set(ids).size, 600)
})

test('the next ID can be read without taking it, within a block and before one', async () => {
  const { take, peek } = createCustomerIds(w.pool)
  const next = await peek()
  assert.equal(await peek(), next)
  assert.equal(await take(), next)
  assert.equal(await peek(), next + 1)
  assert.equal(await take(), next + 1)
})

test('IDs of one process ascend', async () => {
  const { take } = createCustomerIds(w.pool)
  const ids: number[] = []
  for (let count = 0; count < 150; count++) ids.push(await take())
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  )
})

test('a block that cannot be taken fails the call, and the next call tries again', async () => {
  await w.sql('alter table installation rename to gone')
  const { take } = createCustomerIds(w.pool)
  await assert.rejects(Promise.all([take(), take()]))
  await w.sql('alter table gone rename to installation')
  assert.ok((await take()) > 1001)
})

test('an update of the customer keeps its balances', async () => {
  const { id } = await makeCustomer(w.api)
  await grantCredit(w.api, id, '12.34', 'cad')
  await grantCredit(w.api, id, '5', 'usd')
  const { body } = await w.api.patch(`${CUSTOMERS}/${id}`, { body: { city: 'Oka' } })
  assert.equal(body.credit_balance, '12.34000000')
  assert.deepEqual(body.credit_balances, { usd: '5.00000000' })
  assert.deepEqual(await get(w.api, `${CUSTOMERS}/${id}`), body)
})
