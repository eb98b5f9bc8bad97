// The HTTP server itself, and the time limits of each state of a connection.

import { lookup } from 'node:dns/promises'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { followTls, readTls, type TlsFiles } from './certificate.ts'
import type { Sockets } from './sockets.ts'

/** Limits for receiving the head, the whole request, and the TLS handshake before it. */
const HEAD_MS_MOST = 10_000
const REQUEST_MS_MOST = 60_000
const HANDSHAKE_MS_MOST = 10_000
/** Between two requests. Longer than proxies keep a connection, so that the proxy closes first. */
const IDLE_MS_MOST = 72_000
/** How long a response may go unread; LOOK_MS is how often Node checks head and request times. */
const UNREAD_MS_MOST = 20_000
const LOOK_MS = 2_000

export interface ListenerOptions {
  /** Configured address to listen on. */
  host: string
  sockets: Sockets
  tls?: TlsFiles | undefined
  /** Logs certificate renewals. */
  log: Logger
  /** Response to a connection whose bytes are not HTTP. */
  malformed(): string
  /** Response when the connection limit is reached. */
  crowded(): string
  /** Response to a connection that has sent too many requests before the first response. */
  hasty(): string
}

export function createListener(answer: RequestListener, options: ListenerOptions): http.Server {
  const { sockets, tls } = options
  const handler: RequestListener = (request, response) => {
    sockets.requested(request, response, () => answer(request, response))
  }
  const times = {
    headersTimeout: HEAD_MS_MOST,
    requestTimeout: REQUEST_MS_MOST,
    keepAliveTimeout: IDLE_MS_MOST,
    connectionsCheckingInterval: LOOK_MS,
  }
  const server = tls
    ? secureServer(tls, times, handler, options.log)
    : http.createServer(times, handler)
  server.setTimeout(UNREAD_MS_MOST, (socket: Socket) => sockets.stalled(socket))
  // An unknown Expect header is ignored, like any other unknown header.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('secureConnection', (socket: Socket) => {
    sockets.secured(socket)
    boundRequests(socket, options)
  })
  server.on('clientError', (_error, socket) => sockets.refuse(socket as Socket, options.malformed))
  admitFirst(server, options)
  if (options.host === 'localhost') listenOnOtherAddress(server)
  // Includes connections without a request, which the HTTP server does not track.
  server.closeAllConnections = () => sockets.destroyAll()
  return server
}

function secureServer(
  tls: TlsFiles,
  times: http.ServerOptions,
  handler: RequestListener,
  log: Logger,
): http.Server {
  const bounds = { ...times, handshakeTimeout: HANDSHAKE_MS_MOST }
  const server = https.createServer({ ...bounds, ...readTls(tls) }, handler)
  followTls(server, tls, log)
  return server
}

/** Passes a connection on to the server only if the connection limit allows it. */
function admitFirst(server: http.Server, options: ListenerOptions): void {
  const { sockets, tls, crowded } = options
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (sockets.admit(socket)) {
      for (const listener of listeners) listener.call(server, socket)
      if (!tls) boundRequests(socket, options)
      return
    }
    socket.on('error', () => undefined)
    if (!tls) socket.end(crowded())
    socket.destroySoon()
  })
}

/** Node's undocumented parser of a connection; it receives each request whose head was read. */
interface Parsing {
  parser?: { onIncoming(request: http.IncomingMessage, keepAlive: boolean): number } | null
}

/** Return value of `onIncoming` that skips the rest of the chunk: 64 KiB hold two thousand requests. */
const SKIP_REST = 2

/** Refuses a connection with too many pipelined requests before Node allocates the next one. */
function boundRequests(socket: Socket & Parsing, { sockets, hasty }: ListenerOptions): void {
  const { parser } = socket
  if (!parser) return
  const take = parser.onIncoming
  parser.onIncoming = (request, keepAlive) => {
    if (sockets.hasRoom(socket)) return take(request, keepAlive)
    sockets.refuse(socket, hasty, 'hasty')
    return SKIP_REST
  }
}

/** `localhost` has an IPv4 and an IPv6 address, but a server listens on only one. */
function listenOnOtherAddress(server: http.Server): void {
  server.once('listening', async () => {
    const { address: own, port } = server.address() as AddressInfo
    for (const { address } of await lookup('localhost', { all: true })) {
      if (address === own) continue
      const options = { allowHalfOpen: true, noDelay: true }
      const second = createServer(options, (socket) => server.emit('connection', socket))
      // The first listener still works.
      second.on('error', () => undefined)
      server.once('close', () => second.close())
      second.listen(port, address)
    }
  })
}
