// Gateways over HTTP: keys of the right mode, secrets that nothing shows, and one default.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, get, type Made, refused } from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'

const w = await world({ after })
const { api, keys } = w
const GATEWAYS = '/v1/gateways'
const STRIPE = { type: 'stripe', name: 'Stripe', status: 'disabled' }
const KEY = 'rk_test_canaryOne7890'

const create = (body: object = {}, key?: string): Promise<Made> =>
  bodyOf(
    api.post(GATEWAYS, { body: { ...STRIPE, secret_key: KEY, ...body }, ...(key && { key }) }),
    201,
  )
const patch = (id: string, body: object, headers = {}) =>
  api.patch(`${GATEWAYS}/${id}`, { body, headers })

test('a gateway shows a hint of its key, and the address for events', async () => {
  const answer = await api.post(GATEWAYS, {
    body: { ...STRIPE, secret_key: KEY, currencies: ['EUR', 'chf', 'eur'] },
  })
  const { id, created_at, updated_at, ...rest } = answer.body
  assert.equal(answer.headers.location, `${GATEWAYS}/${id}`)
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    object: 'gateway',
    type: 'stripe',
    name: 'Stripe',
    status: 'disabled',
    currencies: ['eur', 'chf'],
    default: false,
    webhook_url: `${w.url}${GATEWAYS}/${id}/events?environment=1`,
    key_hint: 'rk_test_…7890',
    has_webhook_secret: false,
  })
  assert.deepEqual(await get(api, `${GATEWAYS}/${id}`), answer.body)
  const { data } = await get(api, `${GATEWAYS}?status=disabled`)
  assert.ok(data.some((each: Made) => each.id === id))
})

test('each mode takes its own keys alone, and no message quotes a key', async () => {
  const [test, live] = ['sk_test_canaryTwo1234', 'sk_live_canaryTwo1234']
  const post = (secret_key: string, key: string) =>
    api.post(GATEWAYS, { body: { ...STRIPE, secret_key }, key })
  for (const [secret_key, key] of [
    [live, keys.test],
    ['rk_live_canaryTwo1234', keys.test],
    [test, keys.live],
  ] as const) {
    const { message } = refused(
      await post(secret_key, key),
      400,
      'gateway_mode_mismatch',
      'secret_key',
    )
    assert.doesNotMatch(message, /canary/)
  }
  assert.equal((await create({ secret_key: live }, keys.live)).key_hint, 'sk_live_…1234')
  for (const wrong of ['pk_test_canaryTwo1234', 'sk_test_', ' sk_test_canaryTwo1234', 'hunter22']) {
    const { message } = refused(await post(wrong, keys.test), 400, 'parameter_invalid')
    assert.doesNotMatch(message, /canary|hunter/)
  }
  const { id } = await create()
  refused(await patch(id, { secret_key: live }), 400, 'gateway_mode_mismatch', 'secret_key')
  const secret = await patch(id, { webhook_secret: 'canaryThree' })
  assert.doesNotMatch(refused(secret, 400, 'parameter_invalid').message, /canary/)
})

test('secrets are sealed, and no response, event, log or table has them', async () => {
  const secrets = {
    secret_key: 'sk_test_canaryFour5678',
    webhook_secret: 'whsec_canaryFive5678',
  }
  const headers = { 'idempotency-key': 'gateway-once' }
  const body = { ...STRIPE, ...secrets, metadata: { secret_key: 'sk_test_canarySix' } }
  refused(await api.post(GATEWAYS, { body }), 400, 'parameter_unknown')
  const sent = { body: { ...STRIPE, ...secrets }, headers }
  const made = await bodyOf(api.post(GATEWAYS, sent), 201)
  assert.deepEqual((await api.post(GATEWAYS, sent)).body, made)
  assert.deepEqual([made.has_webhook_secret, made.key_hint], [true, 'sk_test_…5678'])
  await bodyOf(patch(made.id, { ...secrets, name: 'Again' }), 200)
  await bodyOf(api.patch(`${GATEWAYS}/${made.id}?dry_run=true`, { body: secrets }), 200)
  const requests = await until('the requests', async () => {
    const rows = await w.sql<{ text: string }>('select t::text as text from requests t')
    return rows.filter(({ text }) => text.includes(made.id)).length >= 2 && rows
  })
  const tables = await w.sql<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const rows = await Promise.all(
    tables.map(({ name }) => w.sql<{ text: string }>(`select t::text as text from ${name} t`)),
  )
  const everything = [
    ...[...rows.flat(), ...requests].map(({ text }) => text),
    JSON.stringify(w.logs),
    JSON.stringify(await get(api, '/v1/events?type=gateway.*&limit=100')),
    (await api.get(`${GATEWAYS}.csv`)).text,
  ].join('\n')
  for (const canary of ['canaryFour', 'canaryFive', 'canarySix']) {
    assert.equal(everything.includes(canary), false, canary)
    assert.equal(everything.includes(Buffer.from(canary).toString('hex')), false, canary)
  }
})

