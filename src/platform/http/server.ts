// The HTTP server: hooks in the order of the contract's checks, then the route's handler.

import { readFileSync } from 'node:fs'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { isOutage } from '../db/pool.ts'
import { fault } from '../faults.ts'
import { encodeId, newUuid } from '../ids.ts'
import { Refusal, unavailable } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import { type AddressTable, addressTable, answerUnrouted } from './addresses.ts'
import { drain, readBody } from './body.ts'
import { type Catalogue, errorAnswer } from './errors.ts'
import type { Gate } from './gate.ts'
import { compileRoute, type FindReplay } from './handler.ts'
import { type LoggedRequest, loggedRequest } from './logged.ts'
import { PREFIXES, type Route } from './route.ts'
import { rewriteAddress } from './session-address.ts'
import type { Nearest } from './validate.ts'

/** How long a request may take to arrive: all of it, and its head, looked at every so often. */
const REQUEST_MS_MOST = 60_000
const PATIENCE = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 }

export interface Observer {
  answered(route: string, method: string, status: number, seconds: number): void
}

export interface ServerOptions {
  routes: readonly Route[]
  /** What the caller adds by GET beside the routes, so that other methods are told so. */
  pages: readonly string[]
  /** What the caller adds beside them by other methods, with the whole path of each. */
  beside: readonly { method: string; path: string }[]
  gate: Gate
  findReplay: FindReplay
  catalogue: Catalogue
  /** Where the pages of the errors are; asked with each, as PORT=0 is resolved by listening. */
  docsUrl(): string
  nearest: Nearest
  log: Logger
  observer: Observer
  /** Hears of each request that belongs to an environment, once it is answered; must not throw. */
  logged?: ((request: LoggedRequest) => void) | undefined
  trustProxy: boolean | string[]
  tls?: { certFile: string; keyFile: string } | undefined
}

/** Builds the server. Routes of the API go under both prefixes; pages are added by the caller. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, tls } = options
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    rewriteUrl: rewriteAddress,
    genReqId: () => encodeId('req', newUuid()),
    trustProxy: options.trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    requestTimeout: REQUEST_MS_MOST,
    http: PATIENCE,
    // Idle connections are closed at shutdown; those with a request are answered first.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void fail(options, request, reply, error),
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(unreadable(options))
    },
    ...(tls && {
      https: { ...PATIENCE, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
    }),
  }) as unknown as FastifyInstance

  readBodiesAsText(server)
  server.decorateRequest('scope', undefined)
  server.decorateRequest('told', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id).header('x-content-type-options', 'nosniff')
    done()
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
  route: Route,
  options: ServerOptions,
  running: Set<Promise<unknown>>,
): void {
  if (!route.permission) throw new Error(`${route.operation} declares no permission.`)
  const handle = compileRoute(route, options.findReplay, options.nearest)
  for (const prefix of PREFIXES) {
    server.route({
      method: route.method,
      url: `${prefix}${route.path}`,
      exposeHeadRoute: true,
      config: { operation: route.operation },
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
  for (const [name, value] of Object.entries(made.headers)) reply.header(name, value)
  // Fastify would close at once where a body is refused; we drain it, so that the answer arrives.
  reply.removeHeader('connection')
  return reply
    .code(made.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('request-id', request.id)
    .send(made.json)
}

/** What others threw, in our words: Fastify's refusals, and a database that is away. */
function translated(thrown: unknown): unknown {
  if (isOutage(thrown)) {
    return unavailable('The database is not available just now. Nothing was changed; try again.')
  }
  const code = (thrown as { code?: unknown }).code
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return new Refusal('route_not_found', 'This address cannot be read as a URL path.')
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal(
      'unsupported_media_type',
      'The Content-Type of the body cannot be read; send it as application/json.',
    )
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new Refusal('invalid_json', 'The body is not as long as Content-Length says.')
  }
  return thrown
}

/** What a client gets whose bytes are not HTTP. */
function unreadable(options: ServerOptions): string {
  const requestId = encodeId('req', newUuid())
  const refusal = new Refusal(
    'parameter_invalid',
    'The request could not be read as HTTP/1.1: its request line, headers or length are malformed or too large, or took too long to arrive.',
  )
  const { json } = errorAnswer(refusal, options.catalogue, options.docsUrl(), requestId)
  return `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(json)}\r\nRequest-Id: ${requestId}\r\n\r\n${json}`
}

function observe(options: ServerOptions, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unrouted'
  const seconds = reply.elapsedTime / 1000
  options.observer.answered(route, request.method, reply.statusCode, seconds)
  request.log.info(
    {
      key_id: request.scope?.key_id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.trunc(reply.elapsedTime * 10) / 10,
    },
    'request',
  )
}
