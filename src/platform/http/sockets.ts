// Holds the connections of the server within bounds: in number, in time, and in the memory that requests sent ahead
// take. A connection that keeps us waiting makes room for a new one; one that waits for us never does.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { plainAddress, type SocketBounds } from './socket-bounds.ts'

/** Who has connected may take so long over a request before those between two of theirs have to go. */
const ARRIVING_MS = 1_000
/** How long somebody may take to read why they were refused, before the connection is destroyed. */
const FAREWELL_MS = 1_000

/** Requests that may wait on one connection for the answer to the first of them. */
export const PIPELINED_MOST = 100
/** Requests that may wait on all connections together, each of about 15 kB; beyond it, a connection has its share. */
const WAITING_MOST = 2_000

/** Why a connection was closed by us. */
export type Cut = 'full' | 'address_full' | 'malformed' | 'hasty' | 'unread'

/** What a connection is at: its request is on the way, it is between two, or it is being served. */
type Stage = 'arriving' | 'idle' | 'served'
/** Those at each stage, who came to it first before the others. */
type Stages = Record<Stage, Set<Held>>

interface Held {
  /** Whose destruction gives the descriptor back. */
  socket: Socket
  /** What requests come out of: the same, or TLS on top of it. */
  stream: Socket
  address: string
  peer: string
  /** Those from the same place, and its name; undefined where there is no bound for it. */
  place: Stages | undefined
  name: string | undefined
  stage: Stage
  sinceMs: number
  /** Requests that are not answered yet, and the last one there was with its answer. */
  requests: number
  /** Begins those that wait for their turn. */
  waiting: (() => void)[]
  last: { request: IncomingMessage; response: ServerResponse } | undefined
  /** What to answer to what was no request. */
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

  /** How many there may be. */
  get most(): number {
    return this.#bounds.most
  }

  get size(): number {
    return sizeOf(this.#all)
  }

  /** Takes a new connection in, if need be instead of another; false when there is no room for it. */
  admit(socket: Socket): boolean {
    // Without an address it is gone already.
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

  /** TLS has begun on a connection that was admitted. */
  secured(stream: Socket): void {
    const held = this.#byPeer.get(peerOf(stream))
    if (!held) return void stream.destroy()
    held.stream = stream
    this.#byStream.set(stream, held)
  }

  /**
   * The head of a request has arrived: `begin` is called when those before it on its connection are
   * answered. Begun all at once, thousands that were sent together would come before all others.
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

  /** True if a connection may have one more request wait. */
  hasRoom(stream: Socket): boolean {
    const held = this.#byStream.get(stream)
    if (!held) return true
    if (held.farewell) return false
    const { length } = held.waiting
    const isShared = this.#waiting >= WAITING_MOST
    return length < PIPELINED_MOST && (!isShared || length < WAITING_MOST / this.size)
  }

  /**
   * What came is no HTTP, or came too slowly. What was asked before it is answered first, then this
   * is, with `farewell`; then the connection is destroyed, whatever its other side does.
   */
  refuse(stream: Socket, farewell: () => string, why: Cut = 'malformed'): void {
    const held = this.#byStream.get(stream)
    if (!held || !stream.writable) return void stream.destroy()
    if (held.farewell) return
    // A request may be answered before its body turns out to be none; nothing is said twice.
    const isSaid = !hasArrived(held) && held.last?.response.headersSent
    held.farewell = isSaid ? () => '' : farewell
    this.#onCut(why, held.address)
    if (held.requests === 0 || !hasArrived(held)) this.#dismiss(held)
  }

  /** Nothing has moved on it for as long as may be. */
  stalled(stream: Socket): void {
    const held = this.#byStream.get(stream)
    if (held && held.requests > 0) {
      // Somebody who waits for us has as much time as we take.
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
    // Not at once: what it still sends would have the system take the answer back.
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
    // Answers may end after the connection has.
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

/** Whether all of the last request is here. */
const hasArrived = ({ last }: Held) => last?.request.complete ?? true

/** The same of a connection and of the TLS on top of it, and of no other at the same time. */
const peerOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket) =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`

/** Who goes first: a request that does not get done, who asks for nothing, who does not read. */
function victimOf({ arriving, idle, served }: Stages): Held | undefined {
  const [slowest] = arriving
  if (slowest && performance.now() - slowest.sinceMs > ARRIVING_MS) return slowest
  const [longestIdle] = idle
  if (longestIdle ?? slowest) return longestIdle ?? slowest
  for (const held of served) if (held.stream.writableLength > 0) return held
  return undefined
}