test('PATCH changes what it names, and another secret changes nothing that is shown', async () => {
  const { id } = await create()
  const path = `${GATEWAYS}/${id}`
  const etag = String((await api.get(path)).headers.etag)
  const named = await bodyOf(patch(id, { name: 'Ours', currencies: ['cad'] }, { 'if-match': etag }))
  assert.deepEqual([named.name, named.currencies], ['Ours', ['cad']])
  refused(await patch(id, { name: 'X' }, { 'if-match': etag }), 412, 'precondition_failed')
  const set = await bodyOf(patch(id, { webhook_secret: 'whsec_abcdefgh1', currencies: null }))
  assert.deepEqual([set.has_webhook_secret, set.currencies], [true, null])
  assert.deepEqual(await bodyOf(patch(id, { webhook_secret: 'whsec_abcdefgh2' })), set)
  const feed = await get(api, `/v1/events?object_id=${id}`)
  assert.deepEqual(
    feed.data.map(({ type, data }: Made) => [type, data.previous_attributes]),
    [
      ['gateway.created', undefined],
      [
        'gateway.updated',
        { name: 'Stripe', currencies: null, updated_at: feed.data[0].created_at },
      ],
      [
        'gateway.updated',
        { currencies: ['cad'], has_webhook_secret: false, updated_at: named.updated_at },
      ],
    ],
  )
  refused(await patch(id, { currencies: ['xyz'] }), 400, 'currency_invalid')
  refused(await patch(id, { currencies: [] }), 400, 'parameter_invalid')
})

test('one gateway at most is the default', async () => {
  const first = await create({ default: true })
  const second = await create({ default: true })
  assert.deepEqual([first.default, second.default], [true, true])
  assert.equal((await get(api, `${GATEWAYS}/${first.id}`)).default, false)
  await bodyOf(patch(first.id, { default: true }))
  const { data } = await get(api, `${GATEWAYS}?limit=100`)
  const defaults = data.filter((each: Made) => each.default).map(({ id }: Made) => id)
  assert.deepEqual(defaults, [first.id])
  await bodyOf(patch(first.id, { default: false }))
})

test('two that become the default at once leave one', async () => {
  const made = await Promise.all([create(), create()])
  await Promise.all(made.map(({ id }) => bodyOf(patch(id, { default: true }))))
  const { data } = await get(api, `${GATEWAYS}?limit=100`)
  assert.equal(data.filter((each: Made) => each.default).length, 1)
})

test('an environment has ten gateways at most', async () => {
  const { total_count } = await get(api, GATEWAYS)
  for (let count = total_count; count < 10; count++) await create()
  const answer = await api.post(GATEWAYS, { body: { ...STRIPE, secret_key: KEY } })
  refused(answer, 409, 'gateways_full')
})

test('other environments do not see a gateway, and a key needs the scope of the settings', async () => {
  const { id } = (await get(api, GATEWAYS)).data[0]
  for (const key of [keys.live, keys.otherTest]) {
    refused(await api.get(`${GATEWAYS}/${id}`, { key }), 404, 'resource_missing')
    const body = { status: 'active' }
    refused(await api.patch(`${GATEWAYS}/${id}`, { key, body }), 404, 'resource_missing')
  }
  const reader = await w.key({ scopes: ['account:read', 'payments:write'] })
  assert.equal((await api.get(`${GATEWAYS}/${id}`, { key: reader })).status, 200)
  const body = { name: 'Mine' }
  refused(await api.patch(`${GATEWAYS}/${id}`, { key: reader, body }), 403, 'permission_denied')
  const stranger = await w.key({ scopes: ['payments:write'] })
  refused(await api.get(GATEWAYS, { key: stranger }), 403, 'permission_denied')
})
