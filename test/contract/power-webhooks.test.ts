// Contract 4, "power is never handed up", for webhooks: a subscription is a way to read.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ROUTES } from '../../src/app/routes.ts'
import { EVENT_TYPES, type EventObject, RECORDED } from '../../src/domain/event.ts'
import { RESOURCES } from '../../src/domain/resources.ts'
import { SCOPES } from '../../src/domain/scopes.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { joined } from '../browser-like.ts'
import { get, type Made, makeCustomer, makeFinalized, refused } from '../fixtures.ts'
import { until } from '../harness.ts'
import { DELIVERIES, ENDPOINTS, hookWorld } from '../hooks.ts'
import { startReceiver } from '../receiver.ts'

// Rows that an earlier version could have stored are written directly.
const w = await hookWorld({ after }, { tampers: true })
const { api, keys } = w
const url = 'https://receiver.example.com/hooks'

/** The scope that reads the objects of each family. */
const READ_WITH: Record<string, string> = Object.fromEntries(
  RECORDED.map(([name]) => [name, readRoute(name).permission]),
)

/** The route that reads an object of events, whose scope a subscription needs too. */
function readRoute(name: EventObject): Route {
  const ofOne = new RegExp(`^/${RESOURCES[name].path}${name === 'account' ? '' : '/:[a-z_]+'}$`)
  const route = ROUTES.find(({ method, path }) => method === 'GET' && ofOne.test(path))
  assert.ok(route, `no route reads ${name}`)
  return route
}
const typesOf = (family: string) => EVENT_TYPES.filter((type) => type.startsWith(`${family}.`))
const dry = (key: string, enabled_events?: string[]) =>
  api.post(`${ENDPOINTS}?dry_run=true`, { key, body: { url, enabled_events } })

test('an endpoint gets only events that its creator can read', async () => {
  const families = Object.keys(READ_WITH)
  assert.ok(EVENT_TYPES.every((type) => families.includes(type.split('.')[0] as string)))
  const bare = await w.key({ scopes: ['webhooks:write'] })
  const everyScope = await w.key({ scopes: [...SCOPES] })
  for (const family of families) {
    const scope = READ_WITH[family] as string
    const patterns = [`${family}.*`, ...typesOf(family)]
    const others = families.filter(
      (each) => READ_WITH[each] !== scope && each !== 'webhook_endpoint',
    )
    for (const own of [scope, scope.replace(':read', ':write')]) {
      const key = await w.key({ scopes: ['webhooks:write', own] })
      const taken = await dry(key, patterns)
      assert.equal(taken.status, 200, taken.text)
      for (const pattern of ['*', ...others.flatMap((each) => [`${each}.*`, ...typesOf(each)])]) {
        const answer = await dry(key, [`${family}.*`, pattern])
        refused(answer, 403, 'permission_denied', 'enabled_events[1]')
      }
    }
    if (family === 'webhook_endpoint') continue
    for (const pattern of patterns) {
      const { message } = refused(await dry(bare, [pattern]), 403, 'permission_denied')
      assert.ok(message.includes(`"${pattern}" requires the scope ${scope}.`), message)
    }
    assert.equal((await dry(everyScope, patterns)).status, 200)
  }
  // An absent list means all events, including future types.
  for (const key of [bare, everyScope]) {
    for (const events of [undefined, ['*']]) {
      const { message } = refused(await dry(key, events), 403, 'permission_denied')
      assert.ok(message.includes('"*" requires the scope *.'), message)
    }
    const inEarnest = await api.post(ENDPOINTS, { key, body: { url } })
    refused(inEarnest, 403, 'permission_denied')
  }
  assert.equal((await dry(keys.test)).status, 200)
  assert.deepEqual((await get(api, ENDPOINTS)).data, [])
  // A developer can read nearly everything, but future types need an admin.
  const developer = await joined(w, 'dev@example.com', 'developer')
  const admin = await joined(w, 'anna@example.com', 'admin')
  for (const mode of ['1/test', '1/live']) {
    const ask = (enabled_events: string[]) => ({ body: { url, enabled_events } })
    const path = `${ENDPOINTS}?dry_run=true`
    const all = families.map((family) => `${family}.*`)
    assert.equal((await developer.at(mode).post(path, ask(all))).status, 200)
    refused(await developer.at(mode).post(path, ask(['*'])), 403, 'permission_denied')
    assert.equal((await admin.at(mode).post(path, ask(['*']))).status, 200)
  }
})

