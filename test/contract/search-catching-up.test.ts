// Search over objects older than the search index: thousands at once, and rows of an older version.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, type Made, makeCustomer, makeProduct } from '../fixtures.ts'
import { until, world } from '../harness.ts'

test('a search for several frequent words finds the objects with all of them', async (t) => {
  const here = await world(t, { tampers: true })
  // 2 000 customers: every one is "acme", every second "north", every third "gmbh".
  await here.sql(
    `insert into customers select 1, n, 'Acme ' || n || case when n % 2 = 0 then ' North' else '' end
       || case when n % 3 = 0 then ' GmbH' else '' end, null, '', '', '', null, '', '', '', 'CA', false,
       null, false, null, '{}', to_timestamp(0), to_timestamp(0), null
     from generate_series(1, 2000) n`,
  )
  const find = async (q: string) =>
    (await get(here.api, `/v1/search?limit=20&q=${encodeURIComponent(q)}`)).data
  await until('all words', async () => {
    const [left] = await here.sql<{ count: number }>(
      'select count(*)::int as count from customers where words_version = 0',
    )
    return left?.count === 0
  })
  for (const [q, divisor] of [
    ['acme north gmbh', 6],
    ['gm acm', 3],
    ['no ac', 2],
  ] as const) {
    const rows = await find(q)
    assert.equal(rows.length, 20, q)
    for (const { title } of rows) assert.equal(Number(title.split(' ')[1]) % divisor, 0, title)
  }
  assert.deepEqual(
    (await find('acme 1998 gmbh')).map(({ title }: Made) => title),
    ['Acme 1998 North GmbH'],
  )
})

test('objects older than the index are found soon', async (t) => {
  const here = await world(t, { tampers: true })
  const { id } = await makeCustomer(here.api, { name: 'Early Bird' })
  const product = await makeProduct(here.api, { name: 'Early plan' })
  await here.sql('update customers set words_version = 0')
  await here.sql('update products set words_version = 0')
  await here.sql('delete from customer_words')
  await here.sql('delete from product_words')
  const ids = async () =>
    (await get(here.api, '/v1/search?q=early')).data.map((each: Made) => each.id)
  await until('both', async () => (await ids()).length === 2)
  assert.deepEqual(await ids(), [`cus_${id}`, product.id])
})
