// The dashboard's addresses: /session/<account>/<mode>/v1/… are the API routes, authenticated by cookie.

import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { originForm } from './framing.ts'

/** The environment in which a signed-in user wants to act. */
export interface Place {
  account_id: number
  mode: 'test' | 'live'
}

const PLACED = /^\/session\/([1-9]\d{0,8})\/(test|live)(\/v1\/.*)$/
const places = new WeakMap<IncomingMessage, Place>()

/** Maps a /session address to its API route; leaves other addresses unchanged. */
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

/** `__Host-`: HTTPS only, for this exact host and all its paths (RFC 6265bis, section 4.1.3.2). */
const COOKIES = {
  session: '__Host-reckoner',
  /** Marks a browser in which a user has signed in before. */
  device: '__Host-reckoner-device',
  /** A sign-in with a correct password that waits for a code. */
  challenge: '__Host-reckoner-sign-in',
} as const
export type Cookie = keyof typeof COOKIES

/** Returns the session token of the browser; undefined if it sent none, or two. */
export const sessionToken = (request: FastifyRequest) => tokenIn(request, 'session')

/** Returns the value of one of our cookies; undefined if the browser sent none, or two. */
export function tokenIn(request: FastifyRequest, cookie: Cookie): string | undefined {
  const sent = (request.headers.cookie ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return pair.slice(0, at).trim() === COOKIES[cookie] ? [pair.slice(at + 1).trim()] : []
  })
  return sent.length === 1 && /^\w{20,80}$/.test(sent[0] ?? '') ? sent[0] : undefined
}

/** Sets a cookie for the given seconds; a null token deletes it. */
export function setCookie(cookie: Cookie, token: string | null, seconds: number): string {
  const age = token === null ? 0 : seconds
  return `${COOKIES[cookie]}=${token ?? ''}; Max-Age=${age}; Path=/; Secure; HttpOnly; SameSite=Lax`
}

/** Stops pages of other origins from embedding a user's data as script, image or otherwise. */
export const OURS_ALONE = { 'cross-origin-resource-policy': 'same-origin' }

const LOCAL = /^(localhost|[a-z0-9.-]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Refuses plain HTTP (421): browsers would not store the session, and the network could read it. */
export function assertSecure(request: FastifyRequest, publicUrl: string): void {
  if (request.protocol === 'https' || LOCAL.test(request.hostname)) return
  const known = new URL(publicUrl)
  if (known.protocol === 'https:' && known.host === request.host) return
  throw new Refusal(
    'https_required',
    `Signing in requires HTTPS, or localhost on the machine itself; this request came over plain HTTP to ${JSON.stringify(request.host.slice(0, 80))}. Use the HTTPS address.`,
  )
}

/**
 * Refuses a write that another site may have triggered in the browser (403). Browsers report this by Sec-Fetch-Site,
 * older ones by Origin; a request with neither is not from one of our pages.
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
