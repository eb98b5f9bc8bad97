// The promises of v1, as a comparison of two OpenAPI documents: nothing may be removed or narrowed.

import type { JsonSchema } from '../src/platform/http/json-schema.ts'
import type {
  ApiAnswer,
  OpenApi,
  Operation,
  Parameter,
  Ref,
} from '../src/platform/http/openapi-document.ts'
import { codesIn } from '../src/platform/http/openapi-failures.ts'

type Side = 'sent' | 'answered'

interface Comparison {
  before: OpenApi
  after: OpenApi
  breaks: string[]
  /** Pairs of schemas being compared, so that recursive ones end. */
  seen: Set<string>
}

/** Returns every change in `after` that breaks a client written for `before`. */
export function breaksBetween(before: OpenApi, after: OpenApi): string[] {
  const comparison: Comparison = { before, after, breaks: [], seen: new Set() }
  for (const name of before['x-response-headers']) {
    if (!after['x-response-headers'].includes(name)) {
      comparison.breaks.push(`the header ${name} is gone from responses`)
    }
  }
  for (const [path, item] of Object.entries(before.paths)) {
    for (const [method, old] of Object.entries(item)) {
      const now = after.paths[path]?.[method]
      const what = `${method.toUpperCase()} ${path}`
      if (now) compareOperations(comparison, old, now, what)
      else comparison.breaks.push(`${what} is gone`)
    }
  }
  for (const [type, item] of Object.entries(before.webhooks ?? {})) {
    const now = after.webhooks?.[type]?.post
    if (item.post && now) compareWebhooks(comparison, item.post, now, type)
    else comparison.breaks.push(`the event ${type} is gone`)
  }
  return comparison.breaks
}

/** The response with its reference resolved; its own description, if it has one, counts. */
const whole = (answer: ApiAnswer | Ref | undefined, document: OpenApi): Partial<ApiAnswer> =>
  answer ? { ...follow(answer as ApiAnswer, document), ...answer } : {}

/** For webhooks, the request body is what clients read, so it is compared like a response. */
function compareWebhooks(at: Comparison, old: Operation, now: Operation, what: string): void {
  const schemaOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema
  const [before, after] = [schemaOf(old), schemaOf(now)]
  if (before && after) compareSchemas(at, 'answered', before, after, what)
  else at.breaks.push(`${what}: has no shape any more`)
}

function compareOperations(at: Comparison, old: Operation, now: Operation, what: string): void {
  const fail = (text: string) => at.breaks.push(`${what}: ${text}`)
  if (old.operationId !== now.operationId) fail(`its id was ${old.operationId}`)
  if (JSON.stringify(old.security) !== JSON.stringify(now.security)) fail('needs another scope')
  const parametersBefore = parametersOf(old, at.before)
  const parametersAfter = parametersOf(now, at.after)
  for (const [name, parameter] of parametersBefore) {
    const next = parametersAfter.get(name)
    if (next) compareSchemas(at, 'sent', parameter.schema, next.schema, `${what} ${name}`)
    else fail(`the parameter ${name} is gone`)
  }
  for (const [name, { required }] of parametersAfter) {
    if (required && !parametersBefore.get(name)?.required) fail(`${name} has become required`)
  }
  const body = old.requestBody?.content['application/json']?.schema
  const nextBody = now.requestBody?.content['application/json']?.schema
  if (body && nextBody) compareSchemas(at, 'sent', body, nextBody, `${what} body`)
  else if (body) fail('takes no body any more')
  else if (now.requestBody?.required) fail('a body has become required')
  for (const [status, answer] of Object.entries(old.responses)) {
    const next = now.responses[status]
    if (next)
      compareResponses(
        at,
        follow(answer as ApiAnswer, at.before),
        follow(next as ApiAnswer, at.after),
        `${what} ${status}`,
      )
    else fail(`does not answer ${status} any more`)
    const codes = codesIn(whole(next, at.after))
    for (const code of codesIn(whole(answer, at.before))) {
      if (!codes.includes(code)) fail(`${status} ${code} is gone`)
    }
  }
  compareCsv(old, now, fail)
}

