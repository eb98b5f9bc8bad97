// A process is killed while it creates, ends or indexes a partition of the request log: the next one completes it, and
// no line is lost. The gate tries two of the deaths.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../harness.ts'
import { assertSound } from './books.ts'
import { partOf } from './deaths.ts'
import { assertDies, install } from './lives.ts'

const { pool, live } = await install({ after })

test('a process killed while it creates days leaves them to the next', {
  timeout: 600_000,
}, async () => {
  const deaths = partOf(['requests.made', 'sweep.done@requests.days'], 2)
  for (const death of deaths) await assertDies(live(death))
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

const DAY_MS = 86_400_000

test('a process killed while it ends or indexes a partition leaves that to the next, and no line is lost', {
  timeout: 600_000,
}, async () => {
  // One that ended yesterday, and one that is full and goes on for days, whatever the hour is.
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  await pool.query(`
    do $$ declare part text; begin
      for part in select inhrelid::regclass::text from pg_inherits where inhparent = 'requests'::regclass loop
        execute 'drop table ' || part;
      end loop;
    end $$`)
  const day = (back: number) => new Date(midnight - back * DAY_MS).toISOString()
  await pool.query(
    `create table requests_old partition of requests for values from ('${day(9)}') to ('${day(1)}');
     create table requests_full partition of requests for values from ('${day(1)}') to ('${day(-9)}');
     alter table requests_full alter path set storage plain`,
  )
  await pool.query(
    `insert into requests (environment_id, id, created_at, method, path, operation, status, duration_ms, address,
       actor_kind, actor, actor_label, request_cut, response_cut)
     select 1, gen_random_uuid(), $1::timestamptz - n % 2 * interval '3 days', 'GET', repeat('/', n % 2 + 7900 * (1 - n % 2)),
       'listProducts', 200, 1, '::1', 'key', 'svc', '', false, false
     from generate_series(1, 17000) n`,
    [day(0.5)],
  )
  const deaths = partOf(['requests.parted', 'requests.indexed', 'sweep.done@requests.parts'], 3)
  for (const death of deaths) {
    await assertDies(live(death))
    const { rows } = await pool.query('select count(*) as count from requests')
    assert.equal(rows[0].count, 17_000, death)
  }
  const last = await live()
  await until('the indexes', async () => {
    const { rows } = await pool.query(
      `select c.relname as name, count(*) as indexes from pg_inherits i join pg_class c on c.oid = i.inhrelid
       join pg_index x on x.indrelid = c.oid where i.inhparent = 'requests'::regclass group by 1 order by 1 desc`,
    )
    const [old, full, next] = rows
    return rows.length === 3 && old.indexes === 8 && full.indexes === 3 && next.indexes === 3
  })
  await last.stop()
  await assertSound(pool)
})
