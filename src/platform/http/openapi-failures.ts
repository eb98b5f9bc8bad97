// The errors that an operation can return, by status, for the reference.

import { STATUS_CODES } from 'node:http'
import { invariant } from '../../invariant.ts'
import {
  type ApiAnswer,
  headerRefs,
  json,
  LIMIT_HEADERS,
  type Ref,
  ref,
} from './openapi-document.ts'
import type { Route } from './route.ts'

/** The fields of a catalogue error that the reference needs. */
export interface KnownError {
  status: number
  statusInBody?: number
}

const EVERY = [
  'api_key_missing',
  'api_key_invalid',
  'permission_denied',
  'parameter_unknown',
  'not_acceptable',
  'rate_limit_exceeded',
  'internal_error',
  'unavailable',
]
const WRITES = [
  'invalid_json',
  'parameter_invalid',
  'parameters_exclusive',
  'body_too_large',
  'unsupported_media_type',
  'environment_resetting',
  'idempotency_key_in_use',
  'idempotency_key_reused',
]

/** Statuses whose response is the same for every operation that returns it. */
const UNIFORM = new Set([401, 403, 406, 413, 415, 422, 429, 500, 503])

const isShared = (code: string) => EVERY.includes(code) || WRITES.includes(code)

/** True if a GET returns one object or document, with an ETag and conditional reads (304). */
export function readsObject(route: Route): boolean {
  return route.method === 'GET' && !isList(route) && !route.untagged
}

function isList(route: Route): boolean {
  const { properties = {} } = route.response as { properties?: { object?: { const?: unknown } } }
  return properties.object?.const === 'list'
}

/** Error responses by status: each refers to the shared one, with the codes of this operation. */
export function failuresOf(route: Route, errors: Record<string, KnownError>): Record<string, Ref> {
  const byStatus = new Map<number, string[]>()
  for (const code of codesOf(route)) {
    for (const status of statusesOf(code, route, errors)) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
  }
  const sorted = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, codes]) => {
      const shared = ref('responses', `Error${status}`)
      const same = UNIFORM.has(status) && codes.every(isShared)
      return [status, same ? shared : { ...shared, description: listed(codes) }]
    }),
  )
}

/** The shared error responses for the components, each with the first example of its status. */
export function sharedFailures(
  errors: Record<string, KnownError>,
  examples: readonly { code: string; status: number; body: unknown }[],
): Record<string, ApiAnswer> {
  const every = [...EVERY, ...WRITES]
  const statuses = [...new Set(Object.values(errors).map(({ status }) => status))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = every.filter((code) => errors[code]?.status === status)
      const first = examples.find((each) => each.status === status)
      return [`Error${status}`, failure(status, codes, first)]
    }),
  )
}

/** Returns the codes named by a response: its operation's, before those of its status. */
export function codesIn(answer: { description?: string }): string[] {
  return [...(answer.description ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code as string)
}

const listed = (codes: string[]): string => codes.map((code) => `\`${code}\``).join(', ')

function codesOf(route: Route): Set<string> {
  const query = Object.keys((route.query as { properties?: object })?.properties ?? {})
  return new Set([
    ...EVERY,
    ...(route.method === 'GET' ? [] : WRITES),
    ...(route.body ? ['parameter_missing'] : []),
    ...(route.createdAt ? ['precondition_failed'] : []),
    ...(query.length > 0 ? ['parameter_invalid'] : []),
    ...(query.includes('starting_after') ? ['parameters_exclusive'] : []),
    ...route.errors,
  ])
}

/** A missing object has one status for the path, or in general, and another for the body. */
function statusesOf(code: string, route: Route, errors: Record<string, KnownError>): number[] {
  const entry = errors[code]
  invariant(entry, `${route.operation} declares ${code}, which no catalogue knows.`)
  if (!entry.statusInBody) return [entry.status]
  const { params, refers } = route
  return [...(params || !refers ? [entry.status] : []), ...(refers ? [entry.statusInBody] : [])]
}

function failure(
  status: number,
  codes: string[],
  example: { code: string; body: unknown } | undefined,
): ApiAnswer {
  const names = ['Request-Id']
  if (status === 401 || status === 403) names.push('WWW-Authenticate')
  if (status !== 401) names.push(...LIMIT_HEADERS)
  if (status === 409 || status === 429 || status === 503) names.push('Retry-After')
  return {
    description: codes.length > 0 ? listed(codes) : (STATUS_CODES[status] ?? 'An error.'),
    headers: headerRefs(names),
    content: json(ref('schemas', 'Error'), example?.body),
  }
}
