// The routes under /session/v1: what belongs to a person and to no environment.

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

/** Who asks, as far as the request tells. */
export interface Caller {
  address: string
  userAgent: string
  requestId: string
  /** The session that the browser sent, if any; it may be none. */
  token: string | undefined
  /** What the browser is called, if anybody has signed in by it; it may be called so by nobody. */
  device: string | undefined
  /** The sign-in under way that waits for a code; it may be none. */
  challenge: string | undefined
}

export interface PersonalCall<S, Body = unknown> {
  caller: Caller
  params: Record<string, string>
  body: Body
  /** The session; a route that needs none is not given one. */
  session: S
}

export interface PersonalReply {
  json: string
  /** What the browser keeps from now on; null has it forget its session. */
  token?: string | null
  /** What the browser is called from now on. */
  device?: string
  /** By what the second step of signing in is known; null when there is none any more. */
  challenge?: string | null
  /** Where it is another than the route says. */
  status?: 202
}

export interface PersonalRoute<S> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  status: 200 | 201
  body?: TSchema
  response: TSchema
  /** Whether it answers who has no session. */
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

/** Declares a route for who is signed in. */
export function personalRoute<S, B extends TSchema = TSchema>(
  declared: Declared<S, B> & { handle(call: PersonalCall<S, Static<B>>): Promise<PersonalReply> },
): PersonalRoute<S> {
  const handle = declared.handle as PersonalRoute<S>['handle']
  return { status: 200, ...declared, open: false, handle }
}

/** Declares a route for everybody. */
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
  /** How long a browser keeps what. */
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
        // Sessions, links and recovery codes beside what the caller sent.
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
        // An open route was declared not to look at its session.
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

/** What a route answers that has nothing to tell. */
export const Done = Type.Object({ object: Type.Literal('done') })
export const DONE = JSON.stringify({ object: 'done' })
