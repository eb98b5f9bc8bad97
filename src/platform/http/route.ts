// What a route declares, and what its handler is given and answers.

import type { Readable } from 'node:stream'
import { type Static, type TSchema, Type } from 'typebox'
import { invariant } from '../../invariant.ts'
import type { AssertReadBack, Claim } from '../db/action.ts'
import type { Origin } from '../db/audit.ts'
import type { Heavy } from '../db/heavy.ts'
import type { Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import { type Told, withDryRun } from './dry-run.ts'

export interface Call<Query = unknown, Body = unknown> {
  scope: Scope
  params: Record<string, string>
  query: Query
  body: Body
  /** How long the body was. */
  bytes: number
  ifMatch: string | undefined
  /** Who asks and by which operation, for the audit log. */
  origin: Origin
  /** The Idempotency-Key, fingerprinted; present when the caller sent one. */
  claim: Claim | undefined
  /** Present when read-only members were sent back; the write path judges them. */
  assertReadBack: AssertReadBack | undefined
  /** What is wrong with members that may only be sent back unchanged; said before anything else is. */
  refusal: Refusal | undefined
  /** Whether to tell what would happen, instead of doing it; then there is no claim. */
  dryRun: boolean
  /** How the environment reads what is big or dear. */
  heavy: Heavy
}

/** What a handler answers: JSON, or the document that its route `produces`. */
export type Reply = JsonReply | DocumentReply

export interface JsonReply {
  /** JSON text. */
  json: string
  /** The object's id, of which a create makes its Location. */
  object_id?: string
  /** The event that carries this very text. */
  event_id?: string | undefined
  status?: number | undefined
  /** Single objects carry an ETag and answer conditional reads. */
  etag?: boolean
  /** The same with a secret that is shown this once; the tag is that of `json`, as it is read later. */
  shown_once?: string | undefined
  /** Whether this is the stored answer of an earlier request with the same key. */
  replayed?: boolean
  /** Whether this tells what would happen; nothing did. */
  dryRun?: boolean
  /** What that was made of, for a handler that tells more of it. */
  foreseen?: Told
}

/** A document that is not JSON: whole, or as a stream that is made while it is sent. */
export interface DocumentReply {
  body: Buffer | Readable
  contentType: string
  /** Such as Content-Disposition and Cache-Control; they belong to a 304 as well. */
  headers?: Record<string, string>
  /** `true` computes the tag of a buffer; a stream brings a quoted one, or has none. */
  etag?: boolean | string
}

export interface Example {
  summary: string
  body?: unknown
  query?: Record<string, string>
}

/**
 * `S` is what its handler is given of the service, `void` once it has it; where routes are only read,
 * nobody calls their handlers.
 */
export interface Route<S = never> {
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
  /** Whether it is about the people of the account, whom a test key never reaches. */
  ofPeople?: boolean
  query?: TSchema
  body?: TSchema
  /** Read-only members of the answer that move without any change of the object, such as `last_used_at`. */
  passing?: readonly string[]
  /** What a null member of the body means: absent (create) or clear (PATCH). */
  nulls: 'absent' | 'clear'
  response: TSchema
  /** The media type of a GET that answers no JSON, such as application/pdf; errors stay JSON. */
  produces?: string
  /** The headings of the CSV that it answers, of the list beside it. */
  columns?: readonly string[]
  /** Whether a GET has no ETag, since its answer is another every time, or made while it is sent. */
  untagged?: boolean
  status: 200 | 201
  /** Codes beyond those that every route can answer. */
  errors: readonly string[]
  /** Whether the body names other objects, so that `resource_missing` may be about one of them. */
  refers?: boolean
  example?: Example
  /** Where a created object is found, below the canonical prefix. */
  createdAt?: (objectId: string) => string
  handle: (call: Call, service: S) => Promise<Reply>
}

type Declared<Q extends TSchema, B extends TSchema, S> = Omit<
  Route,
  'prefixes' | 'nulls' | 'status' | 'errors' | 'query' | 'body' | 'response' | 'handle'
> & {
  prefixes?: readonly string[]
  errors?: readonly string[]
  query?: Q
  body?: B
  /** Needed unless the route `produces` something else. */
  response?: TSchema
  handle: (call: Call<Static<Q>, Static<B>>, service: S) => Promise<Reply>
}

/** Declares a route; the types of query and body follow from their schemas. */
export function route<Q extends TSchema = TSchema, B extends TSchema = TSchema, S = void>(
  declared: Declared<Q, B, S>,
): Route<S> {
  const { method, operation, produces } = declared
  // What is replayed, matched and taken into an event is JSON.
  invariant(!produces || method === 'GET', `${operation} writes, so it answers JSON.`)
  const response = declared.response ?? (produces && documentSchema(produces))
  invariant(response, `${operation} declares no answer.`)
  return {
    prefixes: ['/v1'],
    errors: [],
    nulls: declared.method === 'PATCH' ? 'clear' : 'absent',
    status: declared.createdAt ? 201 : 200,
    ...declared,
    response,
    ...(method !== 'GET' && { query: withDryRun(declared.query) }),
    handle: declared.handle as Route<S>['handle'],
  }
}

/** Routes with handlers that have their service. */
export const bound = <S>(routes: readonly Route<S>[], service: S): Route<void>[] =>
  routes.map((each) => ({ ...each, handle: (call) => each.handle(call, service) }))

/** Text is text; other bytes have no schema but their media type (OpenAPI 3.1, binary data). */
function documentSchema(produces: string): TSchema {
  return produces.startsWith('text/')
    ? Type.String()
    : Type.Unsafe<Buffer>({ contentMediaType: produces })
}

/** Both spellings of the version prefix reach every resource (specification, sections 4.2 and 9). */
export const PREFIXES = ['/v1', '/api/public/v1'] as const

/** The path of a list or object as its first prefix spells it. */
export function canonical(route: Pick<Route, 'prefixes'>, path: string): string {
  return `${route.prefixes[0]}${path}`
}
