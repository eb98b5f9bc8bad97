// The addresses of people: /session/<account>/<mode>/v1/… are the routes of the API, with a cookie.

import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { originForm } from './framing.ts'

/** Where somebody signed in wants to act. */
export interface Place {
  account_id: number
  mode: 'test' | 'live'
}

const PLACED = /^\/session\/([1-9]\d{0,8})\/(test|live)(\/v1\/.*)$/
const places = new WeakMap<IncomingMessage, Place>()

/** Maps an address of people to the route it stands for; any other stays as it is. */
export function rewriteAddress(request: IncomingMessage): string {
  const url = originForm(request.url ?? '/', request.headers.host)
  const [, account, mode, rest] = PLACED.exec(url) ?? []
  if (rest === undefined) return url
  places.set(request, { account_id: Number(account), mode: mode as Place['mode'] })
  return rest
}

export function placeOf(request: Pick<FastifyRequest, 'raw'>): Place | undefined {
  return places.get(request.raw)
}

/** `__Host-`: over HTTPS, for this very host, for all its paths (RFC 6265bis, section 4.1.3.2). */
const COOKIES = {
  session: '__Host-reckoner',
  /** A browser in which somebody has signed in before. */
  device: '__Host-reckoner-device',
  /** A right password that waits for a code. */
  challenge: '__Host-reckoner-sign-in',
} as const
export type Cookie = keyof typeof COOKIES

/** The token of the session that a browser sent; undefined when it sent none, or two. */
export const sessionToken = (request: FastifyRequest) => tokenIn(request, 'session')

/** What a browser sent in one of our cookies; undefined when it sent none, or two. */
export function tokenIn(request: FastifyRequest, cookie: Cookie): string | undefined {
  const sent = (request.headers.cookie ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return pair.slice(0, at).trim() === COOKIES[cookie] ? [pair.slice(at + 1).trim()] : []
  })
  return sent.length === 1 && /^\w{20,80}$/.test(sent[0] ?? '') ? sent[0] : undefined
}

/** Has the browser keep a token for so many seconds, or forget the one it has. */
export function setCookie(cookie: Cookie, token: string | null, seconds: number): string {
  const age = token === null ? 0 : seconds
  return `${COOKIES[cookie]}=${token ?? ''}; Max-Age=${age}; Path=/; Secure; HttpOnly; SameSite=Lax`
}

/** No page of another origin can take in what a person is shown, as script, picture or otherwise. */
export const OURS_ALONE = { 'cross-origin-resource-policy': 'same-origin' }

const LOCAL = /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Refuses what a browser would keep no session for, or anybody on the way could listen to (421). */
export function assertSecure(request: FastifyRequest, publicUrl: string): void {
  if (request.protocol === 'https' || LOCAL.test(request.hostname)) return
  const known = new URL(publicUrl)
  if (known.protocol === 'https:' && known.host === request.host) return
  throw new Refusal(
    'https_required',
    `People sign in over HTTPS, or at localhost on the machine itself; this request came over plain HTTP to ${JSON.stringify(request.host.slice(0, 80))}. Use the HTTPS address.`,
  )
}

/**
 * Refuses a write that another site may have made the browser send (403). Browsers say so by
 * Sec-Fetch-Site, and older ones by Origin; a request with neither is not from a page of ours.
 */
export function assertOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const own = origin === publicUrl || origin === `${request.protocol}://${request.host}`
  if (site === undefined ? own : site === 'same-origin') return
  throw new Refusal(
    'origin_refused',
    'This request did not come from the dashboard, so nothing was changed. Use the dashboard, or an API key under /v1.',
  )
}
