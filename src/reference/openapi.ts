// The OpenAPI document of this API: routes, shared shapes, errors, and the examples recorded by tests.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { ERRORS, type ErrorCode } from '../domain/error-catalogue.ts'
import { EVENTS, type EventType } from '../domain/event.ts'
import { RESOURCE_PAGES } from '../domain/resource-lists.ts'
import { Event } from '../features/events/schemas.ts'
import { DryRun } from '../platform/http/dry-run.ts'
import { type Exchange, writeOpenApi } from '../platform/http/openapi.ts'
import { EVERY_HEADER, type OpenApi } from '../platform/http/openapi-document.ts'
import { sharedFailures } from '../platform/http/openapi-failures.ts'
import type { Route } from '../platform/http/route.ts'
import {
  ErrorShape,
  headers,
  parameters,
  responses,
  securitySchemes,
} from './openapi-components.ts'
import { pagePaths, pageSchemas } from './openapi-pages.ts'

const DEFAULT_URL = 'http://localhost:3000'
const root = join(import.meta.dirname, '../..')

/** A refused request and its response. */
export interface RefusedExchange {
  code: ErrorCode
  request: { method: string; path: string; headers?: Record<string, string>; body?: unknown }
  status: number
  body: { error: { code: string; message: string } }
}

/** An event as a running service recorded it. */
export interface EventExample {
  id: string
  object: 'event'
  sequence: number
  type: EventType
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
}

/** The recordings of `test/openapi.test.ts`: operations, errors and events, with IDs made stable. */
export interface Recorded {
  operations: Record<string, Exchange>
  errors: RefusedExchange[]
  events: Record<EventType, EventExample>
}

/** The recorded examples, as a service at `publicUrl` would return them. */
export function readRecorded(publicUrl = DEFAULT_URL): Recorded {
  const text = readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8')
  return JSON.parse(text.replaceAll(DEFAULT_URL, publicUrl))
}

/** The declarations of the features about the API. */
export interface Declared {
  routes: readonly Route[]
  /** The schemas of objects in events, by kind. */
  objects: Readonly<Record<string, TSchema>>
}

/** The document for a service at `publicUrl`. */
export function openapiDocument({ routes, objects }: Declared, publicUrl = DEFAULT_URL): OpenApi {
  const recorded = readRecorded(publicUrl)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return writeOpenApi({
    // Built from the declarations: no handler is called, so no database is needed.
    routes,
    errors: ERRORS,
    exchanges: recorded.operations,
    event: Event,
    events: Object.entries(EVENTS).map(([type, { object, when }]) => ({
      type,
      when,
      object: objects[object] as TSchema,
    })),
    others: { DryRun },
    document: {
      openapi: '3.1.0',
      info: {
        title: 'Reckoner',
        version,
        description: ABOUT,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: TAGS,
      paths: pagePaths,
      webhooks: {},
      components: {
        schemas: { Error: ErrorShape, ...pageSchemas },
        parameters,
        headers,
        responses: { ...responses, ...sharedFailures(ERRORS, recorded.errors) },
        securitySchemes,
      },
      'x-response-headers': EVERY_HEADER,
    },
  })
}

const ABOUT = `Billing for a team that runs it itself: customers, products, invoices and an event feed.

Send an API key with every request: \`Authorization: Bearer <key>\`. Bodies are JSON in UTF-8. Amounts are
whole numbers of the currency's smallest unit; timestamps are ISO 8601 in UTC, to the millisecond.

The following applies to every operation.

- **Prefixes**: every path works under both \`/v1\` and \`/api/public/v1\`. Customers are documented under the second.
- **Lists**: newest first, 20 objects a page. While \`has_more\` is true, request the next page with
\`starting_after\`, the ID of the last object.
- **CSV**: every list is available as CSV at its path followed by \`.csv\`, with the same filters; \`x-csv\` lists its
columns.
- **Idempotency**: send the header \`Idempotency-Key\` with each POST, PATCH and DELETE: a new value for each request,
such as a UUID, of 1 to 255 visible ASCII characters. A retry with the same key returns the first response, which is
stored for 30 days.
- **Dry runs**: with \`dry_run=true\`, a write does nothing and returns a \`DryRun\` as
\`application/vnd.reckoner.dry-run+json\`, status 200.
- **Headers**: every response has a \`Request-Id\`, and with a valid key the rate limit headers of the response 429
(\`x-response-headers\`); an operation lists only the headers that it adds.
- **Conditions**: single objects have an \`ETag\`. A write with the header \`If-Match\` fails with 412
\`precondition_failed\` if the object no longer has that ETag.
- **Errors**: every response that is not 2xx is an \`Error\`; each operation lists its codes, which are explained at
\`doc_url\`. An unknown path returns 404 \`route_not_found\`, an unknown method 405 \`method_not_allowed\`.
- **Versions**: changes within \`v1\` only add. Ignore properties, event types and, in lists marked \`x-open\`, values
that you do not know.`

const TAGS = [
  ...RESOURCE_PAGES,
  {
    name: 'Summary',
    description: 'The figures of the home page.',
  },
  { name: 'Search', description: 'Find anything by ID, number, name or email.' },
  { name: 'Members', description: 'The people in the account and their roles.' },
  { name: 'Audit log', description: 'Who changed what, when and from where.' },
  { name: 'Request log', description: 'Requests to the API and their responses.' },
  {
    name: 'Reconciliation',
    description: 'Whether gateways have the money that the books say.',
  },
  {
    name: 'Simulated gateway',
    description: 'The payment gateway of test environments, whose cards do what their numbers say.',
  },
  { name: 'Test clock', description: 'The time of a test environment.' },
  { name: 'Service', description: 'Health and metrics, for operators.' },
]
