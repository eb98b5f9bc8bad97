// Whose address a request is from: the connection's, or what a proxy that is trusted says of it.

import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Whether an address is believed what it says of the one before it; `hop` counts from us. */
export type Trusts = (address: string, hop: number) => boolean

/** TRUST_PROXY as a function: `true` trusts whoever connects; undefined where nobody is trusted. */
export function trustOf(trusted: boolean | string[]): Trusts | undefined {
  if (trusted === false) return undefined
  return trusted === true ? (_, hop) => hop === 0 : proxyAddr.compile(trusted)
}

/** As the framework tells it, by the package that it does so with. */
export const addressOf = (request: IncomingMessage, trusts: Trusts | undefined): string =>
  trusts ? proxyAddr(request, trusts) : (request.socket.remoteAddress ?? '')
