// Contract 9: the audit log. Every route that writes is in it by being a route that writes.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { owner } from '../browser-like.ts'
import { get, makeProduct, PRODUCTS } from '../fixtures.ts'
import { world } from '../harness.ts'
import { tellOperations } from '../reference/operations.ts'
import { row } from './rows.ts'

const w = await world(
  { after },
  { provokesErrors: true, tampers: true, settings: { MAIL_FROM: 'billing@example.com' } },
)
const { api, keys } = w
const idOf = (key: string) => key.split('_').slice(0, 3).join('_')
const told = await tellOperations(w)

row('c9 audit every write', async () => {
  const writes = told.filter(({ route }) => route.method !== 'GET')
  assert.ok(writes.length > 20)
  for (const { route, answer } of writes) {
    const rows = await w.sql('select action from audit_log where request_id = $1', [
      answer.headers['request-id'],
    ])
    assert.deepEqual(rows, [{ action: route.operation }], route.operation)
  }
  const reads = told.filter(({ route }) => route.method === 'GET')
  const ids = reads.map(({ answer }) => answer.headers['request-id'])
  const none = await w.sql('select 1 from audit_log where request_id = any($1)', [ids])
  assert.deepEqual(none, [])
})

row('c9 audit who', async () => {
  const product = await makeProduct(api)
  const [byKey] = (await get(api, `/v1/audit_log?object_id=${product.id}`)).data
  const { actor, actor_label, address, action } = byKey
  assert.deepEqual([actor, actor_label, action], [idOf(keys.test), 'test', 'createProduct'])
  assert.match(address, /127\.0\.0\.1$/)
  const person = await owner(w)
  const patched = await person.at('1/test').patch(`${PRODUCTS}/${product.id}`, {
    body: { name: 'Renamed' },
  })
  assert.equal(patched.status, 200, patched.text)
  const [latest, first] = (await get(api, `/v1/audit_log?object_id=${product.id}`)).data
  assert.match(latest.actor, /^usr_/)
  assert.deepEqual([latest.actor_label, latest.action], ['Olive Owner', 'updateProduct'])
  assert.equal(latest.request_id, patched.headers['request-id'])
  assert.equal(first.id, byKey.id)
  const mine = await get(api, `/v1/audit_log?actor=${latest.actor}&action=updateProduct`)
  assert.deepEqual(
    mine.data.map(({ id }: { id: string }) => id),
    [latest.id],
  )
  const signedIn = await get(api, `/v1/audit_log?actor=${latest.actor}`, { key: keys.live })
  assert.equal(signedIn.data[0].action, 'redeem_owner')
})

row('c9 audit accepted', async () => {
  const count = async () => (await w.sql('select from audit_log')).length
  const product = await makeProduct(api, {}, { headers: { 'Idempotency-Key': 'audited' } })
  const before = await count()
  await makeProduct(api, {}, { headers: { 'Idempotency-Key': 'audited' } })
  await api.post(`${PRODUCTS}?dry_run=true`, { body: { name: 'x' } })
  await api.patch(`${PRODUCTS}/${product.id}`, { body: { name: '' } })
  await api.patch(`${PRODUCTS}/prod_01h2xcejqtf2nbrexx3vqjhp41`, { body: { name: 'x' } })
  assert.equal(await count(), before, 'no replay, dry run or refusal is in it')
})
