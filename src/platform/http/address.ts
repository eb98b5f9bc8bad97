// Whose address a request is from: the connection's, or what a proxy that is trusted says of it.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Whether an address is believed what it says of the one before it; `hop` counts from us. */
export type Trusts = (address: string, hop: number) => boolean

/** TRUST_PROXY as a function: `true` trusts whoever connects; undefined where nobody is trusted. */
export function trustOf(trusted: boolean | string[]): Trusts | undefined {
  if (trusted === false) return undefined
  return trusted === true ? (_, hop) => hop === 0 : proxyAddr.compile(trusted)
}

/**
 * Keeps the addresses of X-Forwarded-For that are nearest to us, up to the first text that is not an IP address: a
 * client can have written it, and it would be stored and counted as an address. `fe80::1%any-text` is not one either.
 * Ports are dropped.
 */
export function keepAddresses(headers: IncomingHttpHeaders): void {
  const sent = headers['x-forwarded-for']
  if (sent === undefined) return
  const texts = String(sent).split(',').map(withoutPort)
  const end = texts.findLastIndex((text) => isIP(text) === 0 || text.includes('%'))
  headers['x-forwarded-for'] = texts.slice(end + 1).join(', ')
}

/** `192.0.2.1:443` and `[2001:db8::1]:443` without their ports. */
function withoutPort(text: string): string {
  const trimmed = text.trim()
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([0-9.]+))(?::\d{1,5})?$/.exec(trimmed) ?? []
  return bracketed ?? plain ?? trimmed
}

/** As the framework tells it, by the package that it does so with. */
export const addressOf = (request: IncomingMessage, trusts: Trusts | undefined): string =>
  trusts ? proxyAddr(request, trusts) : (request.socket.remoteAddress ?? '')
