// Properties that openapi.json needs for other people's tools: names, sizes, and no repetition.

import assert from 'node:assert/strict'
import test from 'node:test'
import { gzipSync } from 'node:zlib'
import { openapiDocument } from '../src/app/reference.ts'
import { ROUTES } from '../src/app/routes.ts'
import type { ApiAnswer, Parameter, Ref } from '../src/platform/http/openapi-document.ts'

const document = openapiDocument()
const routes = ROUTES

/** Follows references within the document. */
function at<T>(value: T | Ref): T {
  const pointer = (value as Ref).$ref
  if (!pointer) return value as T
  const parts = pointer.split('/').slice(1)
  return parts.reduce(
    (node, part) => (node as Record<string, unknown>)[part],
    document as unknown,
  ) as T
}

test('the document lists every route once, under its canonical path, with unique IDs', () => {
  const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}')
  const wanted = routes
    .filter(({ columns, path }) => !columns || path === '/ledger/journal.csv')
    .map(({ method, path, prefixes }) => `${method.toLowerCase()} ${prefixes[0]}${templated(path)}`)
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )
  const others = ['get /healthz', 'get /readyz', 'get /metrics', 'get /openapi.json']
  assert.deepEqual(operations.map(({ name }) => name).sort(), [...wanted, ...others].sort())
  const ids = operations.map(({ operation }) => operation.operationId)
  assert.equal(new Set(ids).size, ids.length)
  const csv = operations.flatMap(({ operation }) => operation['x-csv']?.path ?? [])
  const lists = routes.filter(({ columns, path }) => columns && path !== '/ledger/journal.csv')
  const addresses = lists.map(({ path, prefixes }) => `${prefixes[0]}${templated(path)}`)
  assert.deepEqual(csv.sort(), addresses.sort())
})

test('every request body and every response has a name', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { requestBody, responses }] of Object.entries(item)) {
      const answers = Object.values(responses).map((each) => at(each) as ApiAnswer)
      for (const content of [requestBody?.content, ...answers.map((each) => each.content)]) {
        const schema = content?.['application/json']?.schema
        if (schema) assert.ok(schema.$ref, `${method} ${path}: ${JSON.stringify(schema)}`)
      }
    }
  }
})

test('each write has one success response, and a dry run is described once', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  for (const { operationId, responses } of operations) {
    const successes = Object.keys(responses).filter((status) => status.startsWith('2'))
    assert.equal(successes.length, 1, operationId)
  }
  const { 'x-response': dryRun } = document.components.parameters['dry_run.query'] as Parameter
  assert.deepEqual(dryRun, {
    'application/vnd.reckoner.dry-run+json': { schema: { $ref: '#/components/schemas/DryRun' } },
  })
  assert.equal(JSON.stringify(document).split('vnd.reckoner.dry-run+json":').length, 2)
})

test('Idempotency-Key and If-Match are described once in the document, and are no parameters', () => {
  const names = Object.values(document.components.parameters).map(({ name }) => name)
  for (const name of ['If-Match', 'Idempotency-Key']) {
    assert.ok(!names.includes(name), name)
    assert.ok(document.info.description.includes(`\`${name}\``), name)
  }
})

test('no body property has a default, which generators take for required', () => {
  assert.equal(document.components.schemas.InvoiceCreate?.properties?.finalize?.default, undefined)
  // A property can have this name; then its schema follows.
  assert.doesNotMatch(
    JSON.stringify(document.components.schemas),
    /"default":(?!\{"(type|description)")/,
  )
})

test('integers that may need 64 bits say so, and open lists are marked', () => {
  const { schemas } = document.components
  const member = (shape: string, name: string) => schemas[shape]?.properties?.[name] ?? {}
  assert.equal(member('Invoice', 'amount_due').format, 'int64')
  assert.equal(member('InvoiceLineCreate', 'unit_amount').format, 'int64')
  assert.equal(member('Customer', 'id').format, 'int64')
  assert.equal(member('InvoiceLineCreate', 'quantity').format, undefined)
  assert.equal(member('Payment', 'method')['x-open'], true)
  assert.equal(member('Invoice', 'status')['x-open'], undefined)
  assert.equal(member('Product', 'status')['x-open'], undefined)
  assert.equal(member('PaymentCreate', 'method')['x-open'], undefined)
})

test('the document is small enough for a model to read: 3.8 kB per operation, 0.5 kB compressed', () => {
  const text = JSON.stringify(document)
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item)).length
  assert.ok(text.length / operations <= 3840, `${text.length} B for ${operations} operations`)
  const compressed = gzipSync(text).length
  assert.ok(compressed / operations <= 500, `${compressed} B compressed`)
})

test('every reference resolves, and nothing of TypeBox remains', () => {
  const text = JSON.stringify(document)
  for (const [, pointer = ''] of text.matchAll(/"\$ref": ?"([^"]+)"/g)) {
    assert.ok(at({ $ref: pointer }), pointer)
  }
  assert.doesNotMatch(text, /"(~kind|~optional|\$id|\$defs|patternProperties)"/)
  const formats = [...text.matchAll(/"format": ?"([^"]+)"/g)].map(([, name]) => name)
  assert.deepEqual([...new Set(formats)].sort(), ['date', 'date-time', 'email', 'int64'])
})
