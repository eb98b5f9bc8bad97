// The parts of the reference that all operations share: the error shape, headers, the key.

import { ERRORS } from '../domain/error-catalogue.ts'
import { DRY_RUN_TYPE } from '../platform/http/dry-run.ts'
import type { JsonSchema } from '../platform/http/json-schema.ts'
import {
  type Components,
  headerRefs,
  LIMIT_HEADERS,
  type Parameter,
  ref,
} from '../platform/http/openapi-document.ts'
import { receipts } from '../platform/http/openapi-webhooks.ts'

const types = [...new Set(Object.values(ERRORS).map(({ type }) => type))]

const text = (description: string): JsonSchema => ({ type: 'string', description })
const place: JsonSchema = {
  type: ['string', 'null'],
  description:
    'Where the fault is, as in `line_items[0].quantity`; null for the request as a whole.',
}
const code: JsonSchema = {
  ...text('For programs. New codes can be added; each has a page at `doc_url`.'),
  examples: Object.keys(ERRORS),
}

/** The body of every response that is not 2xx. */
export const ErrorShape: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'code', 'message', 'param', 'errors', 'doc_url', 'request_id'],
      properties: {
        type: { ...text('The type of the error. New ones can be added.'), examples: types },
        code,
        message: text('A sentence for a person: what was wrong, and what to do.'),
        param: place,
        errors: {
          type: 'array',
          maxItems: 20,
          description: 'Every fault of the request, as far as it has several.',
          items: {
            type: 'object',
            required: ['param', 'code', 'message'],
            properties: { param: place, code, message: text('What is wrong there.') },
          },
        },
        doc_url: text('The page of this code, served by the same process.'),
        request_id: text('The same as in the header Request-Id and in the log.'),
      },
    },
  },
}

const requestHeader = (name: string, schema: JsonSchema, description: string): Parameter => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...schema },
})

export const parameters: Record<string, Parameter> = {
  // The name must differ from the shape DryRun in any spelling, as generators make a type of each.
  'dry_run.query': {
    name: 'dry_run',
    in: 'query',
    description:
      'Return what this would do, as `application/vnd.reckoner.dry-run+json`: the object, the events and the emails. Nothing changes, and the Idempotency-Key is not used.',
    schema: { type: 'boolean', default: false },
    'x-response': { [DRY_RUN_TYPE]: { schema: ref('schemas', 'DryRun') } },
  },
  'If-None-Match': requestHeader(
    'If-None-Match',
    {},
    'Answer 304, without a body, if the object still has this ETag.',
  ),
}

/** Headers of Standard Webhooks. */
for (const [name, description] of [
  ['webhook-id', 'The ID of the event: the same for each attempt.'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970.'],
  ['webhook-signature', '`v1,` and the base64 of the HMAC-SHA256, once for each valid secret.'],
] as const) {
  parameters[name] = { ...requestHeader(name, {}, description), required: true }
}

/** Responses that are not errors and have no shape of their own. */
export const responses: Components['responses'] = {
  NotModified: {
    description: 'Not changed since the ETag that If-None-Match names; no body.',
    headers: headerRefs(['Request-Id', 'ETag', ...LIMIT_HEADERS]),
  },
  ...receipts,
}

const answerHeader = (description: string, example: string | number) => ({
  description,
  schema: { type: typeof example === 'number' ? 'integer' : 'string' },
  example,
})

export const headers: Components['headers'] = {
  'Request-Id': answerHeader(
    'Names this request, here and in the log.',
    'req_01kagx1sg0e3v8x9k2m4n6p8r0',
  ),
  ETag: answerHeader('Changes whenever the response does.', '"5rEN8W0Cbh0SBdyl8o2yJQ"'),
  Location: answerHeader('Where the new object is.', '/v1/invoices/inv_01kagx1sg0e3v8x9k2m4n6p8r0'),
  'Idempotent-Replayed': answerHeader(
    'True if this is the response of an earlier request with the same Idempotency-Key; otherwise absent.',
    'true',
  ),
  'RateLimit-Policy': answerHeader(
    'How many requests fit in any 60 seconds. Absent, like all of these, without a limit.',
    '"standard";q=100;w=60',
  ),
  RateLimit: answerHeader(
    'How many are left, and in how many seconds one is added.',
    '"standard";r=99;t=60',
  ),
  'X-RateLimit-Limit': answerHeader('The same limit, for older clients.', 100),
  'X-RateLimit-Remaining': answerHeader('How many requests are left.', 99),
  'X-RateLimit-Reset': answerHeader('In how many seconds one is added.', 60),
  'Retry-After': answerHeader('In how many seconds to try again.', 1),
  'WWW-Authenticate': answerHeader('How to authenticate.', 'Bearer realm="reckoner"'),
}

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_<test|live>_…',
    description:
      'An API key. It belongs to one environment, test or live, and reaches only that one. The names beside it are the scopes it needs; write includes read.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The setting METRICS_TOKEN. Not needed on the machine itself.',
  },
}
