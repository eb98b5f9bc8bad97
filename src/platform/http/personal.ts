// Routes under /session/v1: for data of a user rather than of an environment.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { PERSONAL_BYTES_MOST, parseBody, withoutNulls } from './body.ts'
import { assertNoDryRun } from './dry-run.ts'
import { signedOut } from './gate.ts'
import type { RateLimit } from './limiter.ts'
import {
  assertOwnOrigin,
  assertSecure,
  type Cookie,
  OURS_ALONE,
  setCookie,
  tokenIn,
} from './session-address.ts'
import { compileCheck, type Nearest, Nothing } from './validate.ts'

export const PERSONAL_PREFIX = '/session/v1'

/** The caller, as far as the request identifies it. */
export interface Caller {
  address: string
  userAgent: string
  requestId: string
  /** The session token that the browser sent, if any; can be invalid. */
  token: string | undefined
  /** The device token of a browser that has signed in before, if any; can be invalid. */
  device: string | undefined
  /** The sign-in challenge that waits for a code, if any; can be invalid. */
  challenge: string | undefined
}

export interface PersonalCall<S, Body = unknown> {
  caller: Caller
  params: Record<string, string>
  body: Body
  /** The session; undefined on a route that needs none. */
  session: S
}

export interface PersonalReply {
  json: string
  /** The session token to set; null deletes the cookie. */
  token?: string | null
  /** The device token to set. */
  device?: string
  /** The token of the second sign-in step; null deletes the cookie. */
  challenge?: string | null
  /** Set if it differs from the route's status. */
  status?: 202
}

export interface PersonalRoute<S> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  status: 200 | 201
  body?: TSchema
  response: TSchema
  /** True if the route needs no session. */
  open: boolean
  handle(call: PersonalCall<S>): Promise<PersonalReply>
}

type Declared<S, B extends TSchema> = Omit<
  PersonalRoute<S>,
  'status' | 'open' | 'body' | 'handle'
> & {
  status?: PersonalRoute<S>['status']
  body?: B
}

/** Declares a route that needs a session. */
export function personalRoute<S, B extends TSchema = TSchema>(
  declared: Declared<S, B> & { handle(call: PersonalCall<S, Static<B>>): Promise<PersonalReply> },
): PersonalRoute<S> {
  const handle = declared.handle as PersonalRoute<S>['handle']
  return { status: 200, ...declared, open: false, handle }
}

/** Declares a route that needs no session. */
export function openRoute<S, B extends TSchema = TSchema>(
  declared: Declared<S, B> & {
    handle(call: Omit<PersonalCall<S, Static<B>>, 'session'>): Promise<PersonalReply>
  },
): PersonalRoute<S> {
  const handle = declared.handle as PersonalRoute<S>['handle']
  return { status: 200, ...declared, open: true, handle }
}

export interface PersonalParts<S> {
  routes: readonly PersonalRoute<S>[]
  find(token: string): Promise<S | undefined>
  publicUrl(): string
  failures: RateLimit
  nearest: Nearest
  /** Lifetime of each cookie in seconds. */
  cookieSeconds: Record<Cookie, number>
}

export function addPersonal<S>(server: FastifyInstance, parts: PersonalParts<S>): void {
  for (const route of parts.routes) {
    const check = compileCheck(route.body ?? Nothing, parts.nearest)
    server.route({
      method: route.method,
      url: `${PERSONAL_PREFIX}${route.path}`,
      exposeHeadRoute: false,
      config: { bodyBytesMost: PERSONAL_BYTES_MOST },
      onRequest(request, reply, done) {
        reply.headers({ 'cache-control': 'private, no-store', vary: 'cookie', ...OURS_ALONE })
        // Responses contain sessions, links and recovery codes next to the caller's input.
        request.secret = true
        assertSecure(request, parts.publicUrl())
        if (route.open) assertOwnOrigin(request, parts.publicUrl())
        done()
      },
      async handler(request, reply) {
        const caller = callerOf(request)
        const session = route.open ? undefined : await enter(parts, request, caller)
        const text = (request.body as string | undefined) ?? ''
        const body = withoutNulls(parseBody(text)) ?? {}
        check(body, text)
        const params = request.params as Record<string, string>
        assertNoDryRun(request.headers.accept, 'this request')
        // The handler type of an open route has no session.
        const made = await route.handle({ caller, params, body, session: session as S })
        return send(reply, route.status, made, parts.cookieSeconds)
      },
    })
  }
}

async function enter<S>(
  { find, failures, publicUrl }: PersonalParts<S>,
  request: FastifyRequest,
  { token, address }: Caller,
): Promise<S> {
  const session = token === undefined ? undefined : await find(token)
  if (session === undefined) throw await signedOut(failures, address, token !== undefined)
  assertOwnOrigin(request, publicUrl())
  return session
}

function callerOf(request: FastifyRequest): Caller {
  return {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    token: tokenIn(request, 'session'),
    device: tokenIn(request, 'device'),
    challenge: tokenIn(request, 'challenge'),
  }
}

function send(
  reply: FastifyReply,
  status: number,
  made: PersonalReply,
  seconds: Record<Cookie, number>,
): FastifyReply {
  const { token: session, device, challenge } = made
  for (const [cookie, token] of Object.entries({ session, device, challenge })) {
    if (token === undefined) continue
    reply.header('set-cookie', setCookie(cookie as Cookie, token, seconds[cookie as Cookie]))
  }
  return reply
    .code(made.status ?? status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(made.json)
}

/** The response of a route with nothing to return. */
export const Done = Type.Object({ object: Type.Literal('done') })
export const DONE = JSON.stringify({ object: 'done' })
