// The parts of the reference that all operations share: the error shape, headers, the key.

import { ERRORS } from '../domain/error-catalogue.ts'
import { DRY_RUN_TYPE } from '../platform/http/dry-run.ts'
import type { JsonSchema } from '../platform/http/json-schema.ts'
import {
  type Components,
  headersOf,
  type Parameter,
  ref,
} from '../platform/http/openapi-document.ts'
import { receipts } from '../platform/http/openapi-webhooks.ts'

const types = [...new Set(Object.values(ERRORS).map(({ type }) => type))]

const text = (description: string): JsonSchema => ({ type: 'string', description })
const place: JsonSchema = {
  type: ['string', 'null'],
  description:
    'Location of the error, such as `line_items[0].quantity`; null for the whole request.',
}
const code: JsonSchema = {
  ...text('Error code: one of those of the operation. New codes can be added.'),
  examples: ['resource_missing'],
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
        message: text('What was wrong and what to do, as text for people.'),
        param: place,
        errors: {
          type: 'array',
          maxItems: 20,
          description: 'All errors of the request, if there are several.',
          items: {
            type: 'object',
            required: ['param', 'code', 'message'],
            properties: {
              param: place,
              code: text('One of the codes above.'),
              message: text('What is wrong.'),
            },
          },
        },
        doc_url: text('Documentation of this code.'),
        request_id: text('The same as in the header Request-Id.'),
        preview: {
          type: 'object',
          description:
            'With `preview_outdated` of a subscription: the new preview, as its own operation returns it.',
        },
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
      'Return the object, events and emails of this write, as `application/vnd.reckoner.dry-run+json`, without doing it. The Idempotency-Key is not used.',
    schema: { type: 'boolean', default: false },
    'x-response': { [DRY_RUN_TYPE]: { schema: ref('schemas', 'DryRun') } },
  },
  'If-None-Match': requestHeader(
    'If-None-Match',
    {},
    'Return 304 without a body if the object still has this ETag.',
  ),
}

/** Headers of Standard Webhooks. */
for (const [name, description] of [
  ['webhook-id', 'ID of the event; the same for each attempt.'],
  ['webhook-timestamp', 'Time of this attempt, in seconds since 1970.'],
  ['webhook-signature', '`v1,` and the base64 of the HMAC-SHA256, once for each valid secret.'],
] as const) {
  parameters[name] = { ...requestHeader(name, {}, description), required: true }
}

/** Responses that are not errors and have no shape of their own. */
export const responses: Components['responses'] = {
  NotModified: {
    description: 'Not changed since the ETag in If-None-Match.',
    ...headersOf(['ETag']),
  },
  ...receipts,
}

const answerHeader = (description: string, example: string | number) => ({
  description,
  schema: { type: typeof example === 'number' ? 'integer' : 'string' },
  example,
})

export const headers: Components['headers'] = {
  'Request-Id': answerHeader('ID of this request.', 'req_01kagx1sg0e3v8x9k2m4n6p8r0'),
  ETag: answerHeader('Changes whenever the response does.', '"5rEN8W0Cbh0SBdyl8o2yJQ"'),
  Location: answerHeader('Path of the new object.', '/v1/invoices/inv_01kagx1sg0e3v8x9k2m4n6p8r0'),
  'Idempotent-Replayed': answerHeader(
    'True if this is the response of an earlier request with the same Idempotency-Key; otherwise absent.',
    'true',
  ),
  'RateLimit-Policy': answerHeader(
    'Requests allowed in any 60 seconds. Absent, like the following, without a limit.',
    '"standard";q=100;w=60',
  ),
  RateLimit: answerHeader('Requests left, and seconds until one is added.', '"standard";r=99;t=60'),
  'X-RateLimit-Limit': answerHeader('The same limit, for older clients.', 100),
  'X-RateLimit-Remaining': answerHeader('Requests left.', 99),
  'X-RateLimit-Reset': answerHeader('Seconds until one is added.', 60),
  'Retry-After': answerHeader('Seconds to wait before you retry.', 1),
  'WWW-Authenticate': answerHeader('How to authenticate.', 'Bearer realm="reckoner"'),
}

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_<test|live>_…',
    description:
      'An API key of a test or live environment. The names next to it are the scopes that it needs; write includes read.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The setting METRICS_TOKEN. Not needed on the server itself.',
  },
}
