// The reference as an OpenAPI 3.1 document, generated from the routes.

import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import { createSchemaWriter, type JsonSchema, pascal, type SchemaWriter } from './json-schema.ts'
import {
  type ApiAnswer,
  headersOf,
  json,
  type OpenApi,
  type Operation,
  type Paths,
  type Ref,
  ref,
} from './openapi-document.ts'
import { failuresOf, type KnownError, readsObject, shareCodes } from './openapi-failures.ts'
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

/** A request and its response, as recorded by the tests. */
export interface Exchange {
  path: string
  status: number
  body: unknown
}

export interface ReferenceParts {
  routes: readonly Route[]
  errors: Record<string, KnownError>
  /** Recorded exchanges, by operation. */
  exchanges: Record<string, Exchange>
  /** The schema of an event in the feed, and every event type with the schema of its object. */
  event: TSchema
  events: readonly EventShape[]
  /** Schemas that no operation returns on their own, by name. */
  others: Record<string, TSchema>
  /** The base document, without the generated parts. */
  document: OpenApi
}

interface Writing extends ReferenceParts {
  schemas: SchemaWriter
}

/** Writes the document: each route once under its canonical path, then the base document's paths. */
export function writeOpenApi(parts: ReferenceParts): OpenApi {
  const { document, routes, event, events, others } = parts
  const schemas = createSchemaWriter()
  const paths: Paths = {}
  for (const route of routes.filter((each) => !csvOf(each, routes))) {
    const path = documented(route)
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operationOf(route, { ...parts, schemas })
  }
  const webhooks = webhooksOf(event, events, schemas)
  for (const [name, shape] of Object.entries(others)) schemas.answer(shape, name)
  const parameters = shareParameters(paths)
  const responses = shareResponses(paths)
  const failures = shareCodes(paths, document.components.responses)
  return withoutUnused({
    ...document,
    paths: { ...paths, ...document.paths },
    webhooks,
    components: {
      ...document.components,
      parameters: { ...document.components.parameters, ...parameters },
      responses: { ...failures, ...responses },
      schemas: {
        ...sorted(shareObjects(shareLists(schemas.components))),
        ...document.components.schemas,
      },
    },
  })
}

/** Moves what all lists have to one schema, to which each adds its items. */
function shareLists(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  let envelope: JsonSchema | undefined
  const shared = Object.entries(schemas).map(([name, schema]): [string, JsonSchema] => {
    const { data, ...members } = schema.properties ?? {}
    if (!data || members.object?.const !== 'list') return [name, schema]
    const required = Object.keys(members)
    envelope = { type: 'object', required, properties: members }
    const own: JsonSchema = { type: 'object', required: ['data'], properties: { data } }
    return [name, { allOf: [ref('schemas', 'ListEnvelope'), own] }]
  })
  return { ...Object.fromEntries(shared), ...(envelope && { ListEnvelope: envelope }) }
}

/** Objects with fewer properties are repeated where others have them too. */
const SHARED_LEAST = 10

/** Lets an object with further properties, such as those of one response, refer to the object without them. */
function shareObjects(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const all = Object.entries(schemas).filter(([, { properties = {} }]) => sizeOf(properties) > 0)
  all.sort(([, one], [, other]) => sizeOf(other.properties) - sizeOf(one.properties))
  const shared = Object.entries(schemas).map(([name, schema]): [string, JsonSchema] => {
    const { properties = {}, required = [] } = schema
    const isPart = ([, { properties: plain = {}, required: needed = [] }]: (typeof all)[number]) =>
      sizeOf(plain) >= SHARED_LEAST &&
      sizeOf(plain) < sizeOf(properties) &&
      needed.every((key) => required.includes(key)) &&
      Object.entries(plain).every(([key, each]) => isDeepStrictEqual(each, properties[key]))
    const [of, base] = all.find(isPart) ?? []
    if (of === undefined || base === undefined) return [name, schema]
    const own = Object.entries(properties).filter(([key]) => !(key in (base.properties ?? {})))
    const more = {
      type: 'object',
      required: required.filter((key) => !base.required?.includes(key)),
      properties: Object.fromEntries(own),
    }
    return [name, { allOf: [ref('schemas', of), more] }]
  })
  return Object.fromEntries(shared)
}

const sizeOf = (properties: JsonSchema['properties']): number =>
  Object.keys(properties ?? {}).length

/** Drops responses that no operation returns, such as the one for an unknown path. */
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

/** Returns the list that a CSV route exports; only the list's own operation documents the export. */
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
        // A POST without a body is treated as {}.
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

function bodyName({ operation }: Route): string {
  const [, verb, object] = /^(create|update)(.+)$/.exec(operation) ?? []
  return verb ? `${object}${verb === 'create' ? 'Create' : 'Patch'}` : `${pascal(operation)}Body`
}

const requires = (body: TSchema): boolean =>
  ((body as { required?: string[] }).required ?? []).length > 0

/** Number of entries of each list in an example; a response that is a list shows one. */
const ENTRIES_SHOWN = 2

function shortened(example: unknown): unknown {
  return JSON.parse(
    JSON.stringify(example, (name, value) =>
      Array.isArray(value) ? value.slice(0, name === 'data' ? 1 : ENTRIES_SHOWN) : value,
    ),
  )
}

function successOf(
  route: Route,
  schemas: SchemaWriter,
  exchange: Exchange | undefined,
): Record<string, ApiAnswer | Ref> {
  const created = route.status === 201
  const names: string[] = []
  if (readsObject(route) || route.method !== 'GET') names.push('ETag')
  if (created) names.push('Location')
  if (route.method !== 'GET') names.push('Idempotent-Replayed')
  const { produces = 'application/json' } = route
  const schema: JsonSchema = schemas.answer(route.response, pascal(route.operation))
  return {
    [route.status]: {
      description: created ? 'Created.' : 'Done.',
      ...headersOf(names),
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
