// The one way out: every request to a foreign address goes through here, guarded. The address is
// resolved, judged and used in one go on each connect, so that no later answer of the name server
// can slip another one in. No redirects, no proxies from the environment.

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
  /** For the whole exchange, from resolving the name to the last byte of the answer. */
  timeoutMs: number
  /** Cuts the exchange when it is aborted. */
  signal?: AbortSignal | undefined
  /** Finds the addresses of a name. */
  resolve: Resolve
  /** Where connections are kept for the next call; without, each call makes its own. */
  connections?: Connections | undefined
}

/**
 * Connections kept open between calls to one receiver. Each was judged when it was made, and goes
 * nowhere else; whoever keeps them closes them after a while, so that a name is looked up anew.
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
  /** The first 4 kB of the answer as text. */
  body: string
}

/** The exchange did not come about; the message says why, for the person who owns the address. */
export class OutgoingError extends Error {}

const BODY_KEPT = 4_096
/** What an answer may be before the connection is cut: nobody needs more than the first 4 kB. */
const BODY_MOST = 65_536

/** Names that mean one's own machine or network, wherever they are asked (RFC 6761, RFC 6762). */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|local|internal)\.?$/i

/** What an address that somebody wants us to call does not keep to; undefined when it may be tried. */
export function urlConstraint(text: string, allowPrivate: boolean): UrlConstraint | undefined {
  const url = URL.parse(text)
  if (!url) return { kind: 'url' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'url_scheme' }
  if (url.username || url.password) return { kind: 'url_user' }
  if (url.hash) return { kind: 'url_fragment' }
  // The parser has turned every spelling (decimal, hexadecimal, octal) into the usual one.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const own = isIP(host) === 0 ? LOCAL_NAME.test(host) : !isPublicAddress(host)
  return own && !allowPrivate ? { kind: 'url_private' } : undefined
}

/** Posts a text. Throws OutgoingError unless an answer came, whatever its status. */
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

/** The receiver gave a kept connection up just when it was used again, which is nobody's failure. */
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
    // Neither answer nor error: the receiver hung up, or wants to speak another protocol.
    outgoing.on('close', () => {
      if (!responded) end(new OutgoingError('The connection was closed before an answer came.'))
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
    // An agent of its own: the global one may be told of a proxy by the environment.
    agent: kept ?? new Agent({ keepAlive: false }),
    lookup: guardedLookup(options.resolve, options.allowPrivate),
  })
}

/** Ends the exchange when it takes too long or is cut from outside; answers how to lift that. */
function limit(
  outgoing: ClientRequest,
  { connectTimeoutMs, timeoutMs, signal }: OutgoingOptions,
  end: (error: Error) => void,
): () => void {
  const cut = (message: string) => () => end(new OutgoingError(message))
  const seconds = (ms: number) => `${ms / 1_000} seconds`
  const late = cut(`No connection within ${seconds(connectTimeoutMs)}.`)
  const connecting = setTimeout(late, connectTimeoutMs)
  const whole = setTimeout(cut(`No complete answer within ${seconds(timeoutMs)}.`), timeoutMs)
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

/** Resolves a name and lets through public addresses only; what it answers is what is dialled. */
function guardedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        const allowed = allowPrivate
          ? addresses
          : addresses.filter(({ address }) => isPublicAddress(address))
        const [first] = allowed
        if (!first)
          done(new OutgoingError(`${hostname} leads to an address that is not public.`), '')
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
  EAI_AGAIN: 'The name server did not answer.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was cut before an answer came.',
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