test('a caller who cannot read a stream cannot move, verify or resend it', async (t) => {
  const receiver = await startReceiver(t)
  receiver.answer = 500
  const endpoint = await w.hooks.endpointFor(receiver, {})
  const path = `${ENDPOINTS}/${endpoint.id}`
  const key = await w.key({ scopes: ['webhooks:write', 'invoices:read'] })
  const patch = (body: object, by = key) => api.patch(path, { key: by, body })
  const elsewhere = { url: 'https://elsewhere.example.com/' }
  refused(await patch(elsewhere), 403, 'permission_denied')
  refused(await patch({ ...elsewhere, enabled_events: ['invoice.*'] }), 403, 'permission_denied')
  refused(await patch({ enabled_events: ['customer.*'] }), 403, 'permission_denied')
  refused(await api.post(`${path}/rotate_secret`, { key }), 403, 'permission_denied')
  // An unchanged value changes nothing; other properties need only webhook management.
  const same = { url: endpoint.url, enabled_events: ['*'], description: 'Shop' }
  assert.equal((await patch(same)).body.description, 'Shop')
  for (const verb of ['pause', 'resume', 'test']) {
    assert.equal((await api.post(`${path}/${verb}`, { key })).status, 200)
  }
  // A narrowed endpoint still has earlier deliveries behind it and pending ones ahead.
  const customer = await makeCustomer(api)
  const invoice = await makeFinalized(api, { customer_id: `cus_${customer.id}` })
  const deliveries = async (): Promise<Made[]> =>
    (await get(api, `${DELIVERIES}?endpoint_id=${endpoint.id}&limit=100`)).data
  const of = async (id: string) => (await deliveries()).filter(({ object_id }) => object_id === id)
  await until('both', async () => {
    const [ours, theirs] = [await of(`cus_${customer.id}`), await of(invoice.id)]
    return ours.length > 0 && theirs.length > 1
  })
  assert.equal((await patch({ enabled_events: ['invoice.*'] })).status, 200)
  const { message } = refused(await patch(elsewhere), 403, 'permission_denied')
  assert.match(message, /requires the scope/)
  receiver.answer = 200
  const live = (await deliveries()).filter(({ state }) => state === 'pending')
  for (const { id } of live) {
    const skipped = await api.post(`${DELIVERIES}/${id}/skip`, { key })
    assert.ok([200, 409].includes(skipped.status), skipped.text)
  }
  await until('none to wait', async () =>
    (await deliveries()).every(({ state }) => state !== 'pending'),
  )
  const moved = await patch({ url: receiver.url.replace('/hooks', '/moved') })
  assert.equal(moved.status, 200, moved.text)
  const [ofCustomer] = await of(`cus_${customer.id}`)
  const [ofInvoice] = await of(invoice.id)
  const again = (delivery: Made) => api.post(`${DELIVERIES}/${delivery.id}/redeliver`, { key })
  refused(await again(ofCustomer), 403, 'permission_denied')
  assert.equal((await again(ofInvoice)).status, 200)
  refused(await api.post(`${path}/redeliver`, { key, body: {} }), 403, 'permission_denied')
  assert.equal((await api.post(`${path}/redeliver`, { body: {} })).status, 200)
  assert.equal((await api.post(`${path}/rotate_secret`, { key })).status, 200)
  assert.equal((await api.delete(path, { key })).status, 200)
})

test('enabled_events accepts existing types only and suggests the nearest; stored types can stay', async () => {
  const cases: [string, RegExp][] = [
    ['invoice.payed', /Did you mean "invoice\.paid"\?/],
    ['invoices.*', /Did you mean "invoice\.\*"\?/],
    ['custmer.created', /Did you mean "customer\.created"\?/],
    [
      'invoice.shredded',
      /Use one of invoice\.\*, invoice\.collection_ended, invoice\.created, invoice\.credit_note_voided/,
    ],
    [
      'quotation.created',
      /Use one of \*, account\.\*, coupon\.\*, credit_note\.\*, credit_transaction\.\*/,
    ],
  ]
  const { id } = (await api.post(ENDPOINTS, { body: { url } })).body
  for (const [pattern, hint] of cases) {
    const body = { url, enabled_events: ['invoice.paid', pattern] }
    const param = 'enabled_events[1]'
    const answers = [
      await api.post(ENDPOINTS, { body }),
      await api.post(`${ENDPOINTS}?dry_run=true`, { body }),
      await api.patch(`${ENDPOINTS}/${id}`, { body }),
    ]
    for (const answer of answers) {
      const { message } = refused(answer, 400, 'parameter_invalid', param)
      assert.ok(message.includes(`"${pattern}"`), message)
      assert.match(message, hint)
    }
  }
  // A caller who can read the known types can send back or remove a stored one.
  await w.sql(
    `update webhook_endpoints set enabled_events = '{invoice.payed,invoice.paid}'
     where url = $1 and deleted_at is null`,
    [url],
  )
  const patch = (enabled_events: string[], key = keys.test) =>
    api.patch(`${ENDPOINTS}/${id}`, { key, body: { enabled_events } })
  assert.equal((await patch(['invoice.payed', 'invoice.paid'])).status, 200)
  assert.equal((await patch(['invoice.payed', 'invoice.voided'])).status, 200)
  refused(await patch(['invoice.voidet']), 400, 'parameter_invalid', 'enabled_events[0]')
  assert.deepEqual((await patch(['invoice.voided'])).body.enabled_events, ['invoice.voided'])
  refused(await patch(['invoice.payed']), 400, 'parameter_invalid', 'enabled_events[0]')
})
