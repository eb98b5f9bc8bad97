// The routes of a plain resource from one declaration: list, CSV, create, retrieve, update, delete. Other operations
// are declared as a `route()` next to them.

import type { Static, TSchema } from 'typebox'
import { inPascalCase, withArticle } from '../domain/resource-lists.ts'
import type { CsvColumn } from '../platform/csv.ts'
import type { Column, Members } from '../platform/db/column.ts'
import { havingMetadata } from '../platform/db/metadata-filter.ts'
import { type Db, type Sql, sql } from '../platform/db/sql.ts'
import type { RowKey } from '../platform/db/table.ts'
import { columnsOf } from '../platform/http/columns.ts'
import { listRoutes } from '../platform/http/listed.ts'
import { type Call, type Reply, type Route, route } from '../platform/http/route.ts'
import { Body, listQuery, metadataQuery } from '../platform/http/shapes.ts'
import type { Action } from './accounts/store.ts'
import { conditionsOf, type Filters, parametersOf } from './filters.ts'
import { idInPath, inPath, type ObjectIds } from './identifiers.ts'
import type { Service } from './service.ts'

/** Replaces or extends the parts of a route that are derived from the resource. */
interface Overrides
  extends Partial<
    Pick<Route, 'operation' | 'summary' | 'description' | 'example' | 'passing' | 'refers'>
  > {
  /** Error codes in addition to 404 and 412. */
  errors?: readonly string[]
}

/** An action with the usual input, or another handler. */
type Does<Input, Handle> =
  | { action: Action<Input, unknown>; handle?: undefined }
  | { action?: undefined; handle: Handle }

interface InEnvironment {
  environment_id: number
}

type Creates<C extends TSchema, S> = Overrides & { body: C } & Does<
    Static<C> & InEnvironment,
    (call: Call<unknown, Static<C>>, service: S) => Promise<Reply>
  >

type Updates<I, P extends TSchema, S> = Overrides & { body: P } & Does<
    InEnvironment & { id: I; patch: Static<P> },
    (call: Call<unknown, Static<P>>, service: S, id: I) => Promise<Reply>
  >

type Deletes<I, S> = Overrides & {
  verb: 'archive' | 'delete' | 'remove'
  response?: TSchema
} & Does<InEnvironment & { id: I }, (call: Call, service: S, id: I) => Promise<Reply>>

interface Retrieves<I, S> extends Overrides {
  /** Response schema, if it differs from an item of the list. */
  response?: TSchema
  handle?(call: Call, service: S, id: I): Promise<Reply>
}

interface Lists extends Pick<Overrides, 'summary' | 'description' | 'example' | 'errors'> {
  filters?: Filters
  /** Condition for a row to be listed at all. */
  visible?: Sql
  /** The columns of the CSV; by default those of the record, with metadata before `created_at`. */
  columns?: readonly CsvColumn[]
  /** Approximate bytes of the long texts of a row `t`; by default those of its metadata. */
  weight?: Sql
}

/** How a resource is read and presented: a record, or one with additional parts. */
interface Shown<R, S> {
  name: string
  members: Members
  item: TSchema
  count?: { counter: string } | undefined
  find: (db: Db, keys: RowKey[]) => Promise<(R | undefined)[]>
  json: (row: R, call: Call, service: S) => string
}

interface Crud<R, I, C extends TSchema, P extends TSchema, S> {
  ids: ObjectIds<I>
  record: Shown<R, S>
  prefixes?: readonly string[]
  list?: Lists
  create?: Creates<C, S>
  retrieve?: Retrieves<I, S>
  update?: Updates<I, P, S>
  delete?: Deletes<I, S>
}

/** Declares the routes of a resource; `src/domain/resources.ts` has its path, scope and names. */
export function crud<
  R,
  I extends RowKey['id'],
  C extends TSchema,
  P extends TSchema,
  S extends Service = Service,
>(declared: Crud<R, I, C, P, S>): Route<S>[] {
  const { list, create, retrieve = {}, update, delete: deletes } = declared
  return [
    ...(list ? lists(declared, list) : []),
    ...(create ? [createRoute(declared, create)] : []),
    retrieveRoute(declared, retrieve),
    ...(update ? [updateRoute(declared, update)] : []),
    ...(deletes ? [deleteRoute(declared, deletes)] : []),
  ]
}

/** The common part of the declarations of a resource, whatever its bodies are. */
type Of<R, I, S> = Pick<Crud<R, I, TSchema, TSchema, S>, 'ids' | 'record' | 'prefixes'>

