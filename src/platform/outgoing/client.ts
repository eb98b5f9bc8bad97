// The one way out: every request to a foreign address goes through here, guarded. The address is
// resolved, judged and used in one go on each connect, so that no later answer of the name server
// can slip another one in. No redirects, no proxies from the environment.

import { lookup as resolve } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
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
  /** For the whole exchange, from the first byte out to the last one in. */
  timeoutMs: number
}

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

/** What is wrong with an address that somebody wants us to call; undefined when it may be tried. */
export function urlFault(text: string, allowPrivate: boolean): string | undefined {
  const url = URL.parse(text)
  if (!url) return 'is not a URL such as https://example.com/hooks'
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'must begin with https:// or http://'
  if (url.username || url.password) return 'must not carry a user name or password'
  if (url.hash) return 'must not carry a fragment (#…)'
  // The parser has turned every spelling (decimal, hexadecimal, octal) into the usual one.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const local = /(^|\.)localhost\.?$/i.test(host)
  if (!allowPrivate && (local || (isIP(host) !== 0 && !isPublicAddress(host)))) {
    return 'names an address that is not public'
  }
  return undefined
}

/** Posts a text. Throws OutgoingError unless an answer came, whatever its status. */
export function post(request: Outgoing, options: OutgoingOptions): Promise<OutgoingAnswer> {
  const fault = urlFault(request.url, options.allowPrivate)
  if (fault) return Promise.reject(new OutgoingError(`The URL ${fault}.`))
  return new Promise((answered, failed) => {
    const url = new URL(request.url)
    const secure = url.protocol === 'https:'
    const outgoing = (secure ? https : http).request(url, {
      method: 'POST',
      headers: { ...request.headers, 'content-length': String(Buffer.byteLength(request.body)) },
      // An agent of its own: the global one may be told of a proxy by the environment.
      agent: new (secure ? https : http).Agent({ keepAlive: false }),
      lookup: guardedLookup(options.allowPrivate),
    })
    const end = (error: Error) => {
      outgoing.destroy()
      failed(error instanceof OutgoingError ? error : new OutgoingError(explain(error)))
    }
    const whole = setTimeout(
      () =>
        end(new OutgoingError(`No complete answer within ${options.timeoutMs / 1000} seconds.`)),
      options.timeoutMs,
    )
    outgoing.on('socket', (socket) => limitConnect(socket, options.connectTimeoutMs, end))
    outgoing.on('error', end)
    outgoing.on('close', () => clearTimeout(whole))
    outgoing.on('response', (response) => readAnswer(response).then(answered, end))
    outgoing.end(request.body)
  })
}

function limitConnect(
  socket: NodeJS.EventEmitter & { connecting: boolean },
  timeoutMs: number,
  end: (error: Error) => void,
): void {
  if (!socket.connecting) return
  const timer = setTimeout(
    () => end(new OutgoingError(`No connection within ${timeoutMs / 1000} seconds.`)),
    timeoutMs,
  )
  socket.once('connect', () => clearTimeout(timer))
  socket.once('close', () => clearTimeout(timer))
}

/** Resolves a name and lets through public addresses only; what it answers is what is dialled. */
function guardedLookup(allowPrivate: boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const allowed = allowPrivate
        ? addresses
        : addresses.filter(({ address }) => isPublicAddress(address))
      const [first] = allowed
      if (!first) {
        const refusal = new OutgoingError(`${hostname} leads to an address that is not public.`)
        return done(refusal, '', 0)
      }
      if (options.all) return done(null, allowed)
      done(null, first.address, first.family)
    })
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
