// Contract 9: the audit log. Every route that writes is covered by being declared.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { owner, PASSWORD } from '../browser-like.ts'
import { reckoner } from '../cli.ts'
import {
  get,
  INVOICES,
  type Made,
  makeInvoice,
  makePayment,
  makeProduct,
  PRODUCTS,
} from '../fixtures.ts'
import { world } from '../harness.ts'
import { recordOperations } from '../reference/operations.ts'

const w = await world(
  { after },
  { provokesErrors: true, tampers: true, settings: { MAIL_FROM: 'billing@example.com' } },
)
const { api, keys } = w
const idOf = (key: string) => key.split('_').slice(0, 3).join('_')
const operations = await recordOperations(w)

test('each write is logged once, in its own transaction, and reads are not logged', async () => {
  // A preview is a POST because it has a body, but it writes nothing.
  const isRead = ({ route }: (typeof operations)[number]) =>
    route.method === 'GET' || route.operation.startsWith('preview')
  const writes = operations.filter((each) => !isRead(each))
  assert.ok(writes.length > 20)
  for (const { route, answer } of writes) {
    const rows = await w.sql('select action from audit_log where request_id = $1', [
      answer.headers['request-id'],
    ])
    assert.deepEqual(rows, [{ action: route.operation }], route.operation)
  }
  const reads = operations.filter(isRead)
  const ids = reads.map(({ answer }) => answer.headers['request-id'])
  const none = await w.sql('select 1 from audit_log where request_id = any($1)', [ids])
  assert.deepEqual(none, [])
})

test('an entry names the key or person, the address and the request', async () => {
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
  // The object's name at the time, and the properties that changed.
  assert.deepEqual([latest.object_name, latest.changed], ['Renamed', ['name']])
  assert.deepEqual([first.object_name, first.changed], [product.name, []])
  const mine = await get(api, `/v1/audit_log?actor=${latest.actor}&action=updateProduct`)
  assert.deepEqual(
    mine.data.map(({ id }: { id: string }) => id),
    [latest.id],
  )
  const signedIn = await get(api, `/v1/audit_log?actor=${latest.actor}`, { key: keys.live })
  assert.equal(signedIn.data[0].action, 'redeem_owner')
})

test('entries show the name an object had, to callers who can read the object', async () => {
  const invoice = await makeInvoice(api)
  const finalized = (await api.post(`${INVOICES}/${invoice.id}/finalize`)).body
  const key = (
    await api.post('/v1/api_keys', { body: { name: 'Shop', scopes: ['audit_log:read'] } })
  ).body
  const named = async (query: string, as: string) =>
    (await get(api, `/v1/audit_log?${query}`, { key: as })).data.map(
      (entry: Made) => entry.object_name,
    )
  assert.deepEqual(await named(`object_id=${invoice.id}`, keys.test), [
    finalized.number,
    invoice.number,
  ])
  assert.deepEqual(await named(`object_id=${key.id}`, keys.test), ['Shop'])
  // Callers who cannot read the objects do not see their names.
  assert.deepEqual(await named(`object_id=${invoice.id}`, key.key), [null, null])
  assert.deepEqual(await named(`object_id=${key.id}`, key.key), [null])
})

test('rejected requests, dry runs and replays are not logged', async () => {
  const count = async () => (await w.sql('select from audit_log')).length
  const product = await makeProduct(api, {}, { headers: { 'Idempotency-Key': 'audited' } })
  const before = await count()
  await makeProduct(api, {}, { headers: { 'Idempotency-Key': 'audited' } })
  await api.post(`${PRODUCTS}?dry_run=true`, { body: { name: 'x' } })
  await api.patch(`${PRODUCTS}/${product.id}`, { body: { name: '' } })
  await api.patch(`${PRODUCTS}/prod_01h2xcejqtf2nbrexx3vqjhp41`, { body: { name: 'x' } })
  assert.equal(await count(), before, 'no replay, dry run or refusal is in it')
})

test('changes of users to their own profile are logged with the action', async () => {
  const person = await owner(w)
  const send = async (method: string, path: string, body: object) => {
    const answer = await person.send(method, `/session/v1${path}`, { body })
    assert.equal(answer.status, 200, answer.text)
    return answer.headers['request-id']
  }
  const renamed = await send('PATCH', '/user', { name: 'Olga Owner' })
  const changed = await send('POST', '/password', {
    password: PASSWORD,
    new_password: 'another good phrase',
  })
  const [latest, before] = (await get(api, '/v1/audit_log?limit=2', { key: keys.live })).data
  assert.deepEqual([latest.action, latest.request_id], ['changePassword', changed])
  assert.deepEqual([before.action, before.request_id], ['updateUser', renamed])
  assert.deepEqual([before.actor_label, before.actor], ['Olga Owner', latest.actor])
})

test('CLI changes to keys, tiers and owner links are logged', async () => {
  const env = { DATABASE_URL: w.config.databaseUrl as string, SECRET_KEY: w.secretKey.toString() }
  const run = async (...words: string[]) => {
    const { out, err } = await reckoner([...words, '--json'], env)
    assert.ok(out.startsWith('{'), err)
    return JSON.parse(out)
  }
  const key = await run('keys', 'create', '--mode', 'live')
  const rolled = await run('keys', 'roll', key.id)
  await run('keys', 'revoke', rolled.id)
  await run('owner-link')
  await run('accounts', 'set-tier', 'pro')
  const entries: Made[] = (await get(api, '/v1/audit_log?actor=command', { key: keys.live })).data
  assert.deepEqual(
    entries.map(({ action, object_id }) => [action, object_id]),
    [
      ['setTier', null],
      ['createOwnerLink', null],
      ['revokeApiKey', rolled.id],
      ['rollApiKey', key.id],
      ['createApiKey', key.id],
      // The service also created an owner link at its start, because the account had no owner.
      ['createOwnerLink', null],
    ],
  )
  assert.match(entries[0].actor_label, /^.+@.+$/)
  await run('accounts', 'set-tier', 'enterprise')
})

test('the timeline of an invoice says who caused each event', async () => {
  const person = await owner(w)
  const invoice = await makeInvoice(api)
  const finalized = await person.at('1/test').post(`${INVOICES}/${invoice.id}/finalize`)
  assert.equal(finalized.status, 200, finalized.text)
  await makePayment(api, finalized.body)
  const path = `${INVOICES}/${invoice.id}/timeline`
  const list = async (ask = {}): Promise<Made[]> => (await get(api, path, ask)).data
  assert.deepEqual(
    (await list()).map(({ type, actor_label }) => [type, actor_label]),
    [
      ['invoice.created', 'test'],
      ['invoice.finalized', 'Olive Owner'],
      ['payment.created', 'test'],
      ['invoice.paid', 'test'],
    ],
  )
  assert.equal((await list())[0].actor, idOf(keys.test))
  // Callers who cannot read the audit log cannot get it through the timeline either.
  const key = await w.key({ scopes: ['invoices:read'] })
  assert.deepEqual(new Set((await list({ key })).map(({ actor }) => actor)), new Set([null]))
})
