// Bounds the server's connections: in number, in time, and in the memory that pipelined requests take. A connection on
// which the client is slow makes room for a new one; one that waits for the server never does.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { plainAddress, type SocketBounds } from './socket-bounds.ts'

/** After this long, an unfinished request is dropped before idle connections are. */
const ARRIVING_MS = 1_000
/** How long a client may take to read a refusal before its connection is destroyed. */
const FAREWELL_MS = 1_000

/** Requests that may wait on one connection for the response to the first of them. */
export const PIPELINED_MOST = 100
/**
 * Requests that may wait on all connections together, each of about 15 kB; beyond this number, each connection is
 * limited to a share.
 */
const WAITING_MOST = 2_000

/** Why the server closed a connection. */
export type Cut = 'full' | 'address_full' | 'malformed' | 'hasty' | 'unread'

/** State of a connection: receiving a request, between two requests, or being served. */
type Stage = 'arriving' | 'idle' | 'served'
/** Connections by stage, in the order in which they entered it. */
type Stages = Record<Stage, Set<Held>>

interface Held {
  /** The TCP socket; destroying it frees the descriptor. */
  socket: Socket
  /** The stream that carries requests: the socket itself, or TLS on top of it. */
  stream: Socket
  address: string
  peer: string
  /** Connections from the same network, and its name; undefined if it has no limit. */
  place: Stages | undefined
  name: string | undefined
  stage: Stage
  sinceMs: number
  /** Number of unanswered requests, and the last request with its response. */
  requests: number
  /** Starts the requests that wait for their turn. */
  waiting: (() => void)[]
  last: { request: IncomingMessage; response: ServerResponse } | undefined
  /** Returns the response to bytes that are not a request. */
  farewell: (() => string) | undefined
  dismissed: boolean
}

export class Sockets {
  readonly #bounds: SocketBounds
  readonly #onCut: (why: Cut, address: string) => void
  readonly #all = noStages()
  readonly #places = new Map<string, Stages>()
  readonly #byStream = new WeakMap<Socket, Held>()
  readonly #byPeer = new Map<string, Held>()
  #waiting = 0

  constructor(bounds: SocketBounds, onCut: (why: Cut, address: string) => void) {
    this.#bounds = bounds
    this.#onCut = onCut
  }

  get most(): number {
    return this.#bounds.most
  }

