// Checks the reference against the running service: every example in it is sent, and each response must match the
// document. `RECORD=1` records the current responses.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { Compile } from 'typebox/schema'
import { openapiDocument, openapiText } from '../src/app/reference.ts'
import { EVENT_TYPES, EVENTS, type EventType } from '../src/domain/event.ts'
import type { JsonSchema } from '../src/platform/http/json-schema.ts'
import {
  type ApiAnswer,
  EVERY_HEADER,
  type Operation,
  type Ref,
} from '../src/platform/http/openapi-document.ts'
import { codesIn } from '../src/platform/http/openapi-failures.ts'
import { readRecorded } from '../src/reference/openapi.ts'
import { world } from './harness.ts'
import { recordEvents } from './reference/events.ts'
import { recordOperations } from './reference/operations.ts'
import { provokeErrors } from './reference/refusals.ts'
import { createStabilizer, shapeOf } from './reference/stable.ts'

const root = join(import.meta.dirname, '..')
const RECORDED = join(root, 'src/reference/recorded.json')
const REMEDY = 'RECORD=1 npm test -- openapi, then npm run check -- --write'

/**
 * Advances only when read, so no webhook is retried in the meantime, and no two events have the same time. It is ahead
 * of the real clock, which the first start uses to create its key.
 */
let now = Date.now() + 60_000

const here = await world(test, {
  provokesErrors: true,
  tampers: true,
  wallNow: () => ++now,
  settings: { MAIL_FROM: 'billing@example.com' },
})
const recordedOperations = await recordOperations(here)
const refused = await provokeErrors(here)
const events = await recordEvents(test)
if (process.env.RECORD) record()
const document = openapiDocument()

function record(): void {
  const stable = createStabilizer()
  const operations = recordedOperations.map(({ route, exchange }) => [
    route.operation,
    stable(exchange),
  ])
  const text = JSON.stringify(
    {
      operations: Object.fromEntries(operations),
      errors: refused.map(stable),
      events: createStabilizer()(events),
    },
    null,
    2,
  ).replaceAll(here.url, 'http://localhost:3000')
  writeFileSync(RECORDED, `${text}\n`)
}

/** Follows references within the document. */
function at<T>(value: T | Ref): T {
  if (!(value as Ref).$ref) return value as T
  const parts = (value as Ref).$ref.split('/').slice(1)
  return parts.reduce(
    (node, part) => (node as Record<string, unknown>)[part],
    document as unknown,
  ) as T
}

/** The operation for a path as sent: customers are listed only under their canonical prefix. */
function operationAt(method: string, path: string): Operation | undefined {
  return listedAt(method, path) ?? listedAt(method, `/api/public${path}`)
}

function listedAt(method: string, path: string): Operation | undefined {
  const pathname = path.split('?')[0] as string
  const exact = document.paths[pathname]?.[method.toLowerCase()]
  if (exact) return exact
  for (const [template, item] of Object.entries(document.paths)) {
    if (!new RegExp(`^${template.replace(/\{[a-z_]+\}/g, '[^/]+')}$`).test(pathname)) continue
    return item[method.toLowerCase()]
  }
  return undefined
}

function assertFits(answer: ApiAnswer, body: unknown, what: string): void {
  const schema = answer.content?.['application/json']?.schema
  assert.ok(schema, `${what} has a schema`)
  const [fits, faults] = Compile({ components: document.components, ...schema }).Errors(body)
  assert.ok(fits, `${what}: ${JSON.stringify(faults)}`)
}

test('openapi.json is generated from the current code', () => {
  const committed = readFileSync(join(root, 'openapi.json'), 'utf8')
  assert.ok(committed === openapiText(), 'npm run -s reckoner -- openapi --write')
})

test('every operation responds to its example as the document says, headers included', () => {
  for (const { route, exchange, answer } of recordedOperations) {
    const operation = operationAt(route.method, exchange.path)
    if (route.columns && !operation) {
      const csv = operationAt('GET', exchange.path.replace('.csv', ''))?.['x-csv']
      const [heading] = answer.text.split('\r\n')
      assert.equal(heading, csv?.columns.join(','), route.operation)
      continue
    }
    assert.ok(operation, route.operation)
    const promised = at(operation.responses[String(answer.status)] as ApiAnswer)
    if (route.columns) {
      assert.match(String(answer.headers['content-type']), /^text\/csv/)
      continue
    }
    if (route.produces) assert.ok(promised.content?.[route.produces], route.operation)
    else assertFits(promised, answer.body, route.operation)
    for (const name of [...EVERY_HEADER, ...Object.keys(promised.headers ?? {})]) {
      // Neither applies here: there is no rate limit, and no replay.
      if (/ratelimit|replayed/i.test(name)) continue
      assert.ok(answer.headers[name.toLowerCase()], `${route.operation} answers ${name}`)
    }
  }
})