function compareCsv(old: Operation, now: Operation, fail: (text: string) => void): void {
  const { path, columns = [] } = old['x-csv'] ?? {}
  if (path && now['x-csv']?.path !== path) fail('its CSV is gone')
  for (const column of columns) {
    if (!now['x-csv']?.columns.includes(column)) fail(`its CSV has lost the column ${column}`)
  }
}

function compareResponses(at: Comparison, old: ApiAnswer, now: ApiAnswer, what: string): void {
  for (const name of Object.keys(old.headers ?? {})) {
    if (!now.headers?.[name]) at.breaks.push(`${what}: the header ${name} is gone`)
  }
  for (const [type, media] of Object.entries(old.content ?? {})) {
    const next = now.content?.[type]
    if (!next) {
      at.breaks.push(`${what}: ${type} is gone`)
      continue
    }
    compareSchemas(at, 'answered', media.schema, next.schema, what)
  }
}

/** Compares schemas of requests (must not narrow) or of responses (must not lose anything, nor add surprises). */
function compareSchemas(
  at: Comparison,
  side: Side,
  oldRef: JsonSchema,
  nowRef: JsonSchema,
  what: string,
): void {
  if (oldRef.$ref) {
    const pair = `${side} ${oldRef.$ref} ${nowRef.$ref}`
    if (at.seen.has(pair)) return
    at.seen.add(pair)
  }
  const old = merged(oldRef, at.before)
  const now = merged(nowRef, at.after)
  if (old.anyOf || now.anyOf) {
    compareAlternatives(at, side, old, now, what)
    return
  }
  // Requests may accept more; responses may become more exact.
  const [narrow, wide] = side === 'sent' ? [old, now] : [now, old]
  for (const reason of notWithin(narrow, wide)) at.breaks.push(`${what}: ${reason}`)
  for (const word of old['x-list'] ?? []) {
    if (!now['x-list']?.includes(word)) at.breaks.push(`${what}: ${word} is gone`)
  }
  if (side === 'answered') {
    for (const word of old.enum ?? []) {
      if (!now.enum?.includes(word)) at.breaks.push(`${what}: ${JSON.stringify(word)} is gone`)
    }
  }
  compareMembers(at, side, old, now, what)
  if (old.items && now.items) compareSchemas(at, side, old.items, now.items, `${what}[]`)
  if (isSchema(old.additionalProperties) && isSchema(now.additionalProperties)) {
    compareSchemas(at, side, old.additionalProperties, now.additionalProperties, `${what}.*`)
  }
}

/** Every previous request alternative must fit one of the current ones; for responses, the reverse. */
function compareAlternatives(
  at: Comparison,
  side: Side,
  old: JsonSchema,
  now: JsonSchema,
  what: string,
): void {
  const before = old.anyOf ?? [old]
  const after = now.anyOf ?? [now]
  const [each, some] = side === 'sent' ? [before, after] : [after, before]
  for (const one of each) {
    const fitting = some.some((other) =>
      side === 'sent' ? fits(at, side, one, other) : fits(at, side, other, one),
    )
    if (!fitting) at.breaks.push(`${what}: ${JSON.stringify(one)} fits no alternative`)
  }
}

function compareMembers(
  at: Comparison,
  side: Side,
  old: JsonSchema,
  now: JsonSchema,
  what: string,
): void {
  const members = now.properties ?? {}
  for (const [name, member] of Object.entries(old.properties ?? {})) {
    const next = members[name]
    if (next) compareSchemas(at, side, member, next, `${what}.${name}`)
    else at.breaks.push(`${what}: the member ${name} is gone`)
  }
  const [less, more] = side === 'sent' ? [now, old] : [old, now]
  const verb = side === 'sent' ? 'has become required' : 'is not certain any more'
  for (const name of less.required ?? []) {
    if (!more.required?.includes(name)) at.breaks.push(`${what}: ${name} ${verb}`)
  }
}

