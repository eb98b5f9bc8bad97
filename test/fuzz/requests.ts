// Requests to try: one that an operation asks for, and the changes made to it.

import type { JsonSchema } from '../../src/platform/http/json-schema.ts'
import type { Operation, Parameter } from '../../src/platform/http/openapi-document.ts'
import type { Random } from '../random.ts'
import { damageHeaders, damagePath, damageQuery } from './damage.ts'
import { damageBody } from './damage-body.ts'
import { spell } from './spelling.ts'
import { type Chance, fitting } from './values.ts'

export interface Described {
  method: string
  /** As spelled in the document: `/v1/invoices/{id}`. */
  template: string
  operation: Operation
  parameters: Parameter[]
  body?: { schema: JsonSchema; example: unknown } | undefined
}

export type KeyName = 'test' | 'live' | 'other' | 'none' | 'wrong'

/** A request being built. */
export interface Draft {
  described: Described
  method: string
  path: string
  /** Names and values as sent. */
  query: [string, string][]
  headers: Record<string, string | string[]>
  /** A JSON value, or the text sent in its place. */
  body: unknown
  raw?: string | Buffer | undefined
  key: KeyName
}

/** A repeatable change to a request. */
export interface Change {
  what: string
  apply(draft: Draft): void
}

export interface Case {
  start: Draft
  changes: Change[]
}

/** A case for an operation: a valid request with up to four changes. */
export function makeCase(described: Described, ground: Omit<Chance, 'ids'>): Case {
  const { random, pools } = ground
  const key = keyOf(described, random)
  const chance = { ...ground, ids: pools[key] }
  const start = startOf(described, key, chance)
  const count = random.pick([0, 0, 0, 1, 1, 1, 1, 2, 2, 3])
  return { start, changes: Array.from({ length: count }, () => change(described, chance)) }
}

function change(described: Described, chance: Chance): Change {
  const { random } = chance
  const kinds = [damageHeaders, damageQuery]
  if (described.body) kinds.push(damageBody, damageBody, damageBody, damageBody)
  if (described.template.includes('{')) kinds.push(damagePath)
  if (random.below(12) === 0) return damagePath(described, chance)
  return random.pick(kinds)(described, chance)
}

/** The request after all changes. */
export function finished({ start, changes }: Case): Draft {
  const draft: Draft = { ...start, query: [...start.query], headers: { ...start.headers } }
  draft.body = structuredClone(start.body)
  for (const { apply } of changes) apply(draft)
  // Waiting is tested elsewhere and would only take time here.
  draft.query = draft.query.map(([name, value]) =>
    name === 'wait' && Number(value) > 0 ? [name, '0'] : [name, value],
  )
  return draft
}

export function pathOf({ path, query }: Draft): string {
  const text = query.map(([name, value]) => `${name}=${value}`).join('&')
  return text ? `${path}?${text}` : path
}

/** The body as sent; undefined for none. */
export function bodyText({ raw, body }: Draft): string | Buffer | undefined {
  return raw ?? (body === undefined ? undefined : spell(body))
}

function startOf(described: Described, key: KeyName, chance: Chance): Draft {
  const { random } = chance
  const path = described.template.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const parameter = described.parameters.find((each) => each.name === name)
    return encodeURIComponent(String(parameter ? fitting(parameter.schema, chance) : 'x'))
  })
  const query = described.parameters
    .filter((parameter) => parameter.in === 'query' && random.below(4) === 0)
    .map(({ name, schema }): [string, string] => {
      return [name, encodeURIComponent(String(fitting(schema, chance)))]
    })
  return {
    described,
    method: described.method,
    path,
    query: exclusive(query, random),
    headers: headersOf(described, random),
    body: described.body && startBody(described.body, chance),
    key,
  }
}

/** Keeps an offset or a cursor: both together are always rejected, which tests little. */
function exclusive(query: [string, string][], random: Random): [string, string][] {
  const places = query.filter(([name]) => /^(offset|starting_after|ending_before)$/.test(name))
  const kept = places.length > 0 ? random.pick(places) : undefined
  return query.filter((each) => !places.includes(each) || each === kept)
}

function headersOf({ method, parameters }: Described, random: Random): Draft['headers'] {
  const takes = (name: string) => parameters.some((each) => each.name === name)
  const headers: Draft['headers'] = {}
  if (method !== 'GET' && random.below(4) === 0) {
    headers['idempotency-key'] = `key-${random.below(1000)}`
  }
  if (takes('If-Match') && random.below(10) === 0) headers['if-match'] = '*'
  return headers
}

function startBody({ schema, example }: { schema: JsonSchema; example: unknown }, chance: Chance) {
  if (example === undefined || chance.random.below(2) === 0) return fitting(schema, chance)
  // The example unchanged, with IDs of existing objects.
  const text = JSON.stringify(example).replace(/\b([a-z]{2,4})_[0-9a-z]{4,26}\b/g, (id, prefix) => {
    const known = chance.ids.get(prefix)?.slice(-12)
    return known?.length ? chance.random.pick(known) : id
  })
  return JSON.parse(text)
}

/** Sends requests that advance or erase a whole environment to a spare one. */
function keyOf({ template, method }: Described, random: Random): KeyName {
  if (template.includes('/test_clock') && method !== 'GET') return 'other'
  return random.pick([
    'test',
    'test',
    'test',
    'test',
    'test',
    'test',
    'test',
    'test',
    'other',
    'live',
  ])
}
