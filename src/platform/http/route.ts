// What a route declares, and what its handler is given and answers.

import type { Static, TSchema } from 'typebox'
import type { Claim } from '../db/action.ts'
import type { Scope } from '../scope.ts'

export interface Call<Query = unknown, Body = unknown> {
  scope: Scope
  params: Record<string, string>
  query: Query
  body: Body
  ifMatch: string | undefined
  /** The Idempotency-Key, fingerprinted; present when the caller sent one. */
  claim: Claim | undefined
}

export interface Reply {
  /** JSON text. */
  json: string
  /** The object's id, of which a create makes its Location. */
  object_id?: string
  status?: number | undefined
  /** Single objects carry an ETag and answer conditional reads. */
  etag?: boolean
  /** The same with a secret that is shown this once; the tag is that of `json`, as it is read later. */
  shown_once?: string | undefined
  /** Whether this is the stored answer of an earlier request with the same key. */
  replayed?: boolean
}

export interface Example {
  summary: string
  body?: unknown
  query?: Record<string, string>
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the version prefix: `/invoices/:id`. Served under both prefixes. */
  path: string
  /** The prefixes under which the reference lists it; the first is the canonical one. */
  prefixes: readonly string[]
  operation: string
  summary: string
  description?: string
  tag: string
  /** How the ids in the path look, for the reference. What is no such id is answered with 404. */
  params?: Record<string, TSchema>
  /** The scope a key needs; a route without one does not start. */
  permission: string
  query?: TSchema
  body?: TSchema
  /** What a null member of the body means: absent (create) or clear (PATCH). */
  nulls: 'absent' | 'clear'
  response: TSchema
  status: 200 | 201
  /** Codes beyond those that every route can answer. */
  errors: readonly string[]
  /** Whether the body names other objects, so that `resource_missing` may be about one of them. */
  refers?: boolean
  example?: Example
  /** Where a created object is found, below the canonical prefix. */
  createdAt?: (objectId: string) => string
  handle(call: Call): Promise<Reply>
}

type Declared<Q extends TSchema, B extends TSchema> = Omit<
  Route,
  'prefixes' | 'nulls' | 'status' | 'errors' | 'query' | 'body' | 'handle'
> & {
  prefixes?: readonly string[]
  errors?: readonly string[]
  query?: Q
  body?: B
  handle(call: Call<Static<Q>, Static<B>>): Promise<Reply>
}

/** Declares a route; the types of query and body follow from their schemas. */
export function route<Q extends TSchema = TSchema, B extends TSchema = TSchema>(
  declared: Declared<Q, B>,
): Route {
  return {
    prefixes: ['/v1'],
    errors: [],
    nulls: declared.method === 'PATCH' ? 'clear' : 'absent',
    status: declared.createdAt ? 201 : 200,
    ...declared,
    handle: declared.handle as Route['handle'],
  }
}

/** Both spellings of the version prefix reach every resource (specification, sections 4.2 and 9). */
export const PREFIXES = ['/v1', '/api/public/v1'] as const

/** The path of a list or object as its first prefix spells it. */
export function canonical(route: Pick<Route, 'prefixes'>, path: string): string {
  return `${route.prefixes[0]}${path}`
}
