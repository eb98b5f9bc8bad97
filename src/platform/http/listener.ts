// The server of bare HTTP, and how long each state of a connection may last.

import { lookup } from 'node:dns/promises'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { followTls, readTls, type TlsFiles } from './certificate.ts'
import type { Sockets } from './sockets.ts'

/** For a request to arrive: its head, all of it, and the end of a TLS handshake before it. */
const HEAD_MS_MOST = 10_000
const REQUEST_MS_MOST = 60_000
const HANDSHAKE_MS_MOST = 10_000
/** Between two requests: longer than proxies keep a connection, as one of us has to be the first. */
const IDLE_MS_MOST = 72_000
/** For an answer to be read on by a byte, looked at as often. */
const UNREAD_MS_MOST = 20_000
const LOOK_MS = 2_000

export interface ListenerOptions {
  /** What it is told to listen on. */
  host: string
  sockets: Sockets
  tls?: TlsFiles | undefined
  /** Hears of a certificate that was renewed. */
  log: Logger
  /** What they get whose bytes are not HTTP. */
  malformed(): string
  /** What they get for whom there is no room. */
  crowded(): string
  /** What a connection gets that has sent too many requests before the first response. */
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
  // What nobody knows is expected in vain, and refused no more than an unknown header is.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('secureConnection', (socket: Socket) => {
    sockets.secured(socket)
    boundRequests(socket, options)
  })
  server.on('clientError', (_error, socket) => sockets.refuse(socket as Socket, options.malformed))
  admitFirst(server, options)
  if (options.host === 'localhost') listenBeside(server)
  // Those too with whom no request was begun, which the server itself has never heard of.
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

/** Lets the server have only those connections for which there is room. */
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

/** What Node keeps with a connection, although it does not document it: takes each request whose head was read. */
interface Parsing {
  parser?: { onIncoming(request: http.IncomingMessage, keepAlive: boolean): number } | null
}

/** What `onIncoming` returns to have the rest of what was read skipped: 64 KiB hold two thousand requests. */
const SKIP_REST = 2

/** Refuses a connection that has sent too many requests ahead before Node makes objects of the next one. */
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

/** `localhost` is an address of each family, and a server listens on one of them. */
function listenBeside(server: http.Server): void {
  server.once('listening', async () => {
    const { address: own, port } = server.address() as AddressInfo
    for (const { address } of await lookup('localhost', { all: true })) {
      if (address === own) continue
      const options = { allowHalfOpen: true, noDelay: true }
      const beside = createServer(options, (socket) => server.emit('connection', socket))
      // The other one serves all the same.
      beside.on('error', () => undefined)
      server.once('close', () => beside.close())
      beside.listen(port, address)
    }
  })
}
