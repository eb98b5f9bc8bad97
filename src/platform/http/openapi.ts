// The reference as an OpenAPI 3.1 document, written from the routes themselves.

import type { TSchema } from 'typebox'
import { DRY_RUN_TYPE, dryRunOf } from './dry-run.ts'
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from './json-schema.ts'
import { failuresOf, type KnownError, readsObject } from './openapi-answers.ts'
import {
  type ApiAnswer,
  headerRefs,
  json,
  LIMIT_HEADERS,
  type OpenApi,
  type Operation,
  type Parameter,
  type Paths,
  type Ref,
  ref,
} from './openapi-document.ts'
import type { Route } from './route.ts'

/** One request that was made and answered, as the tests recorded it. */
export interface Exchange {
  path: string
  status: number
  body: unknown
}

export interface ReferenceParts {
  routes: readonly Route[]
  errors: Record<string, KnownError>
  /** What each operation answered to its own example. */
  exchanges: Record<string, Exchange>
  bodies: Record<string, TSchema>
  answers: Record<string, TSchema>
  /** What stands beside the routes. */
  document: OpenApi
}

/** Writes the document: every route under each of its prefixes, then the paths that came along. */
export function writeOpenApi(parts: ReferenceParts): OpenApi {
  const { document, routes } = parts
  const schemas = createSchemaWriter(parts)
  const paths: Paths = {}
  for (const route of routes) {
    for (const [index, prefix] of route.prefixes.entries()) {
      const path = `${prefix}${route.path.replace(/:([a-z_]+)/g, '{$1}')}`
      paths[path] ??= {}
      // An operation has one id; what is only another spelling says which.
      const suffix = index === 0 ? '' : prefix.replaceAll('/', '_')
      paths[path][route.method.toLowerCase()] = operationOf(route, parts, schemas, suffix)
    }
  }
  return {
    ...document,
    paths: { ...paths, ...document.paths },
    components: {
      ...document.components,
      schemas: { ...schemas.components, ...document.components.schemas },
    },
  }
}

function operationOf(
  route: Route,
  parts: ReferenceParts,
  schemas: SchemaWriter,
  suffix: string,
): Operation {
  const exchange = parts.exchanges[route.operation]
  const { example, body } = route
  return {
    operationId: `${route.operation}${suffix}`,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.tag],
    security: [{ apiKey: [route.permission] }],
    parameters: parametersOf(route, schemas, exchange),
    ...(body && {
      requestBody: {
        // A POST without a body is one with {}.
        required: route.method !== 'POST' || requires(body),
        content: json(schemas.body(body), example && { [route.operation]: sample(example) }),
      },
    }),
    responses: { ...successOf(route, schemas, exchange), ...failuresOf(route, parts.errors) },
  }
}

const requires = (body: TSchema): boolean =>
  ((body as { required?: string[] }).required ?? []).length > 0

const sample = ({ summary, body }: { summary: string; body?: unknown }) => ({
  summary,
  value: body ?? {},
})

function parametersOf(
  route: Route,
  schemas: SchemaWriter,
  exchange: Exchange | undefined,
): (Parameter | Ref)[] {
  const inPath = Object.entries(route.params ?? {}).map(([name, schema]): Parameter => {
    const example = exchange && pathExample(route, exchange.path, name)
    return { ...described(name, 'path', schemas.body(schema)), required: true, example }
  })
  const query = route.query ? schemas.body(route.query) : {}
  const { dry_run, ...own } = query.properties ?? {}
  const inQuery = Object.entries(own).map(([name, schema]): Parameter => {
    const example = route.example?.query?.[name] ?? schema.examples?.[0]
    const required = query.required?.includes(name)
    return {
      ...described(name, 'query', schema),
      ...(required && { required }),
      ...(example !== undefined && { example: typed(example, schema) }),
    }
  })
  const shared = dry_run ? ['dry_run'] : []
  if (readsObject(route)) shared.push('If-None-Match')
  if (route.method !== 'GET') shared.push('Idempotency-Key')
  if (route.errors.includes('precondition_failed')) shared.push('If-Match')
  return [...inPath, ...inQuery, ...shared.map((name) => ref('parameters', name))]
}

function described(name: string, where: Parameter['in'], schema: JsonSchema): Parameter {
  const { description, examples, ...rest } = schema
  return { name, in: where, ...(description && { description }), schema: rest }
}

/** The part of a recorded path that stands where the route has `:name`. */
function pathExample(route: Route, path: string, name: string): string | undefined {
  const at = `${route.prefixes[0]}${route.path}`.split('/').indexOf(`:${name}`)
  return path.split('/')[at]
}

const typed = (example: unknown, schema: JsonSchema): unknown =>
  schema.type === 'integer' ? Number(example) : example

function successOf(
  route: Route,
  schemas: SchemaWriter,
  exchange: Exchange | undefined,
): Record<string, ApiAnswer> {
  const created = route.status === 201
  const names = ['Request-Id', ...LIMIT_HEADERS]
  if (readsObject(route) || route.method !== 'GET') names.push('ETag')
  if (created) names.push('Location')
  if (route.method !== 'GET') names.push('Idempotent-Replayed')
  const { produces = 'application/json' } = route
  const examples = exchange?.body !== undefined && {
    [route.operation]: {
      summary: route.example?.summary ?? route.summary,
      value: exchange.body,
    },
  }
  const dryRun = route.method !== 'GET' && {
    [DRY_RUN_TYPE]: { schema: schemas.answer(dryRunOf(route.response)) },
  }
  return {
    ...(created &&
      dryRun && {
        200: {
          description: 'What would happen; nothing did.',
          headers: headerRefs(['Request-Id', ...LIMIT_HEADERS]),
          content: dryRun,
        },
      }),
    [route.status]: {
      description: created ? 'Created.' : 'Done.',
      headers: headerRefs(names),
      content: {
        [produces]: { schema: schemas.answer(route.response), ...(examples && { examples }) },
        ...(!created && dryRun),
      },
    },
    ...(readsObject(route) && {
      304: {
        description: 'Not changed since the ETag that If-None-Match names; no body.',
        headers: headerRefs(['Request-Id', 'ETag', ...LIMIT_HEADERS]),
      },
    }),
  }
}
