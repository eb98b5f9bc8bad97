// The errors that an operation can return, by status, for the reference.

import { STATUS_CODES } from 'node:http'
import { invariant } from '../../invariant.ts'
import {
  type ApiAnswer,
  EVERY_HEADER,
  headersOf,
  json,
  type Paths,
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
    sorted.map(([status, codes]) => [
      status,
      { ...ref('responses', `Error${status}`), description: listed(codes) },
    ]),
  )
}

/** The shared error responses for the components, each with the first example of its status. */
export function sharedFailures(
  errors: Record<string, KnownError>,
  examples: readonly { code: string; status: number; body: unknown }[],
): Record<string, ApiAnswer> {
  const statuses = [...new Set(Object.values(errors).map(({ status }) => status))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const first = examples.find((each) => each.status === status)
      return [`Error${status}`, failure(status, first)]
    }),
  )
}

/**
 * Moves the list of codes that takes the most room with a status to the shared response of the status; only operations with
 * other codes keep a list of their own. Returns the shared responses with their codes.
 */
export function shareCodes(
  paths: Paths,
  shared: Record<string, ApiAnswer>,
): Record<string, ApiAnswer> {
  const described = Object.entries(shared).map(([name, answer]): [string, ApiAnswer] => {
    const { $ref } = ref('responses', name)
    const uses = [...referencesTo($ref, paths)]
    const description = longestInAll(uses.flatMap((each) => each.description ?? []))
    for (const each of uses) if (each.description === description) delete each.description
    return [name, description === undefined ? answer : { ...answer, description }]
  })
  return Object.fromEntries(described)
}

function* referencesTo(pointer: string, paths: Paths): Generator<Ref> {
  for (const item of Object.values(paths)) {
    for (const { responses } of Object.values(item)) {
      for (const answer of Object.values(responses)) {
        if ('$ref' in answer && answer.$ref === pointer && answer.description) yield answer
      }
    }
  }
}

/** Returns the text with the most characters in all of its uses together. */
function longestInAll(texts: string[]): string | undefined {
  const lengths = new Map<string, number>()
  for (const text of texts) lengths.set(text, (lengths.get(text) ?? 0) + text.length)
  return [...lengths].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** Returns the codes named by a response. */
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

function failure(status: number, example: { code: string; body: unknown } | undefined): ApiAnswer {
  const names: string[] = []
  if (status === 401 || status === 403) names.push('WWW-Authenticate')
  if (status === 429) names.push(...EVERY_HEADER)
  if (status === 409 || status === 429 || status === 503) names.push('Retry-After')
  return {
    description: STATUS_CODES[status] ?? 'An error.',
    ...headersOf(names),
    content: json(ref('schemas', 'Error'), example?.body),
  }
}
