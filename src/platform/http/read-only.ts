// Removes read-only properties from a request body and compares them with the object.
// A property that an operation returns but does not accept is read-only. Clients often send a whole object back, so
// such a property is accepted if its value is true before or after the change. Only the write path knows both states,
// so it decides.

import { canonicalJson } from '../canonical-json.ts'
import type { AssertReadBack } from '../db/action.ts'
import type { Answer } from '../db/table.ts'
import { Refusal, type RefusalFault } from '../refusal.ts'
import { show } from './as-sent.ts'
import type { SchemaNode } from './describe.ts'
import type { Route } from './route.ts'
import { refusalOf } from './validate.ts'

/** The read-only properties of an object, and of the objects and lists within it. */
interface ReadOnly {
  names: ReadonlySet<string>
  within: ReadonlyMap<string, ReadOnly>
}

/** A property as sent, to compare with the object. */
interface Sent {
  path: readonly (string | number)[]
  value: unknown
}

/** The body to validate, and the properties that were removed from it. */
export interface Taken {
  body: unknown
  sent: Sent[]
  /** Writable properties whose values are no longer valid; accepted if they equal the stored values. */
  kept?: { sent: Sent[]; refusal: Refusal }
}

export type TakeReadOnly = (body: unknown) => Taken

const FAULTS_MOST = 20

/** Compiles the removal of read-only properties, if the route creates or changes an object. */
export function compileReadOnly(route: Route): TakeReadOnly {
  const readOnly = readOnlyOfRoute(route)
  if (!readOnly) return (body) => ({ body, sent: [] })
  return (body) => {
    const sent: Sent[] = []
    return { body: without(body, readOnly, [], sent), sent }
  }
}

/** True if an object may be sent back with its read-only properties. */
export const takesReadOnly = (route: Route): boolean => readOnlyOfRoute(route) !== undefined

function readOnlyOfRoute({ method, createdAt, body, response }: Route): ReadOnly | undefined {
  if (!body || (method !== 'PATCH' && createdAt === undefined)) return undefined
  return readOnlyOf(body as SchemaNode, response as SchemaNode)
}

function readOnlyOf(taken: SchemaNode, answered: SchemaNode): ReadOnly | undefined {
  const takes = membersOf(taken)
  const returned = membersOf(answered)
  if (!takes || !returned) return undefined
  const names = new Set(Object.keys(returned).filter((name) => !(name in takes)))
  const within = new Map<string, ReadOnly>()
  for (const [name, node] of Object.entries(takes)) {
    const inner = returned[name] && readOnlyOf(node, returned[name])
    if (inner) within.set(name, inner)
  }
  return names.size + within.size === 0 ? undefined : { names, within }
}

/** Returns the properties of an object, or of the objects in a list. */
function membersOf(node: SchemaNode): SchemaNode['properties'] {
  if (node.properties) return node.properties
  if (node.items) return membersOf(node.items)
  return node.anyOf?.map(membersOf).find((members) => members !== undefined)
}

/** Returns a copy if something is removed; otherwise the value itself. */
function without(value: unknown, readOnly: ReadOnly, path: Sent['path'], sent: Sent[]): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => without(item, readOnly, [...path, index], sent))
  }
  if (typeof value !== 'object' || value === null) return value
  const kept: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) {
    const inner = readOnly.within.get(name)
    if (readOnly.names.has(name)) sent.push({ path: [...path, name], value: item })
    else kept[name] = inner ? without(item, inner, [...path, name], sent) : item
  }
  return kept
}

/**
 * Removes properties that the schema refused from a PATCH, if the object has them: values that were valid when stored
 * may be sent back unchanged. Returns undefined if anything else is invalid.
 */
export function withoutRefused(
  { method, response }: Route,
  whole: unknown,
  { body, sent }: Taken,
  refusal: unknown,
): Taken | undefined {
  if (method !== 'PATCH' || !(refusal instanceof Refusal)) return undefined
  const returned = membersOf(response as SchemaNode) ?? {}
  const names = new Set(refusal.errors.map(({ param }) => param?.split(/[.[]/)[0] ?? ''))
  const isUnknown = refusal.errors.some(({ code }) => code === 'parameter_unknown')
  if (isUnknown || [...names].some((name) => !Object.hasOwn(returned, name))) return undefined
  const members = Object.entries(body as object).filter(([name]) => !names.has(name))
  const values = whole as Record<string, unknown>
  return {
    body: Object.fromEntries(members),
    sent: sent.filter(({ path }) => !names.has(String(path[0]))),
    kept: { refusal, sent: [...names].map((name) => ({ path: [name], value: values[name] })) },
  }
}

/**
 * Refuses read-only values that match the object neither before nor after the change. `passing` properties change
 * without a write.
 */
export function assertReadBack(
  { sent, kept }: Taken,
  passing: readonly string[] = [],
): AssertReadBack | undefined {
  if (sent.length === 0 && !kept) return undefined
  return (beforeJson, answer) => {
    const before: unknown = beforeJson === undefined ? undefined : JSON.parse(beforeJson)
    if (kept?.sent.some(({ path, value }) => !isSo(path, value, before, answer))) throw kept.refusal
    const after: unknown = JSON.parse(answer.json)
    const faults: RefusalFault[] = []
    for (const { path, value } of sent) {
      if (path.length === 1 && passing.includes(String(path[0]))) continue
      const known = before === undefined ? [after] : [before, after]
      if (known.some((object) => isSo(path, value, object, answer))) continue
      faults.push(faultOf(path, before, after))
      if (faults.length === FAULTS_MOST) break
    }
    if (faults.length > 0) throw refusalOf(faults)
  }
}

function isSo(path: Sent['path'], value: unknown, object: unknown, { object_id }: Answer): boolean {
  const actual = at(object, path)
  if (actual === undefined) return false
  if (canonicalJson(value) === canonicalJson(actual)) return true
  if (path.length === 1 && path[0] === 'id' && value === object_id) return true
  return isSameReference(value, actual) || isSameInstant(value, actual)
}

/** An ID can be sent as a number or with its prefix: 42 or `cus_42`. */
function isSameReference(value: unknown, actual: unknown): boolean {
  return (
    typeof value === 'number' &&
    typeof actual === 'string' &&
    /^[a-z]+_(\d+)$/.exec(actual)?.[1] === String(value)
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** Client types format timestamps differently: without a fraction, or with an offset. */
function isSameInstant(value: unknown, actual: unknown): boolean {
  const both = [value, actual]
  if (!both.every((text) => typeof text === 'string' && INSTANT.test(text))) return false
  return Date.parse(value as string) === Date.parse(actual as string)
}

function at(object: unknown, path: Sent['path']): unknown {
  let found = object
  for (const part of path) found = (found as Record<string | number, unknown> | undefined)?.[part]
  return found
}

/** The sent value is not quoted: it may be a secret that is shown only once. */
function faultOf(path: Sent['path'], before: unknown, after: unknown): RefusalFault {
  const param = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1)
  if (before === undefined) {
    return {
      param,
      code: 'parameter_invalid',
      message: `${param} is read-only. Remove it from the request.`,
    }
  }
  const [was, is] = [show(at(before, path)), show(at(after, path))]
  const values = was === is ? was : `${was}, and ${is} after this change`
  // For a property that changes with every update, leaving it out would overwrite that update.
  const remedy =
    param === 'updated_at'
      ? 'The object has changed since you read it: read it again, then repeat your change.'
      : 'Leave it out, or send it as it was read.'
  const message = `${param} is read-only and is ${values}; what was sent is something else. ${remedy}`
  return { param, code: 'parameter_invalid', message }
}
