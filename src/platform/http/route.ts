// Declaration of a route, with its handler's input and response.

import type { Readable } from 'node:stream'
import { type Static, type TSchema, Type } from 'typebox'
import { invariant } from '../../invariant.ts'
import type { AssertReadBack, Claim } from '../db/action.ts'
import type { Origin } from '../db/audit.ts'
import type { Heavy } from '../db/heavy.ts'
import type { Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import { type DryRunResult, withDryRun } from './dry-run.ts'

export interface Call<Query = unknown, Body = unknown> {
  scope: Scope
  params: Record<string, string>
  query: Query
  body: Body
  /** Length of the body. */
  bytes: number
  ifMatch: string | undefined
  /** The caller and the operation, for the audit log. */
  origin: Origin
  /** The Idempotency-Key with its fingerprint; present if the client sent one. */
  claim: Claim | undefined
  /** Present if read-only properties were sent back; the write path checks them. */
  assertReadBack: AssertReadBack | undefined
  /** Error for properties that may only be sent back unchanged; takes precedence over other errors. */
  refusal: Refusal | undefined
  /** True for a dry run, which reports the effects only; `claim` is then undefined. */
  dryRun: boolean
  /** How the environment runs large or expensive reads. */
  heavy: Heavy
}

/** A handler's response: JSON, or the document that its route `produces`. */
export type Reply = JsonReply | DocumentReply

export interface JsonReply {
  json: string
  /** The object's ID, which a create uses in its Location header. */
  object_id?: string
  /** The event that carries this exact text. */
  event_id?: string | undefined
  status?: number | undefined
  /** Single objects have an ETag and support conditional reads. */
  etag?: boolean
  /** `json` plus a secret that is shown only once; the ETag is that of `json`, as later reads return it. */
  shown_once?: string | undefined
  /** Further properties of this response, as the JSON text of an object; not covered by the ETag. */
  also?: string | undefined
  /** True if this is the stored response of an earlier request with the same key. */
  replayed?: boolean
  /** True for the result of a dry run. */
  dryRun?: boolean
  /** The source of a dry run's response, for a handler that reports more of it. */
  foreseen?: DryRunResult
}

/** A document that is not JSON: a buffer, or a stream that is generated while it is sent. */
export interface DocumentReply {
  body: Buffer | Readable
  contentType: string
  /** Such as Content-Disposition and Cache-Control; a 304 has them too. */
  headers?: Record<string, string>
  /** `true` computes the ETag of a buffer; a stream can bring its own, quoted. */
  etag?: boolean | string
}

export interface Example {
  summary: string
  body?: unknown
  query?: Record<string, string>
}

/**
 * `S` is the part of the service that the handler needs; `void` once it is bound. Routes that are only read for
 * documentation never run their handlers.
 */
export interface Route<S = never> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the version prefix: `/invoices/:id`. Served under both prefixes. */
  path: string
  /** The prefixes listed in the reference; the first is canonical. */
  prefixes: readonly string[]
  operation: string
  summary: string
  description?: string
  tag: string
  /** Format of the IDs in the path, for the reference. A malformed ID returns 404. */
  params?: Record<string, TSchema>
  /** The scope that a key needs. The server does not start with a route that has none. */
  permission: string
  /** True if the route concerns the account's members, which a test key cannot access. */
  ofPeople?: boolean
  query?: TSchema
  body?: TSchema
  /** Read-only properties that change without an update of the object, such as `last_used_at`. */
  passing?: readonly string[]
  /** Meaning of a null property in the body: absent (create) or clear (PATCH). */
  nulls: 'absent' | 'clear'
  response: TSchema
  /** The media type of a GET that does not return JSON, such as application/pdf; errors stay JSON. */
  produces?: string
  /** Column headings, if the route is the CSV export of a list. */
  columns?: readonly string[]
  /** True if a GET has no ETag, since its response differs every time or is generated while it is sent. */
  untagged?: boolean
  status: 200 | 201
  /** Error codes in addition to those that every route can return. */
  errors: readonly string[]
  /** True if the body refers to other objects, so `resource_missing` may be about one of them. */
  refers?: boolean
  example?: Example
  /** Path of a created object, below the canonical prefix. */
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
  /** Required unless the route `produces` something else. */
  response?: TSchema
  handle: (call: Call<Static<Q>, Static<B>>, service: S) => Promise<Reply>
}

/** Declares a route; the types of query and body are inferred from their schemas. */
export function route<Q extends TSchema = TSchema, B extends TSchema = TSchema, S = void>(
  declared: Declared<Q, B, S>,
): Route<S> {
  const { method, operation, produces } = declared
  // Replays, ETags and events all need JSON.
  invariant(!produces || method === 'GET', `${operation} writes, so it must return JSON.`)
  const response = declared.response ?? (produces && documentSchema(produces))
  invariant(response, `${operation} declares no response.`)
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

/** Binds the handlers of routes to their service. */
export const bound = <S>(routes: readonly Route<S>[], service: S): Route<void>[] =>
  routes.map((each) => ({ ...each, handle: (call) => each.handle(call, service) }))

/** Text is a string; other bytes have only a media type (OpenAPI 3.1, binary data). */
function documentSchema(produces: string): TSchema {
  return produces.startsWith('text/')
    ? Type.String()
    : Type.Unsafe<Buffer>({ contentMediaType: produces })
}

/** Every resource is served under both version prefixes (specification, sections 4.2 and 9). */
export const PREFIXES = ['/v1', '/api/public/v1'] as const

/** The path of a list or object under its canonical prefix. */
export function canonical(route: Pick<Route, 'prefixes'>, path: string): string {
  return `${route.prefixes[0]}${path}`
}
