// Request log schemas.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { AnyOf, Body, listQuery, OneOf, Timestamp } from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { isTestKey, labelFor, type Scope } from '../../platform/scope.ts'
import { ACTOR_KINDS, METHODS, type RequestLine, type RequestWithBodies as Row } from './store.ts'

const ID = '^req_[0-7][0-9a-hjkmnp-tv-z]{25}$'

const named = (description: string, most = 64) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: most, description }))

export const RequestList = Body({
  ...listQuery,
  id: Type.Optional(
    Type.String({
      pattern: ID,
      description: 'The request with this Request-Id.',
      examples: ['req_01h2xcejqtf2nbrexx3vqjhp41'],
    }),
  ),
  method: Type.Optional(AnyOf(METHODS, 'Requests with this method.')),
  status: Type.Optional(
    Type.String({
      pattern: '^([2-5]xx|[2-5][0-9]{2})$',
      description: 'Requests with this status, such as `404`, or class: `2xx`, `4xx`, `5xx`.',
      examples: ['4xx'],
    }),
  ),
  operation: named('Requests of this operation, by its `operationId`.'),
  actor: named('Requests of this key or user: `svc_…` or `usr_…`.'),
  actor_kind: Type.Optional(AnyOf(ACTOR_KINDS, 'Requests of keys, or of users.')),
  object_id: named('Requests about this object.'),
  idempotency_key: named('Requests with this Idempotency-Key.', 255),
})
export type RequestList = Static<typeof RequestList>

export const RequestPath = {
  id: Type.String({
    pattern: ID,
    description: 'The Request-Id of the response.',
    examples: ['req_01h2xcejqtf2nbrexx3vqjhp41'],
  }),
}

const TextOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description })

const line = {
  id: Type.String({ description: 'The Request-Id of the response.', pattern: ID }),
  object: Type.Literal('request'),
  created_at: Timestamp,
  method: OneOf(METHODS, 'The method.'),
  path: Type.String({ description: 'Without the query.' }),
  query: TextOrNull(
    'The query as sent, without its question mark; with `dry_run=true` if Accept requested a dry run. Null if you lack the scope that reads the resource.',
  ),
  operation: Type.String({
    description: 'The `operationId`.',
    examples: ['createInvoice'],
  }),
  status: Type.Integer({ description: 'The status of the response.' }),
  error_code: TextOrNull('The error code.'),
  duration_ms: Type.Integer({
    description: 'From the start of the request to the end of the response.',
  }),
  address: Type.String({ description: 'IP address.' }),
  user_agent: TextOrNull('User-Agent.'),
  actor_kind: OneOf(ACTOR_KINDS, 'An API key, or a user of the dashboard.'),
  actor: Type.String({ description: 'ID of the key or user.' }),
  actor_label: Type.String({ description: 'Name of the key or user at that time.' }),
  object_id: TextOrNull('The object that it was about, or created.'),
  idempotency_key: TextOrNull('The Idempotency-Key that was sent.'),
}

export const LoggedRequest = Type.Object(line, {
  title: 'LoggedRequest',
  additionalProperties: false,
})

export const LoggedRequestWithBodies = Type.Object(
  {
    ...line,
    request_body: TextOrNull(
      'As sent, without secrets; it may not be JSON. Null if you lack the scope that reads the resource.',
    ),
    request_body_cut: Type.Boolean({ description: 'Whether it was longer.' }),
    response_body: TextOrNull(
      'The response of a write or an error, without secrets. Null for reads, or if you lack the scope that reads the resource.',
    ),
    response_body_cut: Type.Boolean({ description: 'Whether it was longer.' }),
  },
  { title: 'LoggedRequestWithBodies', additionalProperties: false },
)

export const parseRequestId = (text: string): string | undefined => decodeId('req', text)

function lineOf(scope: Scope, row: RequestLine, canRead: boolean) {
  const { id, created_at, method, path, query, operation, status, error_code, duration_ms } = row
  const { address, user_agent, actor_kind, actor, object_id, idempotency_key } = row
  const actor_label = labelFor(scope, row)
  return {
    id: encodeId('req', id),
    object: 'request',
    created_at: timestamp(created_at),
    method,
    path,
    query: canRead ? query : null,
    operation,
    status,
    error_code,
    duration_ms,
    address,
    user_agent,
    actor_kind,
    actor,
    actor_label,
    object_id,
    idempotency_key,
  }
}

/** The JSON text of a request; `canRead` is true if the caller can read its subject. */
export const requestJson = (row: RequestLine, scope: Scope, canRead: boolean): string =>
  JSON.stringify(lineOf(scope, row, canRead))

/** Paths about members of the account, which are logged in the test environment as well. */
const OF_PEOPLE = /\/v1\/(members|sessions)\b/

export function requestWithBodiesJson(row: Row, scope: Scope, canRead: boolean): string {
  const { request_body, request_cut, response_body, response_cut } = row
  const hidden = !canRead || (isTestKey(scope) && OF_PEOPLE.test(row.path))
  return JSON.stringify({
    ...lineOf(scope, row, canRead),
    request_body: hidden ? null : request_body,
    request_body_cut: request_cut,
    response_body: hidden ? null : response_body,
    response_body_cut: response_cut,
  })
}
