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
import { encodeId, newUuid } from '../ids.ts'
import { Refusal, unavailable } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import { trustOf } from './address.ts'
import { type AddressTable, addressTable, answerUnrouted } from './addresses.ts'
import { readBody } from './body.ts'
import type { TlsFiles } from './certificate.ts'
import { addCompression } from './compress.ts'
import { begin, end, type Failing, fail, type Observers } from './ending.ts'
import { errorAnswer } from './errors.ts'
import { assertUnambiguous } from './framing.ts'
import type { Gate } from './gate.ts'
import { compileRoute, type Handle, type HandlerParts } from './handler.ts'
import { createListener } from './listener.ts'
import { PREFIXES, type Route } from './route.ts'
import { rewriteAddress } from './session-address.ts'
import { PIPELINED_MOST, type Sockets } from './sockets.ts'

export interface ServerOptions extends HandlerParts, Failing, Observers {
  routes: readonly Route<void>[]
  /** GET paths that the caller adds to the routes; other methods on them get 405. */
  pages: readonly string[]
  /** Paths that the caller adds for other methods. */
  otherAddresses: readonly { method: string; path: string }[]
  gate: Gate
  log: Logger
  trustProxy: boolean | string[]
  /** True if clients reach the service by https. */
  isSecure?: boolean
  /** Configured address to listen on. */
  host: string
  sockets: Sockets
  /** Once aborted, each connection closes after its next response. */
  draining?: AbortSignal
  tls?: TlsFiles | undefined
}

/** Creates the server. API routes are added under both prefixes; the caller adds pages. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, host, sockets, tls } = options
  const trusts = trustOf(options.trustProxy)
  const running = new Set<Promise<unknown>>()
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    rewriteUrl: rewriteAddress,
    genReqId: () => encodeId('req', newUuid()),
    trustProxy: trusts ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    // Shutdown closes idle connections; the others get their response first.
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
    // The listener responds to bytes that are not HTTP.
    clientErrorHandler: () => undefined,
  }) as unknown as FastifyInstance

  readBodiesAsText(server)
  server.decorateRequest('scope', undefined)
  server.decorateRequest('logged', undefined)
  server.decorateRequest('dryRun', false)
  server.addHook('onRequest', (request, reply, done) => {
    begin(options, request, reply)
    assertUnambiguous(request.raw)
    done()
  })
  addCompression(server)
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (options.draining?.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    end(options, request, reply)
    done()
  })
  const table = addressTable(options.routes, options.pages, options.otherAddresses)
  server.setErrorHandler((error, request, reply) =>
    // An unknown route returns 404, whatever Fastify reports about the body.
    request.is404 ? unrouted(table, options, request, reply) : fail(options, request, reply, error),
  )
  server.setNotFoundHandler((request, reply) => unrouted(table, options, request, reply))
  for (const route of options.routes) {
    const handle = compileRoute(route, options)
    mount(server, route, options, { handle, running })
  }
  // Closing waits for connections, but a request can outlive the connection of a client that has left.
  server.addHook('onClose', () => Promise.allSettled(running))
  return server
}

/** Bodies reach the handlers as text; they are parsed after the permission check. */
function readBodiesAsText(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (request, payload, done) => {
    // An unknown route returns 404, whatever the body.
    if (request.is404) return done(null, '')
    readBody(payload, request.routeOptions.config.bodyBytesMost).then(
      (text) => done(null, text),
      (error: Error) => done(error),
    )
  })
}

function mount(
  server: FastifyInstance,
  route: Route<void>,
  options: ServerOptions,
  { handle, running }: { handle: Handle; running: Set<Promise<unknown>> },
): void {
  invariant(route.permission, `${route.operation} declares no permission.`)
  for (const prefix of PREFIXES) {
    server.route({
      method: route.method,
      url: `${prefix}${route.path}`,
      exposeHeadRoute: true,
      config: { operation: route.operation, group: route.tag },
      onRequest: async (request, reply) => {
        request.scope = await options.gate.admit(request, reply)
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

const MALFORMED = new Refusal(
  'parameter_invalid',
  'The request could not be read as HTTP/1.1: its request line, headers or length are malformed or too large, or took too long to arrive.',
)
const CROWDED = unavailable('Too many open connections. Reuse open connections, or try again.')

const HASTY = new Refusal(
  'rate_limit_exceeded',
  `More than ${PIPELINED_MOST} requests were sent on one connection before the first response. Wait for responses, or open more connections.`,
)

/** A raw response that belongs to no request; the connection then closes. */
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

/** Routes validate with their own schemas (validate.ts), so the framework's compilers are never loaded. */
const noSchemas = (): never => {
  throw new InvariantError('No route gives the framework a schema.')
}
