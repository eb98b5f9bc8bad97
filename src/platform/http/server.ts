// The HTTP server: hooks in the order of the contract's checks, then the route's handler.

import { type RequestListener, STATUS_CODES } from 'node:http'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { InvariantError, invariant } from '../../invariant.ts'
import { isHeldUp, isOutage, outageSentence } from '../db/pool.ts'
import { fault } from '../faults.ts'
import { encodeId, newUuid } from '../ids.ts'
import { Refusal, unavailable } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import { type AddressTable, addressTable, answerUnrouted } from './addresses.ts'
import { drain, readBody } from './body.ts'
import type { TlsFiles } from './certificate.ts'
import { addCompression } from './compress.ts'
import { type Catalogue, errorAnswer } from './errors.ts'
import { assertUnambiguous } from './framing.ts'
import type { Gate } from './gate.ts'
import { compileRoute, type HandlerParts } from './handler.ts'
import { createListener } from './listener.ts'
import { type LoggedRequest, loggedRequest } from './logged.ts'
import { PERSONAL_PREFIX } from './personal.ts'
import { PREFIXES, type Route } from './route.ts'
import { placeOf, rewriteAddress } from './session-address.ts'
import { PIPELINED_MOST, type Sockets } from './sockets.ts'

export interface Answered {
  /** As the reference calls it; a page is called by its address. */
  operation: string
  /** The part of the reference where it stands. */
  group: string
  reads: boolean
  status: number
  seconds: number
}

export interface Observer {
  answered(answer: Answered): void
}

export interface ServerOptions extends HandlerParts {
  routes: readonly Route<void>[]
  /** What the caller adds by GET beside the routes, so that other methods are told so. */
  pages: readonly string[]
  /** What the caller adds beside them by other methods, with the whole path of each. */
  beside: readonly { method: string; path: string }[]
  gate: Gate
  catalogue: Catalogue
  /** Where the pages of the errors are; asked with each, as PORT=0 is resolved by listening. */
  docsUrl(): string
  log: Logger
  observer: Observer
  /** Hears of each request that belongs to an environment, once it is answered; must not throw. */
  logged?: ((request: LoggedRequest) => void) | undefined
  trustProxy: boolean | string[]
  /** What the server is told to listen on. */
  host: string
  sockets: Sockets
  /** Once it is aborted, connections are told to end with their next answer. */
  draining?: AbortSignal
  tls?: TlsFiles | undefined
}

/** Builds the server. Routes of the API go under both prefixes; pages are added by the caller. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, host, sockets, tls } = options
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    rewriteUrl: rewriteAddress,
    genReqId: () => encodeId('req', newUuid()),
    trustProxy: options.trustProxy === true ? (_, hop) => hop === 0 : options.trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    // Idle connections are closed at shutdown; those with a request are answered first.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void fail(options, request, reply, error),
    serverFactory: (handler) =>
      createListener(handler as RequestListener, {
        host,
        sockets,
        tls,
        log,
        malformed: () => bareAnswer(options, MALFORMED),
        crowded: () => bareAnswer(options, CROWDED),
        hasty: () => bareAnswer(options, HASTY),
      }),
    // The listener answers what is not HTTP.
    clientErrorHandler: () => undefined,
  }) as unknown as FastifyInstance

  readBodiesAsText(server)
  server.decorateRequest('scope', undefined)
  server.decorateRequest('told', undefined)
  server.decorateRequest('dryRun', false)
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id).header('x-content-type-options', 'nosniff')
    assertUnambiguous(request.raw)
    done()
  })
  addCompression(server)
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (options.draining?.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    drain(request.raw)
    observe(options, request, reply)
    const logged = options.logged && loggedRequest(request, reply)
    if (logged) options.logged?.(logged)
    if (request.scope && request.method !== 'GET') fault('write.answered')
    done()
  })
  const table = addressTable(options.routes, options.pages, options.beside)
  server.setErrorHandler((error, request, reply) =>
    // Where no route is, that is the answer, whatever Fastify minds about the body before it.
    request.is404 ? unrouted(table, options, request, reply) : fail(options, request, reply, error),
  )
  server.setNotFoundHandler((request, reply) => unrouted(table, options, request, reply))
  const running = new Set<Promise<unknown>>()
  for (const route of options.routes) mount(server, route, options, running)
  // Closing waits for connections; a client that has left leaves its request running without one.
  server.addHook('onClose', () => Promise.allSettled(running))
  return server
}

/** Bodies reach the handlers as text; what they mean is decided after the permission is. */
function readBodiesAsText(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (request, payload, done) => {
    // Where there is no route, that is the answer, whatever the body.
    if (request.is404) return done(null, '')
    readBody(payload).then(
      (text) => done(null, text),
      (error: Error) => done(error),
    )
  })
}

