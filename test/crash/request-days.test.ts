// The process that splits the former request log into days is killed between its steps: the next one goes on, and no line
// is lost.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../harness.ts'
import { assertSound } from './books.ts'
import { assertDies, install } from './lives.ts'

const DEATHS = [
  'requests.ended',
  'requests.assured',
  'requests.made',
  'sweep.done@requests.days',
  'sweep.done@requests.days',
]
const LINES = 1_000

const { pool, live } = await install({ after })

test('killed between any two steps, the days are made in the end', {
  timeout: 600_000,
}, async () => {
  await pool.query(
    `insert into requests (environment_id, id, created_at, method, path, operation, status, duration_ms, address,
       actor_kind, actor, actor_label, request_cut, response_cut)
     select 1, gen_random_uuid(), now() - n * interval '1 minute', 'GET', '/v1/products', 'listProducts', 200, 1, '::1',
       'key', 'svc', '', false, false
     from generate_series(1, ${LINES}) n`,
  )
  for (const death of DEATHS) {
    await assertDies(live(death))
    const { rows } = await pool.query('select count(*) as count from requests')
    assert.equal(rows[0].count, LINES, death)
  }
  const last = await live()
  assert.equal((await last.api.get('/v1/products')).status, 200)
  await until('its line', async () => {
    const { rows } = await pool.query('select count(*) as count from requests')
    return rows[0].count === LINES + 1
  })
  await last.stop()
  const { rows } = await pool.query(
    `select pg_get_expr(relpartbound, oid) as bound from pg_class
     where relispartition and relkind = 'r' order by relname`,
  )
  // Two days ahead; what was before has today, or tomorrow as well in the last hour of a day.
  assert.ok(rows.length === 3 || rows.length === 2, JSON.stringify(rows))
  assert.match(rows.at(-1).bound, /^FOR VALUES FROM \(MINVALUE\) TO/)
  await assertSound(pool)
})