  get size(): number {
    return sizeOf(this.#all)
  }

  /** Admits a new connection, closing another one if needed; false if there is no room. */
  admit(socket: Socket): boolean {
    // Without an address, the connection is already closed.
    if (socket.remoteAddress === undefined) return false
    const address = plainAddress(socket.remoteAddress)
    const name = this.#bounds.placeOf(address)
    const place = name === undefined ? undefined : (this.#places.get(name) ?? noStages())
    if (place && sizeOf(place) >= this.#bounds.perPlace) {
      this.#onCut('address_full', address)
      if (!this.#makeRoom(place)) return false
    }
    if (this.size >= this.#bounds.most) {
      this.#onCut('full', address)
      if (!this.#makeRoom(this.#all)) return false
    }
    if (name !== undefined && place) this.#places.set(name, place)
    const peer = peerOf(socket)
    const held: Held = {
      socket,
      stream: socket,
      address,
      peer,
      place,
      name,
      stage: 'arriving',
      sinceMs: 0,
      requests: 0,
      last: undefined,
      waiting: [],
      farewell: undefined,
      dismissed: false,
    }
    this.#byStream.set(socket, held)
    this.#byPeer.set(peer, held)
    this.#enter(held, 'arriving')
    socket.once('close', () => this.#leave(held))
    return true
  }

  /** Records the TLS stream of an admitted connection. */
  secured(stream: Socket): void {
    const held = this.#byPeer.get(peerOf(stream))
    if (!held) return void stream.destroy()
    held.stream = stream
    this.#byStream.set(stream, held)
  }

  /**
   * Called when the head of a request has arrived; calls `begin` once earlier requests on the connection are answered.
   * Starting all at once would put thousands of pipelined requests ahead of all other clients.
   */
  requested(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const held = this.#byStream.get(request.socket)
    if (!held) return void begin()
    if (held.farewell) return
    held.requests++
    held.last = { request, response }
    const { headers } = request
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers
    if (hasBody) request.once('end', () => held.requests > 0 && this.#move(held, 'served'))
    else this.#move(held, 'served')
    response.once('close', () => {
      held.requests--
      const next = held.waiting.shift()
      if (next) {
        this.#waiting--
        setImmediate(next)
      }
      if (held.requests > 0) return this.#move(held, hasArrived(held) ? 'served' : 'arriving')
      this.#move(held, 'idle')
      if (held.farewell) this.#dismiss(held)
    })
    if (held.requests === 1) return void begin()
    held.waiting.push(begin)
    this.#waiting++
  }

  /** True if one more request may wait on a connection. */
  hasRoom(stream: Socket): boolean {
    const held = this.#byStream.get(stream)
    if (!held) return true
    if (held.farewell) return false
    const { length } = held.waiting
    const isShared = this.#waiting >= WAITING_MOST
    return length < PIPELINED_MOST && (!isShared || length < WAITING_MOST / this.size)
  }

  /**
   * Refuses bytes that are not HTTP or came too slowly. Sends `farewell` after the responses to earlier requests, then
   * destroys the connection, whatever the client does.
   */
  refuse(stream: Socket, farewell: () => string, why: Cut = 'malformed'): void {
    const held = this.#byStream.get(stream)
    if (!held || !stream.writable) return void stream.destroy()
    if (held.farewell) return
    // The response may have been sent before the body turned out to be invalid; only one response is sent.
    const isSaid = !hasArrived(held) && held.last?.response.headersSent
    held.farewell = isSaid ? () => '' : farewell
    this.#onCut(why, held.address)
    if (held.requests === 0 || !hasArrived(held)) this.#dismiss(held)
  }

  /** Called when a connection has had no activity for the maximum time. */
  stalled(stream: Socket): void {
    const held = this.#byStream.get(stream)
    if (held && held.requests > 0) {
      // A client that waits for our response has no time limit.
      if (stream.writableLength === 0) return
      this.#onCut('unread', held.address)
    }
    stream.destroy()
  }

  destroyAll(): void {
    for (const { socket } of this.#byPeer.values()) socket.destroy()
  }

  #dismiss(held: Held): void {
    const { socket, stream, farewell } = held
    if (held.dismissed) return
    held.dismissed = true
    if (!stream.writable || !farewell) return void socket.destroy()
    stream.end(farewell())
    // Destroying it now would discard the response if the client is still sending.
    const late = setTimeout(() => socket.destroy(), FAREWELL_MS)
    stream.once('end', () => socket.destroy())
    socket.once('close', () => clearTimeout(late))
  }

  #makeRoom(stages: Stages): boolean {
    const victim = victimOf(stages)
    if (!victim) return false
    this.#leave(victim)
    victim.socket.destroy()
    return true
  }

  #move(held: Held, stage: Stage): void {
    // A response can end after its connection.
    if (this.#all[held.stage].has(held)) this.#enter(held, stage)
  }

  #enter(held: Held, stage: Stage): void {
    for (const stages of [this.#all, held.place]) {
      stages?.[held.stage].delete(held)
      stages?.[stage].add(held)
    }
    held.stage = stage
    held.sinceMs = performance.now()
  }

  #leave(held: Held): void {
    this.#waiting -= held.waiting.length
    held.waiting = []
    this.#all[held.stage].delete(held)
    held.place?.[held.stage].delete(held)
    const { name, place } = held
    const isLast = place && sizeOf(place) === 0
    if (name !== undefined && isLast && this.#places.get(name) === place) this.#places.delete(name)
    if (this.#byPeer.get(held.peer) === held) this.#byPeer.delete(held.peer)
  }
}

const noStages = (): Stages => ({ arriving: new Set(), idle: new Set(), served: new Set() })

const sizeOf = ({ arriving, idle, served }: Stages) => arriving.size + idle.size + served.size

/** True if the last request has arrived completely. */
const hasArrived = ({ last }: Held) => last?.request.complete ?? true

/** Key shared by a connection and its TLS stream, and unique among open connections. */
const peerOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket) =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`

/** Closes a slow request first, then an idle connection, then a client that does not read. */
function victimOf({ arriving, idle, served }: Stages): Held | undefined {
  const [slowest] = arriving
  if (slowest && performance.now() - slowest.sinceMs > ARRIVING_MS) return slowest
  const [longestIdle] = idle
  if (longestIdle ?? slowest) return longestIdle ?? slowest
  for (const held of served) if (held.stream.writableLength > 0) return held
  return undefined
}
