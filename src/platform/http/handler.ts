// Runs a request through its route: permission, body, key, query, handler, response.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { invariant } from '../../invariant.ts'
import type { Origin } from '../db/audit.ts'
import type { Heavy } from '../db/heavy.ts'
import { responseText } from '../db/table.ts'
import { Refusal } from '../refusal.ts'
import { allows, isTestKey, type Scope } from '../scope.ts'
import { parseBody, withoutNulls } from './body.ts'
import { asksForDryRun, assertNoDryRun, DRY_RUN_TYPE } from './dry-run.ts'
import { claimOf } from './idempotency.ts'
import { type StartOfDate, withMidnights } from './midnights.ts'
import { compileQuery } from './query.ts'
import { assertReadBack, compileReadOnly, type Taken, withoutRefused } from './read-only.ts'
import { sendDocument, sendJson } from './reply.ts'
import { type Call, canonical, type JsonReply, type Reply, type Route } from './route.ts'
import { compileCheck, type Nearest, Nothing } from './validate.ts'

/** Finds the stored response of an idempotency key when a request is refused before the write path. */
export type FindReplay = (
  environmentId: number,
  claim: NonNullable<Call['claim']>,
) => Promise<{ json: string; object_id: string; status: number | undefined } | undefined>

export type Handle = (
  request: FastifyRequest,
  reply: FastifyReply,
  scope: Scope,
) => Promise<unknown>

export interface HandlerParts {
  findReplay: FindReplay
  nearest: Nearest
  /** How an environment runs large or expensive reads. */
  heavyOf(environmentId: number): Heavy
  startOfDate: StartOfDate
}

/** Compiles a route into a request handler. */
export function compileRoute(route: Route<void>, parts: HandlerParts): Handle {
  return route.method === 'GET' ? compileRead(route, parts) : compileWrite(route, parts)
}

/** A read has no body or idempotency key, and changes nothing. */
function compileRead(route: Route<void>, parts: HandlerParts): Handle {
  const { nearest, heavyOf, startOfDate } = parts
  const parseQuery = compileQuery(route.query ?? Nothing, nearest)
  const takesNone = route.query === undefined
  const isOfOne = readsOne(route)

  return async (request, reply, scope) => {
    assertPermission(scope, route)
    if (carriesBody(request)) {
      throw new Refusal(
        'parameter_unknown',
        'A GET request cannot have a body. Use query parameters instead.',
      )
    }
    const { headers } = request
    assertNoDryRun(headers.accept, 'a GET, which changes nothing,')
    const raw = rawQuery(request)
    const query =
      takesNone && raw === ''
        ? {}
        : await withMidnights(parseQuery(raw), scope.environment_id, startOfDate)
    const heavy = heavyOf(scope.environment_id)
    const call: Call = {
      scope,
      params: request.params as Record<string, string>,
      query,
      body: {},
      bytes: 0,
      ifMatch: headers['if-match'],
      origin: originOf(route, request, scope),
      claim: undefined,
      assertReadBack: undefined,
      refusal: undefined,
      dryRun: false,
      heavy,
    }
    if (!isOfOne) return answer(request, reply, route, await route.handle(call))
    return heavy.one(async (report) => {
      const made = await route.handle(call)
      if ('json' in made) report(made.json.length)
      return answer(request, reply, route, made)
    })
  }
}

function compileWrite(route: Route<void>, parts: HandlerParts): Handle {
  const { findReplay, nearest, heavyOf, startOfDate } = parts
  const checkBody = compileCheck(route.body ?? Nothing, nearest)
  const parseQuery = compileQuery(route.query ?? Nothing, nearest)
  const takeReadOnly = compileReadOnly(route)

  /** Checks a body; tolerates outdated values that may still be sent back unchanged. */
  function checkTaken(taken: Taken, whole: unknown, text: string | undefined): Taken {
    try {
      checkBody(taken.body, text)
      return taken
    } catch (error) {
      const rest = withoutRefused(route, whole, taken, error)
      if (!rest) throw error
      checkBody(rest.body, text)
      return rest
    }
  }

  return async (request, reply, scope) => {
    assertPermission(scope, route)
    const text = request.body as string | undefined
    const sent = parseBody(text ?? '')
    const mayHoldNull = route.nulls === 'absent' && text?.includes('null')
    const whole = (mayHoldNull ? withoutNulls(sent) : sent) ?? {}
    const claim = claimFor(route, request, whole)
    const ifMatch = request.headers['if-match']
    const raw = rawQuery(request)
    const byAccept = asksForDryRun(request.headers.accept)
    request.dryRun = byAccept
    let query: Record<string, unknown>
    let taken = takeReadOnly(whole)
    try {
      taken = checkTaken(taken, whole, text)
      query = parseQuery(raw)
      assertNoneToMatch(route, ifMatch)
    } catch (error) {
      // A stored response must not answer a dry run.
      const stored =
        byAccept || raw.includes('dry_run') ? undefined : await replayOf(claim, scope, findReplay)
      if (stored) return answer(request, reply, route, stored)
      throw error
    }
    if (byAccept && query.dry_run === false) throw contradictory()
    const call = {
      scope,
      params: request.params as Record<string, string>,
      query: await withMidnights(query, scope.environment_id, startOfDate),
      body: taken.body,
      bytes: text?.length ?? 0,
      ifMatch,
      origin: originOf(route, request, scope),
      heavy: heavyOf(scope.environment_id),
      assertReadBack: assertReadBack(taken, route.passing),
      refusal: taken.kept?.refusal,
    }
    if (query.dry_run !== true && !byAccept) {
      return answer(request, reply, route, await route.handle({ ...call, claim, dryRun: false }))
    }
    const foreseen = await route.handle({ ...call, claim: undefined, dryRun: true })
    invariant('dryRun' in foreseen, `${route.operation} passes by the write path.`)
    return answer(request, reply, route, foreseen)
  }
}

