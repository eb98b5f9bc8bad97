// Webhook endpoints that get events which their creator cannot read, or that wait for event types that do not exist.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { joined } from './browser-like.ts'
import { reckonerHere } from './cli.ts'
import { world } from './harness.ts'

// The creator and the patterns are changed in the database: the API refuses such an endpoint.
const w = await world({ after }, { tampers: true })
const { api, keys } = w
const ENDPOINTS = '/v1/webhook_endpoints'
const env = { DATABASE_URL: w.config.databaseUrl as string, SECRET_KEY: w.secretKey.toString() }
const idOf = (key: string) => key.split('_').slice(0, 3).join('_')

test('an endpoint with events that its creator cannot read, or that do not exist, is reported', async () => {
  const weak = await w.key({ scopes: ['webhooks:write', 'invoices:read'] })
  const made = await api.post(ENDPOINTS, { body: { url: 'https://y.example.com/' } })
  assert.equal(made.status, 201, made.text)
  const hook = made.body
  await w.sql('update audit_log set actor = $1 where object_id = $2', [idOf(weak), hook.id])
  await w.sql(
    `update webhook_endpoints set enabled_events = '{invoice.*,customer.*,invoice.payed}' where url = $1`,
    ['https://y.example.com/'],
  )
  const figures = async () => (await api.get(`${ENDPOINTS}/${hook.id}/figures`)).body
  const doubts = async () => {
    const { beyond_creator, unknown_events } = await figures()
    return [beyond_creator, unknown_events]
  }
  assert.deepEqual(await doubts(), [['customer.*'], ['invoice.payed']])
  const doctor = await reckonerHere(['doctor'], env)
  assert.match(
    doctor.out,
    new RegExp(`${hook.id} to https://y\\.example\\.com/ .account 1, test. receives`),
  )
  const same = (key: string) =>
    api.patch(`${ENDPOINTS}/${hook.id}`, {
      key,
      body: { enabled_events: ['invoice.*', 'customer.*', 'invoice.payed'] },
    })
  assert.equal((await same(weak)).status, 200)
  assert.deepEqual(await doubts(), [['customer.*'], ['invoice.payed']])
  assert.equal((await same(keys.test)).status, 200)
  assert.deepEqual(await doubts(), [[], ['invoice.payed']])
  const dev = await joined(w, 'dev@example.com', 'developer')
  const events = { enabled_events: ['invoice.*', 'product.*'] }
  const url = 'https://z.example.com/'
  const theirs = await dev.at('1/test').post(ENDPOINTS, { body: { url, ...events } })
  const own = await api.get(`${ENDPOINTS}/${theirs.body.id}/figures`)
  assert.deepEqual(own.body.beyond_creator, [])
})