/** `createCoupon` and `Create a coupon`. */
function named(verb: string, { of: { en } }: Pick<ObjectIds<never>, 'of'>) {
  const summary = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${withArticle(en.one)}`
  return { operation: verb + inPascalCase(en.one), summary }
}

function lists<R, I extends RowKey['id'], S extends Service>(
  of: Of<R, I, S>,
  list: Lists,
): Route<S>[] {
  const { ids, record } = of
  const { filters = {}, visible, columns, weight, ...overrides } = list
  const hasMetadata = 'metadata' in record.members
  const query = { ...listQuery, ...(hasMetadata && metadataQuery), ...parametersOf(filters) }
  const within = {
    table: record.name,
    type: (record.members.id as Column).type as 'bigint' | 'uuid',
    ...(visible && { visible }),
  }
  return listRoutes({
    path: `/${ids.of.path}`,
    operation: `list${inPascalCase(ids.of.en.many)}`,
    summary: `List ${ids.of.en.many}`,
    ...overrides,
    ...placed(of, 'read'),
    query: Body(query) as TSchema,
    item: record.item,
    columns: columns ?? usualColumns(record.members),
    async source({ scope: { environment_id }, query }: Call, service: S) {
      const { metadata, ...sent } = query as ListQuery
      const whose = { ...within, environmentId: environment_id }
      return {
        ...within,
        filters: [
          ...conditionsOf(filters, sent, { environment_id, wallNow: service.wallNow }),
          ...(await havingMetadata(service.pool, whose, metadata)),
        ],
        counter: record.count?.counter,
        decodeCursor: ids.parse,
      }
    },
    find: record.find,
    weight: weight ?? (hasMetadata ? sql`octet_length(t.metadata::text)` : undefined),
    json: record.json,
  })
}

/** The query parameters of a list. */
type ListQuery = Record<string, unknown> & { metadata?: Record<string, string> }

/** Puts metadata before the timestamps, as in responses. */
function usualColumns(members: Members): CsvColumn[] {
  const names = Object.keys(members)
  const isBehind = names.indexOf('metadata') > names.indexOf('created_at')
  return columnsOf(members, isBehind ? { before: { metadata: 'created_at' } } : {})
}

/** The section of the reference that lists a route, and the scope it needs. */
const placed = <I>(
  { ids, prefixes }: Pick<Of<never, I, never>, 'ids' | 'prefixes'>,
  access: 'read' | 'write',
) => ({
  tag: ids.of.page,
  permission: `${ids.of.scope}:${access}`,
  ...(prefixes && { prefixes }),
})

/** The path of one object, with its parameter. */
const ofOne = <I>({ ids }: { ids: ObjectIds<I> }) => ({
  path: `/${ids.of.path}/:${ids.param}`,
  params: inPath(ids),
})

function createRoute<R, I, C extends TSchema, S extends Service>(
  of: Of<R, I, S>,
  { action, handle, errors = [], ...overrides }: Creates<C, S>,
): Route<S> {
  return route({
    method: 'POST',
    path: `/${of.ids.of.path}`,
    ...named('create', of.ids),
    ...overrides,
    ...placed(of, 'write'),
    response: of.record.item,
    errors: [...(overrides.refers ? ['resource_missing'] : []), ...errors],
    createdAt: (id) => `/${of.ids.of.path}/${id}`,
    handle: (call: Call<unknown, Static<C>>, service: S) =>
      handle
        ? handle(call, service)
        : service.write(call, action, { ...call.body, environment_id: call.scope.environment_id }),
  })
}

function retrieveRoute<R, I extends RowKey['id'], S extends Service>(
  of: Of<R, I, S>,
  { handle, errors = [], response = of.record.item, ...overrides }: Retrieves<I, S>,
): Route<S> {
  const { ids, record } = of
  return route({
    method: 'GET',
    ...ofOne(of),
    ...named('retrieve', ids),
    ...overrides,
    ...placed(of, 'read'),
    response,
    errors: ['resource_missing', ...errors],
    async handle(call, service: S) {
      const { environment_id } = call.scope
      const id = idInPath(ids, call)
      if (handle) return handle(call, service, id)
      const row = await service.read(record.find, { environment_id, id })
      if (!row) throw ids.missing(String(call.params[ids.param]))
      return { json: record.json(row, call, service), etag: true }
    },
  })
}

function updateRoute<R, I, P extends TSchema, S extends Service>(
  of: Of<R, I, S>,
  { action, handle, errors = [], ...overrides }: Updates<I, P, S>,
): Route<S> {
  return route({
    method: 'PATCH',
    ...ofOne(of),
    ...named('update', of.ids),
    ...overrides,
    ...placed(of, 'write'),
    response: of.record.item,
    errors: ['resource_missing', ...errors, 'precondition_failed'],
    handle(call: Call<unknown, Static<P>>, service: S) {
      const id = idInPath(of.ids, call)
      if (handle) return handle(call, service, id)
      const { environment_id } = call.scope
      return service.write(call, action, { id, environment_id, patch: call.body })
    },
  })
}

function deleteRoute<R, I, S extends Service>(
  of: Of<R, I, S>,
  { action, handle, verb, response, errors = [], ...overrides }: Deletes<I, S>,
): Route<S> {
  return route({
    method: 'DELETE',
    ...ofOne(of),
    ...named(verb, of.ids),
    ...overrides,
    ...placed(of, 'write'),
    response: response ?? of.record.item,
    errors: ['resource_missing', ...errors, 'precondition_failed'],
    handle(call, service: S) {
      const id = idInPath(of.ids, call)
      if (handle) return handle(call, service, id)
      return service.write(call, action, { id, environment_id: call.scope.environment_id })
    },
  })
}