/** Why a value of `narrow` might not be valid under `wide`, without looking at nested schemas. */
function notWithin(narrow: JsonSchema, wide: JsonSchema): string[] {
  const reasons: string[] = []
  const allowed = typesOf(wide)
  if (allowed.length > 0 && !typesOf(narrow).every((type) => allowed.includes(type))) {
    reasons.push(`${typesOf(narrow)} does not fit ${allowed}`)
  }
  // In responses, `wide` is what was promised: an open list can get new values.
  const closed = wide.enum && !(wide['x-open'] && narrow['x-open'])
  if (narrow['x-open'] && !wide['x-open']) reasons.push('the list has become open')
  if (closed && !(narrow.enum ?? [narrow.const]).every((word) => wide.enum?.includes(word))) {
    reasons.push(`${JSON.stringify(narrow.enum)} does not fit ${JSON.stringify(wide.enum)}`)
  }
  for (const key of ['const', 'pattern', 'format'] as const) {
    if (wide[key] !== undefined && wide[key] !== narrow[key]) reasons.push(`another ${key}`)
  }
  for (const key of ['minimum', 'minLength', 'minItems', 'minProperties'] as const) {
    if ((wide[key] ?? Number.NEGATIVE_INFINITY) > (narrow[key] ?? Number.NEGATIVE_INFINITY))
      reasons.push(`another ${key}`)
  }
  for (const key of ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const) {
    if ((wide[key] ?? Number.POSITIVE_INFINITY) < (narrow[key] ?? Number.POSITIVE_INFINITY))
      reasons.push(`another ${key}`)
  }
  if (wide.additionalProperties === false && narrow.additionalProperties !== false) {
    reasons.push('other members are refused')
  }
  return reasons
}

/** True if two alternatives agree; records no fault. */
function fits(at: Comparison, side: Side, old: JsonSchema, now: JsonSchema): boolean {
  const trial = { ...at, breaks: [], seen: new Set(at.seen) }
  compareSchemas(trial, side, old, now, '')
  return trial.breaks.length === 0
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object'

/** An integer is a number, so allowing numbers allows integers. */
function typesOf({ type, anyOf }: JsonSchema): string[] {
  const types = anyOf ? anyOf.flatMap(typesOf) : type ? [type].flat() : []
  return types.includes('number') ? [...types, 'integer'] : types
}

function parametersOf(operation: Operation, document: OpenApi): Map<string, Parameter> {
  const parameters = (operation.parameters ?? []).map((each) => follow(each as Parameter, document))
  return new Map(parameters.map((each) => [`${each.in} ${each.name}`, each]))
}

function follow<T extends object>(value: T, document: OpenApi): T {
  const pointer = '$ref' in value ? (value.$ref as string | undefined) : undefined
  if (!pointer) return value
  const [, , kind = '', name = ''] = pointer.split('/')
  const found = (document.components as unknown as Record<string, Record<string, T>>)[kind]?.[name]
  if (!found) throw new Error(`${pointer} leads nowhere.`)
  return found
}

/** The schema with its reference resolved and its parts (`allOf`) merged. */
function merged(schema: JsonSchema, document: OpenApi): JsonSchema {
  const { allOf, ...own } = follow(schema, document)
  if (!allOf) return own
  const parts = [own, ...allOf.map((part) => merged(part, document))]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
}

/** The document without its prose, for comparison with later versions. */
export function surfaceOf(document: OpenApi): OpenApi {
  const { openapi, info, paths, webhooks, components } = document
  return bare({
    'x-response-headers': document['x-response-headers'],
    openapi,
    info: { ...info, description: '' },
    servers: [],
    tags: [],
    paths,
    webhooks,
    components,
  })
}

const PROSE = new Set(['description', 'summary', 'example', 'value'])
/** True for a description that lists the error codes of a response. */
const namesCodes = (text: unknown): boolean => /^`\w+`(, `\w+`)*$/.test(String(text))

/** Removes prose and examples, but keeps properties that merely have such a name. */
function bare<T>(node: T, names = false): T {
  if (Array.isArray(node)) return node.map((item) => bare(item)) as T
  if (typeof node !== 'object' || node === null) return node
  const kept = Object.entries(node).filter(
    ([name, value]) =>
      names ||
      (name === 'description' && namesCodes(value)) ||
      !(PROSE.has(name) || (name === 'examples' && Array.isArray(value))),
  )
  return Object.fromEntries(
    kept.map(([name, value]) => [name, bare(value, !names && name === 'properties')]),
  ) as T
}
