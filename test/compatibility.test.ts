// v1 changes only by additions (contract: versioning): compares the reference with what was promised before. `RECORD=1`
// adds additions to the promise; it never records a removal.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openapiDocument } from '../src/app/reference.ts'
import type { JsonSchema } from '../src/platform/http/json-schema.ts'
import type { ApiAnswer, OpenApi, Operation, Ref } from '../src/platform/http/openapi-document.ts'
import { breaksBetween, surfaceOf } from './compatibility.ts'

const PROMISED = join(import.meta.dirname, 'baseline/openapi.json')
const document = surfaceOf(openapiDocument())
const promised = (): OpenApi => JSON.parse(readFileSync(PROMISED, 'utf8'))

test('nothing that v1 promised is removed or narrowed', () => {
  assert.deepEqual(breaksBetween(promised(), document), [])
})

test('everything in v1 is recorded as promised', () => {
  if (process.env.RECORD && breaksBetween(promised(), document).length === 0) {
    writeFileSync(PROMISED, `${JSON.stringify(document, null, 2)}\n`)
  }
  const remedy = 'RECORD=1 npm test -- compatibility, then npm run check -- --write'
  const { version } = document.info
  assert.deepEqual({ ...promised(), info: { ...promised().info, version } }, document, remedy)
})

interface Places {
  document: OpenApi
  create: Operation
  body: Record<string, JsonSchema>
  sent: JsonSchema
  answered: JsonSchema
  answer: ApiAnswer
}

function placesIn(changed: OpenApi): Places {
  const create = changed.paths['/v1/invoices']?.post as Operation
  const sent = changed.components.schemas.InvoiceCreate as JsonSchema
  const answered = changed.components.schemas.Invoice as JsonSchema
  const body = sent.properties as Record<string, JsonSchema>
  const answer = create.responses['201'] as ApiAnswer
  return { document: changed, create, body, sent, answered, answer }
}

type Change = (places: Places) => unknown

const after = (change: Change): string[] => {
  const changed = structuredClone(document)
  change(placesIn(changed))
  return breaksBetween(document, changed)
}

const members = (schema: JsonSchema) => schema.properties as Record<string, JsonSchema>

const BREAKS: Record<string, Change> = {
  'a path is gone': ({ document: { paths } }) => delete paths['/v1/invoices/{id}/void'],
  'an operation is gone': ({ document: { paths } }) => delete paths['/v1/invoices']?.post,
  'another operation id': ({ create }) => Object.assign(create, { operationId: 'makeInvoice' }),
  'another scope': ({ create }) => Object.assign(create, { security: [{ apiKey: ['*'] }] }),
  'a parameter is gone': ({ document: { paths } }) =>
    paths['/v1/invoices']?.get?.parameters?.shift(),
  'a parameter is required': ({ document: { components } }) =>
    Object.assign(components.parameters.limit!, { required: true }),
  'a body property is gone': ({ body }) => delete body.notes,
  'a body property is required': ({ sent }) => sent.required?.push('due_date'),
  'a body property is shorter': ({ body }) => Object.assign(body.notes!, { maxLength: 100 }),
  'a body property has a pattern': ({ body }) => Object.assign(body.notes!, { pattern: '^x' }),
  'a body property has another type': ({ body }) => Object.assign(body.notes!, { type: 'integer' }),
  'an alternative is gone': ({ body }) => body.customer_id?.anyOf?.pop(),
  'fewer lines': ({ body }) => Object.assign(body.line_items!, { maxItems: 10 }),
  'a line property is required': ({ document: { components } }) =>
    Object.assign(components.schemas.InvoiceLineCreate!, { required: ['product_id'] }),
  'a filter value is gone': ({ document: { paths } }) => {
    const filters = paths['/v1/products']?.get?.parameters as { name: string; schema: JsonSchema }[]
    filters.find(({ name }) => name === 'status')?.schema['x-list']?.pop()
  },
  'null is no longer accepted': ({ document: { components } }) =>
    Object.assign(members(components.schemas.InvoicePatch!).notes!, { type: 'string' }),
  'a response property is gone': ({ answered }) => delete members(answered).total,
  'a response property is optional': ({ answered }) => answered.required?.pop(),
  'a response property can be null': ({ answered }) =>
    Object.assign(members(answered).total!, { type: ['integer', 'null'] }),
  'a status is gone': ({ answered }) => members(answered).status?.enum?.pop(),
  'an event is gone': ({ document: { webhooks } }) => delete webhooks['invoice.paid'],
  'an event carries another object': ({ document: { components } }) =>
    Object.assign(members(components.schemas.InvoiceEventData!).object!, {
      $ref: '#/components/schemas/Product',
    }),
  'a CSV column is gone': ({ document: { paths } }) =>
    paths['/v1/invoices']?.get?.['x-csv']?.columns.pop(),
  'a list of values has become open': ({ answered }) =>
    Object.assign(members(answered).status!, { 'x-open': true }),
  'a value of an open list is gone': ({ document: { components } }) =>
    members(components.schemas.Payment!).method?.enum?.pop(),
  'a status is new': ({ answered }) => members(answered).status?.enum?.push('lost'),
  'a response string has any format': ({ answered }) => delete members(answered).number?.pattern,
  'a response is gone': ({ create }) => delete create.responses['409'],
  'a header is gone': ({ answer }) => delete answer.headers?.Location,
  'a header of all responses is gone': ({ document }) =>
    Object.assign(document, { 'x-response-headers': ['Request-Id'] }),
  'a code of all operations is gone': ({ document: { components } }) =>
    Object.assign(components.responses.Error401!, { description: '`api_key_missing`' }),
  'a property of all events is gone': ({ document: { components } }) =>
    delete members(components.schemas.EventEnvelope!).sequence,
  'an error code is gone': ({ create }) => {
    const refused = create.responses['400'] as Ref
    refused.description = refused.description?.replace('`amount_too_large`', '')
  },
}

for (const [name, change] of Object.entries(BREAKS)) {
  test(`a break is found: ${name}`, () => assert.equal(after(change).length > 0, true))
}

const ADDITIONS: Record<string, Change> = {
  'a path': ({ document: { paths } }) => Object.assign(paths, { '/v1/taxes': {} }),
  'an optional body property': ({ body }) => Object.assign(body, { tax_rate: { type: 'string' } }),
  'an optional nested body property': ({ sent }) => sent.required?.pop(),
  'a longer text': ({ body }) => Object.assign(body.notes!, { maxLength: 9000 }),
  'a further alternative': ({ body }) => body.customer_id?.anyOf?.push({ type: 'object' }),
  'a response property': ({ answered }) =>
    Object.assign(members(answered), { paid_at: { type: 'string' } }),
  'a response property becomes required': ({ document: { components } }) =>
    components.schemas.Customer?.required?.push('contact_name'),
  'a header': ({ answer }) => Object.assign(answer.headers!, { Sunset: { $ref: '#' } }),
  'a value of an open list': ({ document: { components } }) =>
    members(components.schemas.Payment!).method?.enum?.push('barter'),
  'an error code': ({ create }) => {
    const refused = create.responses['400'] as Ref
    refused.description += ', `tax_unknown`'
  },
}

for (const [name, change] of Object.entries(ADDITIONS)) {
  test(`an addition is accepted: ${name}`, () => assert.deepEqual(after(change), []))
}
