// A process killed while it creates day partitions of the request log: the next process creates the rest.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../harness.ts'
import { assertSound } from './books.ts'
import { assertDies, install } from './lives.ts'

const { pool, live } = await install({ after })

test('a process killed while it creates day partitions leaves the rest to the next', {
  timeout: 600_000,
}, async () => {
  for (const death of ['requests.made', 'sweep.done@requests.days']) await assertDies(live(death))
  const last = await live()
  assert.equal((await last.api.get('/v1/products')).status, 200)
  await until('its line', async () => {
    const { rows } = await pool.query('select count(*) as count from requests')
    return rows[0].count === 1
  })
  await last.stop()
  const { rows } = await pool.query(
    `select relname as name from pg_class where relispartition and relkind = 'r'`,
  )
  assert.equal(rows.length, 3, 'today and two days ahead')
  await assertSound(pool)
})