/** An object being created has no ETag, so no If-Match can hold (RFC 9110, section 13.1.1). */
function assertNoneToMatch({ createdAt }: Route<void>, ifMatch: string | undefined): void {
  if (!createdAt || ifMatch === undefined) return
  throw new Refusal(
    'precondition_failed',
    'This request creates an object, so If-Match does not apply. Remove the header.',
  )
}

/** True if the route returns JSON about one object named in its path. */
const readsOne = ({ method, params, produces }: Route<void>): boolean =>
  method === 'GET' && params !== undefined && !produces

/**
 * Returns the stored response: it takes precedence over any error in a retried request. Used only for requests refused
 * before the write path, which does its own lookup.
 */
async function replayOf(
  claim: Call['claim'],
  scope: Scope,
  find: FindReplay,
): Promise<JsonReply | undefined> {
  const stored = claim && (await find(scope.environment_id, claim))
  return stored && { ...stored, etag: true, replayed: true }
}

function assertPermission(scope: Scope, { permission, ofPeople }: Route<void>): void {
  if (ofPeople && isTestKey(scope)) {
    throw new Refusal(
      'permission_denied',
      `Members and sessions belong to the whole account, so a test key cannot reach them. Use a live key with the scope ${permission}, or the dashboard.`,
    )
  }
  if (allows(scope.scopes, permission)) return
  throw new Refusal(
    'permission_denied',
    scope.role === undefined
      ? `This key lacks the scope ${permission}; it has ${scope.scopes.join(', ') || 'none'}. Use a key that has it.`
      : `Your role (${scope.role}) does not allow this: it needs the scope ${permission}. Ask an owner or admin of the account.`,
    {
      headers: {
        'www-authenticate': `Bearer realm="reckoner", error="insufficient_scope", scope="${permission}"`,
      },
    },
  )
}

const contradictory = (): Refusal =>
  new Refusal(
    'parameters_exclusive',
    `dry_run=false requests the write, but Accept requests ${DRY_RUN_TYPE}. Nothing was changed. Omit one of the two.`,
    { param: 'dry_run' },
  )

function claimFor(route: Route<void>, request: FastifyRequest, body: unknown): Call['claim'] {
  let path = canonical(route, route.path)
  for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
    path = path.replace(`:${name}`, value)
  }
  const { method, status } = route
  return claimOf(request.headers['idempotency-key'], { method, path, body, status })
}

function originOf({ operation }: Route<void>, request: FastifyRequest, scope: Scope): Origin {
  const { actor, address } = scope
  return {
    actor: actor.id,
    actor_label: actor.label,
    address,
    request_id: request.id,
    action: operation,
  }
}

/** The framework does not read the body of a GET, so only its headers show one. */
function carriesBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function rawQuery(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route<void>,
  made: Reply,
): unknown {
  if ('body' in made) return sendDocument(request, reply.code(route.status), made)
  reply.code(made.status ?? route.status)
  // Responses of reads are not kept for the log: they can be read again.
  if (route.method !== 'GET') {
    const { object_id, also } = made
    const event_id = also === undefined ? made.event_id : undefined
    request.logged = { json: responseText(made), object_id, event_id }
  }
  if (route.createdAt && made.object_id) {
    reply.header('location', canonical(route, route.createdAt(made.object_id)))
  }
  return sendJson(request, reply, made)
}
