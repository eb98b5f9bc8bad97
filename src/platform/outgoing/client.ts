// The guarded HTTP client: every request to a foreign address goes through here. Each connect resolves, checks and uses
// the address in one step, so that a later DNS response cannot replace it (DNS rebinding). It follows no redirects and
// ignores proxies of the environment.

import type { LookupAddress } from 'node:dns'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { UrlConstraint } from '../../constraint.ts'
import { urlPhrase } from '../../constraint-messages.ts'
import { isPublicAddress } from './address.ts'

export interface Outgoing {
  url: string
  headers: Record<string, string>
  body: string
}

export interface OutgoingOptions {
  /** For installations whose receivers are on their own network. */
  allowPrivate: boolean
  connectTimeoutMs: number
  /** For the whole exchange, from resolving the name to the last byte of the response. */
  timeoutMs: number
  /** Aborts the exchange. */
  signal?: AbortSignal | undefined
  /** Resolves a host name. */
  resolve: Resolve
  /** Connections kept for the next call; without it, each call opens its own. */
  connections?: Connections | undefined
}

/**
 * Connections kept open between calls to one receiver. Each was checked when it was opened, and its address cannot
 * change. The owner closes them after a while, so that the name is resolved again.
 */
export interface Connections {
  http: http.Agent
  https: https.Agent
}

export function keepConnections(): Connections {
  return { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }
}

export function closeConnections(connections: Connections): void {
  connections.http.destroy()
  connections.https.destroy()
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>

export interface OutgoingAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The first 4 kB of the response as text. */
  body: string
}

/** The exchange failed; the message gives the reason, for the owner of the URL. */
export class OutgoingError extends Error {}

const BODY_KEPT = 4_096
/** Size at which the connection is closed: only the first 4 kB of a response are used. */
const BODY_MOST = 65_536

/** Names that always mean one's own machine or network (RFC 6761, RFC 6762). */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|local|internal)\.?$/i

/** Returns the constraint that a receiver's URL violates; undefined if it may be called. */
export function urlConstraint(text: string, allowPrivate: boolean): UrlConstraint | undefined {
  const url = URL.parse(text)
  if (!url) return { kind: 'url' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'url_scheme' }
  if (url.username || url.password) return { kind: 'url_user' }
  if (url.hash) return { kind: 'url_fragment' }
  // The parser has converted every notation (decimal, hexadecimal, octal) to the usual one.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const own = isIP(host) === 0 ? LOCAL_NAME.test(host) : !isPublicAddress(host)
  return own && !allowPrivate ? { kind: 'url_private' } : undefined
}

/** Posts a text. Throws OutgoingError unless a response arrives, whatever its status. */
export async function post(request: Outgoing, options: OutgoingOptions): Promise<OutgoingAnswer> {
  const constraint = urlConstraint(request.url, options.allowPrivate)
  if (constraint) throw new OutgoingError(`The URL ${urlPhrase(constraint)}.`)
  const startedMs = performance.now()
  try {
    return await exchange(request, options)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    const timeoutMs = options.timeoutMs - (performance.now() - startedMs)
    return exchange(request, { ...options, timeoutMs, connections: undefined })
  }
}

/** The receiver closed a kept connection just as it was used again, which is not an error. */
class StaleConnection extends OutgoingError {}

function exchange(request: Outgoing, options: OutgoingOptions): Promise<OutgoingAnswer> {
  return new Promise((answered, failed) => {
    const outgoing = open(request, options)
    let responded = false
    const end = (error: Error) => {
      release()
      outgoing.destroy()
      const stale = outgoing.reusedSocket && !responded && isCut(error)
      if (stale) failed(new StaleConnection(explain(error)))
      else failed(error instanceof OutgoingError ? error : new OutgoingError(explain(error)))
    }
    const release = limit(outgoing, options, end)
    outgoing.on('error', end)
    outgoing.on('response', (response) => {
      responded = true
      readAnswer(response).then(answered, end).finally(release)
    })
    // Neither response nor error: the receiver hung up, or expects another protocol.
    outgoing.on('close', () => {
      if (!responded) end(new OutgoingError('The connection was closed before a response arrived.'))
    })
    outgoing.end(request.body)
  })
}

const isCut = ({ code }: Error & { code?: string }) => code === 'ECONNRESET' || code === 'EPIPE'

function open({ url, headers, body }: Outgoing, options: OutgoingOptions): ClientRequest {
  const { connections } = options
  const secure = url.toLowerCase().startsWith('https:')
  const { request, Agent } = secure ? https : http
  const kept = secure ? connections?.https : connections?.http
  return request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // A separate agent: the environment can configure a proxy for the global one.
    agent: kept ?? new Agent({ keepAlive: false }),
    lookup: guardedLookup(options.resolve, options.allowPrivate),
  })
}

/** Ends the exchange on a timeout or abort; returns a function that lifts the limits. */
function limit(
  outgoing: ClientRequest,
  { connectTimeoutMs, timeoutMs, signal }: OutgoingOptions,
  end: (error: Error) => void,
): () => void {
  const cut = (message: string) => () => end(new OutgoingError(message))
  const seconds = (ms: number) => `${ms / 1_000} seconds`
  const late = cut(`No connection within ${seconds(connectTimeoutMs)}.`)
  const connecting = setTimeout(late, connectTimeoutMs)
  const whole = setTimeout(cut(`No complete response within ${seconds(timeoutMs)}.`), timeoutMs)
  const aborted = cut('The service stopped during the call.')
  signal?.addEventListener('abort', aborted)
  const connected = outgoing.protocol === 'https:' ? 'secureConnect' : 'connect'
  outgoing.on('socket', (socket) => {
    if (outgoing.reusedSocket) clearTimeout(connecting)
    else socket.once(connected, () => clearTimeout(connecting))
  })
  return () => {
    clearTimeout(connecting)
    clearTimeout(whole)
    signal?.removeEventListener('abort', aborted)
  }
}

/** Returns a lookup that yields public addresses only; the connection uses exactly its result. */
function guardedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        const allowed = allowPrivate
          ? addresses
          : addresses.filter(({ address }) => isPublicAddress(address))
        const [first] = allowed
        if (!first)
          done(new OutgoingError(`${hostname} resolves to an address that is not public.`), '')
        else if (options.all) done(null, allowed)
        else done(null, first.address, first.family)
      },
      (error) => done(error, ''),
    )
  }
}

async function readAnswer(response: IncomingMessage): Promise<OutgoingAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size - chunk.length < BODY_KEPT) chunks.push(chunk)
    if (size > BODY_MOST) break
  }
  const body = Buffer.concat(chunks).subarray(0, BODY_KEPT).toString('utf8')
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

const CAUSES: Record<string, string> = {
  ENOTFOUND: 'The name does not resolve.',
  EAI_AGAIN: 'The name server did not respond.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset before a response arrived.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  ETIMEDOUT: 'The connection timed out.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another name.',
}

function explain(error: Error & { code?: string }): string {
  return CAUSES[error.code ?? ''] ?? `The request failed: ${error.message}.`
}
