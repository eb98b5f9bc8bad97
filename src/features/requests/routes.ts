// The API routes of the request log: requests, their actors, and the responses.

import { among, type Sql, sql } from '../../platform/db/sql.ts'
import { all, plain, text } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import { uuidTime } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { allows } from '../../platform/scope.ts'
import type { Service } from '../service.ts'
import { answerOf } from './row.ts'
import {
  LoggedRequest,
  LoggedRequestWithBodies,
  parseRequestId,
  RequestList,
  RequestPath,
  requestJson,
  requestWithBodiesJson,
} from './schemas.ts'
import { findRequest, findRequests, type RequestLine } from './store.ts'

export interface RequestService extends Service {
  /** The scope that reads the subject of an operation; `*` for an operation that no longer exists. */
  readScopeOf(operation: string): string
}

const tag = 'Request log'
const permission = 'requests:read'

/** True if the caller could have read the subject of the request. */
const canRead = ({ scope }: Pick<Call, 'scope'>, row: RequestLine, service: RequestService) =>
  allows(scope.scopes, service.readScopeOf(row.operation))

export const requestRoutes: Route<RequestService>[] = [
  ...listRoutes({
    path: '/requests',
    operation: 'listRequests',
    summary: 'List requests',
    description:
      'Requests to the API by keys and users, newest first, for thirty days. A busy environment keeps only a part of them, failures first. The query is shown if you have the scope that reads its resource, such as `customers:read`.',
    tag,
    permission,
    query: RequestList,
    item: LoggedRequest,
    example: { summary: 'Requests about an invoice', query: { operation: 'createInvoice' } },
    columns: [
      ...all(plain, 'id', 'created_at', 'method'),
      ...all(text, 'path', 'query', 'operation'),
      plain('status'),
      text('error_code'),
      plain('duration_ms'),
      ...all(text, 'address', 'user_agent', 'actor', 'actor_label', 'object_id', 'idempotency_key'),
    ],
    source: ({ query }) => ({
      table: 'requests',
      filters: filtersOf(query),
      counter: undefined,
      decodeCursor: parseRequestId,
      createdAtOf: uuidTime,
    }),
    find: findRequests,
    weight: sql`coalesce(octet_length(t.query), 0)`,
    json: (row: RequestLine, call, service: RequestService) =>
      requestJson(row, call.scope, canRead(call, row, service)),
  }),
  route({
    method: 'GET',
    path: '/requests/:id',
    params: RequestPath,
    operation: 'retrieveRequest',
    summary: 'Retrieve a request',
    description:
      'With the first 16,384 characters of the request and response bodies, without secrets, if you have the scope that reads its resource, such as `customers:read`; otherwise null. Responses to GET requests are not stored.',
    tag,
    permission,
    response: LoggedRequestWithBodies,
    errors: ['resource_missing'],
    async handle(call, service: RequestService) {
      const { scope, params } = call
      const ref = params.id as string
      const id = parseRequestId(ref)
      const { environment_id } = scope
      const row = id && (await findRequest(service.pool, { environment_id, id }))
      if (!row) throw requestMissing(ref)
      const { event_object, response_body } = row
      const whole = {
        ...row,
        response_body: event_object === null ? response_body : answerOf(event_object),
      }
      return { json: requestWithBodiesJson(whole, scope, canRead(call, row, service)), etag: true }
    },
  }),
]

const requestMissing = (ref: string): Refusal =>
  new Refusal(
    'resource_missing',
    `There is no request ${JSON.stringify(ref.slice(0, 80))} in the log. Requests are kept for thirty days, in the environment of their key or user.`,
  )

const USUAL = new Set(['200', '2xx'])
/** The status of created objects; only a POST creates one. */
const MADE = '201'

/** As conditions on the columns. Common values have no index: they are found by scanning in list order. */
export function filtersOf(query: RequestList): Sql[] {
  const { id, status, method, operation, actor, actor_kind, object_id, idempotency_key } = query
  const filters: Sql[] = []
  if (id !== undefined) filters.push(isThat(parseRequestId(id)))
  if (status?.endsWith('xx')) {
    const least = Number(status[0]) * 100
    filters.push(sql`status between ${least} and ${least + 99}`)
  } else if (status !== undefined) filters.push(sql`status = ${Number(status)}`)
  // The index of statuses excludes the two most common ones.
  if (status === MADE) filters.push(sql`method = 'POST'`)
  else if (status !== undefined && !USUAL.has(status)) filters.push(sql`status not in (200, 201)`)
  if (method !== undefined) filters.push(among('method', valuesIn(method)))
  if (operation !== undefined) filters.push(sql`operation = ${operation}`)
  if (actor !== undefined) filters.push(sql`actor = ${actor}`)
  if (actor_kind !== undefined) filters.push(among('actor_kind', valuesIn(actor_kind)))
  if (object_id !== undefined) filters.push(sql`object_id = ${object_id}`)
  if (idempotency_key !== undefined) filters.push(sql`idempotency_key = ${idempotency_key}`)
  return filters
}

const isThat = (uuid: string | undefined): Sql =>
  uuid ? sql`id = ${uuid} and created_at = ${new Date(uuidTime(uuid))}::timestamptz` : sql`false`