test('every example in the document is what the service returns', () => {
  const recorded = readRecorded()
  for (const { route, exchange } of recordedOperations) {
    const { operation } = route
    assert.deepEqual(
      shapeOf(recorded.operations[operation]),
      shapeOf(exchange),
      `${operation}: ${REMEDY}`,
    )
  }
  assert.equal(recorded.errors.length, refused.length, REMEDY)
  for (const [index, exchange] of refused.entries()) {
    assert.deepEqual(
      shapeOf(recorded.errors[index]),
      shapeOf(exchange),
      `${exchange.code}: ${REMEDY}`,
    )
  }
})

test('the example of each event is what the service records, and matches its entry in the catalog', () => {
  const { events: recorded } = readRecorded()
  assert.deepEqual(Object.keys(recorded), EVENT_TYPES, REMEDY)
  for (const type of EVENT_TYPES) {
    const { object, previous_attributes } = events[type].data
    assert.deepEqual(shapeOf(recorded[type]), shapeOf(events[type]), `${type}: ${REMEDY}`)
    // Invoices and products have no property that names their type (specification, sections 3 and 4).
    const kind = object.object ?? (String(object.id).startsWith('inv_') ? 'invoice' : 'product')
    assert.equal(kind, EVENTS[type].object, type)
    assert.equal(previous_attributes !== undefined, EVENTS[type].changes, type)
  }
})

test('every error that an operation returns is in the document, under its status', () => {
  for (const { code, request, status, body } of refused) {
    const operation = operationAt(request.method, request.path)
    // Unknown addresses and methods belong to no operation, nor do the routes of people.
    if (!operation) {
      if (request.path.startsWith('/session/')) continue
      assert.match(code, /^(route_not_found|method_not_allowed|gateway_signature_invalid)$/)
      continue
    }
    const answer = operation.responses[String(status)] as ApiAnswer | Ref
    const codes = codesIn({ ...at(answer), ...answer })
    const documented = `${request.method} ${request.path} documents ${code} as ${status}`
    assert.ok(codes.includes(code), documented)
    assertFits(at(answer) as ApiAnswer, body, code)
  }
})

test('every example matches its schema', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        const { example } = (at(answer) as ApiAnswer).content?.['application/json'] ?? {}
        if (example === undefined) continue
        assertFits(at(answer) as ApiAnswer, example, `${method} ${path} ${status}`)
      }
      const sent = operation.requestBody?.content['application/json']
      if (sent?.example === undefined) continue
      const content = { 'application/json': sent }
      assertFits({ description: '', content }, sent.example, `${method} ${path}`)
    }
  }
})

test('each event type is described by the shape of its object', () => {
  assert.deepEqual(Object.keys(document.webhooks), EVENT_TYPES)
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const schema = post?.requestBody?.content['application/json']?.schema as Ref
    const event = at<JsonSchema>(schema)
    assert.equal(event.allOf?.[1]?.properties?.type?.const, type)
    const [fits, faults] = Compile({ components: document.components, ...schema }).Errors(
      events[type as EventType],
    )
    assert.ok(fits, `${type}: ${JSON.stringify(faults)}`)
  }
})

test('health, readiness and metrics respond as the document says', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const answer = await here.api.get(path, { key: null })
    assert.equal(answer.status, 200)
    assertFits(at(document.paths[path]?.get?.responses['200'] as ApiAnswer), answer.body, path)
  }
  const metrics = await here.api.get('/metrics', { key: null })
  assert.equal(metrics.status, 200)
  assert.match(String(metrics.headers['content-type']), /^text\/plain/)
})

test('/openapi.json is the document, with the address of this service', async () => {
  const answer = await here.api.get('/openapi.json', { key: null })
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, openapiDocument(here.url))
})
