// Verification over HTTP: one environment per key, one run at a time, aborted when the service stops.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { get, makeInvoice, makeProduct, refused } from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { verify } from '../../app/verify.ts'
import { createHeads } from '../../platform/db/chain-heads.ts'
import { KeyRing } from '../../platform/key-ring.ts'

const PATH = '/v1/ledger/verification'

const w = await world({ after }, { tampers: true })
const { api } = w

test('the books are verified on request, for the environment of the key', async () => {
  await makeInvoice(api)
  const { clean, checks, ...rest } = await get(api, PATH)
  assert.equal(clean, true)
  const heads = createHeads(new KeyRing([w.secretKey]))
  const { checks: all } = await verify(w.pool, undefined, { heads, given: [] })
  const own = all.filter(({ account_id, mode }) => account_id === 1 && mode === 'test')
  assert.deepEqual(
    checks,
    own.map(({ account_id: _, mode: __, ...check }) => check),
  )
  assert.match(rest.started_at, /^\d{4}-/)
})

test('a difference is reported to its environment and to no other', async () => {
  const product = await makeProduct(api)
  await w.sql("update products set description = 'Other' where environment_id = 1")
  const { clean, checks } = await get(api, PATH)
  assert.equal(clean, false)
  const red = checks.filter((check: { differences: number }) => check.differences > 0)
  assert.equal(red.length, 1)
  assert.equal(red[0].name, 'history')
  assert.deepEqual(red[0].examples, [
    `${product.id}: description is "Other", but its latest event has ""`,
  ])
  assert.equal((await get(api, PATH, { key: w.keys.live })).clean, true)
})

test('a second request joins the verification that is running', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => get(api, PATH)))
  assert.equal(new Set(answers.map(({ started_at }) => started_at)).size, 1)
  const later = await get(api, PATH)
  assert.equal(later.object, 'ledger_verification')
})

test('verification needs its scope', async () => {
  const key = await w.key({ scopes: ['invoices:read'] })
  refused(await api.get(PATH, { key }), 403, 'permission_denied')
})

test('stopping the service does not wait for verification', async (t) => {
  const process = await w.secondProcess({ SHUTDOWN_TIMEOUT_SECONDS: '60' })
  const client = new pg.Client(w.config.databaseUrl)
  await client.connect()
  t.after(() => client.end())
  // A table it reads is locked, so it would wait forever.
  await client.query('begin')
  await client.query('lock table products in access exclusive mode')
  const headers = { authorization: `Bearer ${w.keys.test}` }
  const pending = fetch(`${process.api.url}${PATH}`, { headers })
  await until('the verification to wait', async () => {
    const waits = await w.sql(
      `select 1 from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and query like 'declare books%'`,
    )
    return waits.length > 0
  })

  const stopped = process.stop()
  const answer = await pending
  assert.match(await answer.text(), /unavailable/)
  assert.equal(answer.status, 503)
  await stopped
})
