// The limits that the API publishes are the limits it enforces.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ROUTES } from '../../src/app/routes.ts'
import { owner } from '../browser-like.ts'
import { get } from '../fixtures.ts'
import { world } from '../harness.ts'
import { sharedWorld } from '../shared.ts'

const standard = await world({ after }, { settings: { RATE_LIMIT_TIER: 'standard' } })
const unlimited = await sharedWorld({ after })

test('the limits endpoint returns the quota, its current use, and the bounds of the schemas (contract 9)', async () => {
  const { api } = standard
  await get(api, '/v1/customers')
  const limits = await get(api, '/v1/limits')
  assert.deepEqual(
    [limits.tier, limits.requests],
    // Specification, section 8: 100 requests a minute; two were sent.
    ['standard', { quota: 100, window_seconds: 60, used: 2, remaining: 98 }],
  )
  assert.deepEqual(limits.keys, { tier: 'standard', ...limits.requests })
  // A signed-in user has a separate window and sees that of the keys.
  const person = (await owner(standard)).at('1/test/v1')
  const seen = (await person.get('/limits')).body
  assert.deepEqual([seen.tier, seen.keys], ['dashboard', limits.keys])
  assert.notDeepEqual(seen.requests, limits.requests)
  const other = await get(unlimited.api, '/v1/limits')
  assert.deepEqual(other.requests, { quota: null, window_seconds: 60, used: null, remaining: null })

  const schemaOf = (operation: string, of: 'query' | 'body') =>
    // biome-ignore lint/suspicious/noExplicitAny: schemas of every shape.
    ROUTES.find((route) => route.operation === operation)?.[of] as any
  const { bounds } = limits
  assert.equal(bounds.page_size, schemaOf('listInvoices', 'query').properties.limit.maximum)
  assert.equal(bounds.event_wait_seconds, schemaOf('listEvents', 'query').properties.wait.maximum)
  const invoice = schemaOf('createInvoice', 'body').properties
  assert.equal(bounds.line_items, invoice.line_items.maxItems)
  assert.equal(bounds.webhook_endpoints, 50)
  assert.equal(bounds.metadata_keys, invoice.metadata.maxProperties)
})
