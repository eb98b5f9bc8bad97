// Customers past the contract: how integers are allotted, and balances beside writes.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CUSTOMERS, get, grantCredit, makeCustomer } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { createCustomerIds } from './actions.ts'

const w = await world({ after })

test('the first customer of an installation is 1001', async () => {
  assert.equal((await makeCustomer(w.api)).id, 1001)
})

test('integers are never allotted twice, however many ask at once', async () => {
  const allotters = Array.from({ length: 3 }, () => createCustomerIds(w.pool))
  const ids = await Promise.all(
    Array.from({ length: 600 }, (_, index) => allotters[index % 3]?.take()),
  )
  assert.equal(new Set(ids).size, 600)
})

test('the next integer is told without being taken, within a block and before one', async () => {
  const { take, peek } = createCustomerIds(w.pool)
  const told = await peek()
  assert.equal(await peek(), told)
  assert.equal(await take(), told)
  assert.equal(await peek(), told + 1)
  assert.equal(await take(), told + 1)
})

test('one allotter counts upwards', async () => {
  const { take } = createCustomerIds(w.pool)
  const ids: number[] = []
  for (let count = 0; count < 150; count++) ids.push(await take())
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  )
})

test('a block that cannot be taken fails the call, and the next one tries again', async () => {
  await w.sql('alter table installation rename to gone')
  const { take } = createCustomerIds(w.pool)
  await assert.rejects(Promise.all([take(), take()]))
  await w.sql('alter table gone rename to installation')
  assert.ok((await take()) > 1001)
})

test('a change of the customer leaves its balances as they are', async () => {
  const { id } = await makeCustomer(w.api)
  await grantCredit(w.api, id, '12.34', 'cad')
  await grantCredit(w.api, id, '5', 'usd')
  const { body } = await w.api.patch(`${CUSTOMERS}/${id}`, { body: { city: 'Oka' } })
  assert.equal(body.credit_balance, '12.34000000')
  assert.deepEqual(body.credit_balances, { usd: '5.00000000' })
  assert.deepEqual(await get(w.api, `${CUSTOMERS}/${id}`), body)
})
