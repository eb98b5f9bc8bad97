// The names of SDK methods are stable like the paths: none is removed, and each operation has one.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { methodOf, namespaceOf } from '../../sdk/names.ts'
import { Reckoner } from '../../sdk/src/reckoner.ts'

/** Names can be added, but never removed. */
const NAMES: Record<string, string> = {
  customers:
    'list create retrieve update delete erase retrieveErasure listCreditTransactions createCreditTransaction retrieveReceivables',
  products: 'list create retrieve update archive',
  invoices:
    'list create retrieve update finalize void send rotateHostedUrl explain retrievePdf listTimeline',
  account: 'retrieve update retrieveLogo setLogo removeLogo',
  emails: 'list retrieve show',
  creditTransactions: 'retrieve',
  payments: 'list create retrieve reverse',
  events: 'list retrieve',
  ledger: 'listEntries retrieveTrialBalance retrieveReceivablesAging exportJournal verify',
  webhookEndpoints:
    'list create retrieve update delete pause resume rotateSecret test retrieveFigures redeliverRange',
  webhookDeliveries: 'list retrieve redeliver skip',
  summary: 'retrieve',
  auditLog: 'list',
  requests: 'list retrieve',
  members: 'list invite retrieve update remove link',
  sessions: 'list end',
  limits: 'retrieve',
  apiKeys: 'list create retrieve update roll revoke',
  testClock: 'retrieve advance reset',
}

const reckoner = new Reckoner({ apiKey: 'svc_test_x', baseUrl: 'http://127.0.0.1:1' })
const resources = reckoner as unknown as Record<string, Record<string, unknown>>

test('no method name has been removed', () => {
  for (const [namespace, methods] of Object.entries(NAMES)) {
    for (const method of methods.split(' ')) {
      assert.equal(typeof resources[namespace]?.[method], 'function', `${namespace}.${method}`)
    }
  }
  assert.equal(typeof reckoner.search, 'function')
})

test('each operation of openapi.json has a method, except those of the service itself', () => {
  const text = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const left: string[] = []
  for (const [path, methods] of Object.entries(paths)) {
    for (const { operationId } of Object.values(methods)) {
      const namespace = namespaceOf(path)
      const method = methodOf(path, operationId)
      const call = resources[namespace ?? '']
      const found = method === undefined ? call : call?.[method]
      if (typeof found !== 'function') left.push(operationId)
    }
  }
  assert.deepEqual(left, ['health', 'readiness', 'metrics', 'openapi'])
})

test('method names follow the naming rule', () => {
  const cases: [path: string, operationId: string, name: string | undefined][] = [
    ['/v1/invoices', 'listInvoices', 'list'],
    ['/v1/invoices/{id}/timeline', 'listInvoiceTimeline', 'listTimeline'],
    ['/v1/invoices/{id}/rotate_hosted_url', 'rotateHostedUrl', 'rotateHostedUrl'],
    ['/v1/webhook_endpoints/{id}/redeliver', 'redeliverWebhookRange', 'redeliverRange'],
    ['/v1/tax_categories/{id}', 'retrieveTaxCategory', 'retrieve'],
    ['/v1/accounts', 'listAccountants', 'listAccountants'],
    ['/v1/search', 'search', undefined],
  ]
  for (const [path, operationId, name] of cases)
    assert.equal(methodOf(path, operationId), name, path)
  assert.equal(namespaceOf('/api/public/v1/customers/{customer_id}'), 'customers')
  assert.equal(namespaceOf('/healthz'), undefined)
})
