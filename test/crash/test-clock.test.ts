// One clock advance through many due dates while the processes that run it are killed: the next process continues in
// order, and nothing happens twice. The gate tries a few kills, `npm run test:crash` all.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { verify } from '../../src/app/verify.ts'
import { clockReady } from '../clock.ts'
import { allEvents, makeFinalized, refused } from '../fixtures.ts'
import { until } from '../harness.ts'
import type { Process } from '../process.ts'
import { EVERY, partOf } from './deaths.ts'
import { assertDies, install } from './lives.ts'

const DEATHS_ADVANCING = partOf(
  ['clock.done', 'clock.stepped:3', 'write.counted:5', 'write.committed:6'],
  4,
)
const DEATHS_RESETTING = partOf(['clock.erased', 'clock.erased:5'], 2)
const DAY_MS = 86_400_000
/** Next year, so that due dates in it are in the future whenever this runs. */
const YEAR = new Date().getUTCFullYear() + 1
const TO = `${YEAR + 1}-01-01T00:00:00.000Z`

const { pool, live } = await install({ after })
/** The process that finished the advance. */
let survivor: Process

/** Mimics the time in which a dead process's lease ends. */
async function letLeaseRunOut(): Promise<void> {
  await pool.query(
    `update test_clocks set lease_until = '2000-01-01' where lease_token is not null`,
  )
}

/** The n-th due date, all in that year. */
const dueDate = (n: number) =>
  new Date(Date.parse(`${YEAR}-01-05`) + n * 7 * DAY_MS).toISOString().slice(0, 10)
const COUNT = EVERY ? 40 : 12

test('an advance continues where a killed process stopped, and nothing happens twice', {
  timeout: 600_000,
}, async () => {
  const starter = await live('clock.leased')
  for (let n = COUNT - 1; n >= 0; n--) await makeFinalized(starter.api, { due_date: dueDate(n) })
  const before = await allEvents(starter.api)
  await starter.api
    .post('/v1/test_clock/advance', { body: { to: TO } })
    .catch(() => 'it may die before it has answered')
  assert.equal(await starter.ended, 'SIGKILL', starter.output())

  for (const death of DEATHS_ADVANCING) {
    await letLeaseRunOut()
    await assertDies(live(death))
    const { checks } = await verify(pool)
    assert.deepEqual(
      checks.filter(({ differences }) => differences > 0),
      [],
    )
  }

  // To other processes the advance still looks active.
  await pool.query(
    `update test_clocks set lease_token = '00000000-0000-7000-8000-000000000000',
       lease_until = '2999-01-01' where status = 'advancing'`,
  )
  survivor = await live()
  const { api } = survivor
  const body = { to: `${YEAR + 2}-01-01T00:00:00.000Z` }
  refused(await api.post('/v1/test_clock/advance', { body }), 409, 'clock_advancing')
  await letLeaseRunOut()

  const clock = await clockReady(api)
  assert.equal(clock.to, TO)
  assert.equal(clock.events_after, before.length)
  assert.ok(Date.parse(clock.now) - Date.parse(TO) < DAY_MS / 24, clock.now)
  const events = (await allEvents(api)).slice(before.length)
  assert.deepEqual(
    events.map(({ type, data, created_at }) => [
      type,
      data.object.due_date,
      // Each is dated by the first hour after its due date had ended.
      new Date(Date.parse(created_at) - DAY_MS).toISOString().slice(0, 13),
    ]),
    Array.from({ length: COUNT }, (_, n) => ['invoice.overdue', dueDate(n), `${dueDate(n)}T00`]),
  )
})

test('two processes that advance one clock do nothing twice', { timeout: 600_000 }, async () => {
  const [one, two] = [survivor, await live()]
  const many = EVERY ? 20 : 6
  for (let n = 0; n < many; n++) {
    await makeFinalized(one.api, { due_date: `${YEAR + 3 + n}-06-30` })
  }
  const before = (await allEvents(one.api)).length
  const body = { to: `${YEAR + 33}-01-01T00:00:00.000Z` }
  await one.api.post('/v1/test_clock/advance', { body })
  // Mimics a process that pauses for long, again and again: the other takes over.
  let isReady = false
  const robbing = until('the clock', async () => {
    await letLeaseRunOut()
    return isReady
  })
  await clockReady(two.api).finally(() => {
    isReady = true
  })
  await robbing
  const events = (await allEvents(two.api)).slice(before)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.object.due_date]),
    Array.from({ length: many }, (_, n) => ['invoice.overdue', `${YEAR + 3 + n}-06-30`]),
  )
  await Promise.all([one.stop(), two.stop()])
})

test('a reset continues where a killed process stopped, without writes meanwhile', {
  timeout: 600_000,
}, async () => {
  const starter = await live('clock.erased:3')
  const before = (await allEvents(starter.api)).length
  assert.ok(before > 50)
  await starter.api
    .post('/v1/test_clock/reset', { headers: { 'idempotency-key': 'the-reset' } })
    .catch(() => 'it may die before it has answered')
  assert.equal(await starter.ended, 'SIGKILL', starter.output())

  for (const death of DEATHS_RESETTING) {
    await letLeaseRunOut()
    await assertDies(live(death))
  }

  // The dead process's lease is held, so the running one waits and nothing can be written.
  await pool.query(`update test_clocks set lease_until = '2999-01-01', lease_token =
    '00000000-0000-7000-8000-000000000000' where status = 'resetting'`)
  const last = await live()
  const body = { name: 'Too early' }
  refused(await last.api.post('/v1/products', { body }), 409, 'environment_resetting')
  refused(await last.api.post('/v1/test_clock/reset'), 409, 'environment_resetting')
  const again = await last.api.post('/v1/test_clock/reset', {
    headers: { 'idempotency-key': 'the-reset' },
  })
  assert.equal(again.headers['idempotent-replayed'], 'true')
  await letLeaseRunOut()
  await clockReady(last.api)
  assert.deepEqual(await allEvents(last.api), [])
  assert.equal((await last.api.post('/v1/products', { body })).status, 201)
  const { checks } = await verify(pool)
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  )
})
