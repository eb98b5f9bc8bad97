// Products beyond the contract: the events of archiving and reactivating.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { allEvents, makeProduct, PRODUCTS } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })

test('archiving by DELETE or PATCH records its own event; repeating it records none', async () => {
  const { id } = await makeProduct(w.api)
  const path = `${PRODUCTS}/${id}`
  await w.api.delete(path)
  await w.api.delete(path)
  await w.api.patch(path, { body: { status: 'archived' } })
  await w.api.patch(path, { body: { status: 'active' } })
  await w.api.patch(path, { body: { status: 'active' } })
  await w.api.patch(path, { body: { status: 'archived', name: 'Retired' } })
  const events = await allEvents(w.api)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.previous_attributes?.status]),
    [
      ['product.created', undefined],
      ['product.archived', 'active'],
      ['product.updated', 'archived'],
      ['product.archived', 'active'],
    ],
  )
})
