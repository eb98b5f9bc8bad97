// The reference as an OpenAPI 3.1 document, written from the routes themselves.

import type { TSchema } from 'typebox'
import { createSchemaWriter, type JsonSchema, pascal, type SchemaWriter } from './json-schema.ts'
import { failuresOf, type KnownError, readsObject } from './openapi-answers.ts'
import {
  type ApiAnswer,
  headerRefs,
  json,
  LIMIT_HEADERS,
  type OpenApi,
  type Operation,
  type Paths,
  type Ref,
  ref,
} from './openapi-document.ts'
import {
  pathExample,
  pathParameters,
  queryParameters,
  shareParameters,
} from './openapi-parameters.ts'
import { shareResponses } from './openapi-responses.ts'
import { type EventShape, webhooksOf } from './openapi-webhooks.ts'
import { takesReadOnly } from './read-only.ts'
import { canonical, type Route } from './route.ts'

/** One request that was made and answered, as the tests recorded it. */
export interface Exchange {
  path: string
  status: number
  body: unknown
}

export interface ReferenceParts {
  routes: readonly Route[]
  errors: Record<string, KnownError>
  /** What was recorded, by operation. */
  exchanges: Record<string, Exchange>
  /** Every type of event, and the shape of what it is about. */
  events: readonly EventShape[]
  /** Shapes that no operation answers by itself, by their names. */
  others: Record<string, TSchema>
  /** The document without what follows from all these. */
  document: OpenApi
}

interface Writing extends ReferenceParts {
  schemas: SchemaWriter
}

/** Writes the document: each route once, under its canonical path, then the paths that came along. */
export function writeOpenApi(parts: ReferenceParts): OpenApi {
  const { document, routes, events, others } = parts
  const schemas = createSchemaWriter()
  const paths: Paths = {}
  for (const route of routes.filter((each) => !csvOf(each, routes))) {
    const path = documented(route)
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operationOf(route, { ...parts, schemas })
  }
  const webhooks = webhooksOf(events, schemas)
  for (const [name, shape] of Object.entries(others)) schemas.answer(shape, name)
  const parameters = shareParameters(paths)
  const responses = shareResponses(paths)
  return withoutUnused({
    ...document,
    paths: { ...paths, ...document.paths },
    webhooks,
    components: {
      ...document.components,
      parameters: { ...document.components.parameters, ...parameters },
      responses: { ...document.components.responses, ...responses },
      schemas: { ...sorted(schemas.components), ...document.components.schemas },
    },
  })
}

/** Drops the answers that no operation gives, such as that to an address that does not exist. */
function withoutUnused(document: OpenApi): OpenApi {
  const { components, paths, webhooks } = document
  const text = JSON.stringify([paths, webhooks])
  const used = Object.entries(components.responses).filter(([name]) =>
    text.includes(JSON.stringify(ref('responses', name).$ref)),
  )
  return { ...document, components: { ...components, responses: Object.fromEntries(used) } }
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))

/** The canonical path as a template. */
const documented = (route: Route): string =>
  canonical(route, route.path).replace(/:([a-z_]+)/g, '{$1}')

/** The list that a route writes as CSV; its own operation says where, so that it is said once. */
function csvOf({ path, columns }: Route, routes: readonly Route[]): Route | undefined {
  return columns && routes.find((each) => each.method === 'GET' && `${each.path}.csv` === path)
}

function operationOf(route: Route, writing: Writing): Operation {
  const { schemas, exchanges, errors, routes } = writing
  const exchange = exchanges[route.operation]
  const { example, body } = route
  const bodySchema = takesReadOnly(route) ? schemas.writable : schemas.body
  const csv = route.method === 'GET' && routes.find((each) => csvOf(each, [route]))
  return {
    operationId: route.operation,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.tag],
    security: [{ apiKey: [route.permission] }],
    ...withParameters([
      ...pathParameters(
        route,
        schemas,
        (name) => exchange && pathExample(route, exchange.path, name),
      ),
      ...queryParameters(route, schemas),
    ]),
    ...(body && {
      requestBody: {
        // A POST without a body is one with {}.
        required: route.method !== 'POST' || requires(body),
        content: json(bodySchema(body, bodyName(route)), example && (example.body ?? {})),
      },
    }),
    responses: { ...successOf(route, schemas, exchange), ...failuresOf(route, errors) },
    ...(csv &&
      csv.columns !== undefined && {
        'x-csv': { path: documented(csv), columns: [...csv.columns] },
      }),
  }
}

const withParameters = (parameters: Operation['parameters'] = []) =>
  parameters.length > 0 ? { parameters } : {}

/** `createInvoice` takes an `InvoiceCreate`, `updateInvoice` an `InvoicePatch`. */
function bodyName({ operation }: Route): string {
  const [, verb, object] = /^(create|update)(.+)$/.exec(operation) ?? []
  return verb ? `${object}${verb === 'create' ? 'Create' : 'Patch'}` : `${pascal(operation)}Body`
}

const requires = (body: TSchema): boolean =>
  ((body as { required?: string[] }).required ?? []).length > 0

/** How many entries of each list an example shows. */
const ENTRIES_SHOWN = 3

const shortened = (example: unknown): unknown =>
  JSON.parse(
    JSON.stringify(example, (_, value) =>
      Array.isArray(value) ? value.slice(0, ENTRIES_SHOWN) : value,
    ),
  )

function successOf(
  route: Route,
  schemas: SchemaWriter,
  exchange: Exchange | undefined,
): Record<string, ApiAnswer | Ref> {
  const created = route.status === 201
  const names = ['Request-Id', ...LIMIT_HEADERS]
  if (readsObject(route) || route.method !== 'GET') names.push('ETag')
  if (created) names.push('Location')
  if (route.method !== 'GET') names.push('Idempotent-Replayed')
  const { produces = 'application/json' } = route
  const schema: JsonSchema = schemas.answer(route.response, pascal(route.operation))
  return {
    [route.status]: {
      description: created ? 'Created.' : 'Done.',
      headers: headerRefs(names),
      content: {
        [produces]: {
          schema,
          ...(exchange?.body !== undefined && { example: shortened(exchange.body) }),
        },
      },
    },
    ...(readsObject(route) && { 304: ref('responses', 'NotModified') }),
  }
}
