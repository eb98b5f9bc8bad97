// The client address of a request: the connection's, or the one that a trusted proxy forwards.

import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** True if `address` is trusted to name the client before it; `hop` counts from this server. */
type Trusts = (address: string, hop: number) => boolean

/** TRUST_PROXY as a function: `true` trusts the direct peer only; undefined trusts no proxy. */
export function trustOf(trusted: boolean | string[]): Trusts | undefined {
  if (trusted === false) return undefined
  return trusted === true ? (_, hop) => hop === 0 : proxyAddr.compile(trusted)
}

/**
 * Keeps the addresses of X-Forwarded-For that are nearest to us, up to the first text that is not an IP address. A
 * client can write such text, and it would be stored and counted as an address. `fe80::1%any-text` is rejected too.
 * Drops ports.
 */
export function keepAddresses(headers: IncomingHttpHeaders): void {
  const sent = headers['x-forwarded-for']
  if (sent === undefined) return
  const texts = String(sent).split(',').map(withoutPort)
  const end = texts.findLastIndex((text) => isIP(text) === 0 || text.includes('%'))
  headers['x-forwarded-for'] = texts.slice(end + 1).join(', ')
}

/** Removes the port of `192.0.2.1:443` and `[2001:db8::1]:443`. */
function withoutPort(text: string): string {
  const trimmed = text.trim()
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([0-9.]+))(?::\d{1,5})?$/.exec(trimmed) ?? []
  return bracketed ?? plain ?? trimmed
}