function mount(
  server: FastifyInstance,
  route: Route<void>,
  options: ServerOptions,
  running: Set<Promise<unknown>>,
): void {
  invariant(route.permission, `${route.operation} declares no permission.`)
  const handle = compileRoute(route, options)
  for (const prefix of PREFIXES) {
    server.route({
      method: route.method,
      url: `${prefix}${route.path}`,
      exposeHeadRoute: true,
      config: { operation: route.operation, group: route.tag },
      onRequest: async (request, reply) => {
        request.scope = await options.gate(request, reply)
      },
      handler(request, reply) {
        const made = handle(request, reply, request.scope as Scope)
        const done = () => running.delete(made)
        running.add(made)
        made.then(done, done)
        return made
      },
    })
  }
}

function unrouted(
  table: AddressTable,
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  try {
    const allow = answerUnrouted(table, request.method, request.raw.url ?? '/', options.nearest)
    return reply.code(204).header('allow', allow).send()
  } catch (refusal) {
    return fail(options, request, reply, refusal)
  }
}

function fail(
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): FastifyReply {
  const error = translated(thrown)
  const made = errorAnswer(error, options.catalogue, options.docsUrl(), request.id)
  request.told = { json: made.json, code: made.code }
  if (made.internal) request.log.error({ err: thrown }, 'internal error')
  // Fastify would close at once where a body is refused; we drain it, so that the answer arrives.
  reply.removeHeader('connection')
  // A stream that failed before its first byte left what was said of it.
  reply.removeHeader('content-encoding')
  for (const [name, value] of Object.entries(made.headers)) reply.header(name, value)
  return reply
    .code(made.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('request-id', request.id)
    .send(isOfPerson(request) ? made.pageJson() : made.json)
}

/** Whether it was asked under /session, where only our pages ask. */
function isOfPerson(request: FastifyRequest): boolean {
  return placeOf(request) !== undefined || (request.raw.url ?? '').startsWith(PERSONAL_PREFIX)
}

/** What others threw, in our words: Fastify's refusals, and a database that is away. */
function translated(thrown: unknown): unknown {
  if (isOutage(thrown)) {
    return unavailable(outageSentence(thrown))
  }
  if (isHeldUp(thrown)) return unavailable('Another request is changing the same data. Try again.')
  const code = (thrown as { code?: unknown }).code
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return new Refusal('route_not_found', 'This path is not valid.')
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal(
      'unsupported_media_type',
      'The Content-Type header is not valid. Send Content-Type: application/json.',
    )
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new Refusal(
      'invalid_json',
      'The request body is shorter or longer than Content-Length says.',
    )
  }
  return thrown
}

const MALFORMED = new Refusal(
  'parameter_invalid',
  'The request could not be read as HTTP/1.1: its request line, headers or length are malformed or too large, or took too long to arrive.',
)
const CROWDED = unavailable('Too many open connections. Reuse open connections, or try again.')

const HASTY = new Refusal(
  'rate_limit_exceeded',
  `More than ${PIPELINED_MOST} requests were sent on one connection before the first response. Wait for responses, or open more connections.`,
)

/** An answer to no request, after which the connection ends. */
function bareAnswer(options: ServerOptions, refusal: Refusal): string {
  const requestId = encodeId('req', newUuid())
  const made = errorAnswer(refusal, options.catalogue, options.docsUrl(), requestId)
  const headers = {
    ...made.headers,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(made.json),
    'request-id': requestId,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = `${made.status} ${STATUS_CODES[made.status]}`
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${made.json}`
}

function observe(options: ServerOptions, request: FastifyRequest, reply: FastifyReply): void {
  const { url: route = 'unrouted', config } = request.routeOptions
  const { method } = request
  const status = reply.statusCode
  options.observer.answered({
    operation: config.operation ?? route,
    group: config.group ?? groupOf(route),
    reads: method === 'GET' || method === 'HEAD',
    status,
    seconds: reply.elapsedTime / 1000,
  })
  request.log.info(
    {
      key_id: request.scope?.key_id,
      method,
      route,
      status,
      ms: Math.trunc(reply.elapsedTime * 10) / 10,
    },
    'request',
  )
}

/** Of what stands in no reference. */
function groupOf(route: string): string {
  if (route === 'unrouted') return route
  return route.startsWith(PERSONAL_PREFIX) ? 'People' : 'Pages'
}

/** Routes check what comes by their own schemas (validate.ts), so the framework's compilers need not even be loaded. */
const noSchemas = (): never => {
  throw new InvariantError('No route gives the framework a schema.')
}
