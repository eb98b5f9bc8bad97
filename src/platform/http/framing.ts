// Refuses ambiguous requests before processing them. A proxy in front of us may have read them differently (RFC 9110,
// 5.3; RFC 9112, 3.2, 6.1, 11.2).

import type { IncomingMessage } from 'node:http'
import { Refusal } from '../refusal.ts'

/** Headers that must not repeat. Node would take the first of two, or join them. */
const SINGLE = new Map(
  [
    ...['Host', 'Origin', 'Authorization', 'Idempotency-Key', 'Content-Type', 'Content-Length'],
    ...['Content-Encoding', 'Transfer-Encoding', 'Sec-Fetch-Site'],
  ].map((name) => [name.toLowerCase(), name]),
)

/** A host name or address with an optional port: no list, user or path. */
const HOST = /^[^\s,/?#@\\]*$/

/** Throws 400, which also closes the connection. */
export function assertUnambiguous({
  rawHeaders,
  headers,
  url,
  httpVersion,
}: IncomingMessage): void {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = SINGLE.get((rawHeaders[at] as string).toLowerCase())
    if (name === undefined) continue
    if (seen.has(name)) throw ambiguous(name, 'was sent more than once. Send it once.')
    seen.add(name)
  }
  if (!HOST.test(headers.host ?? '')) {
    throw ambiguous('Host', 'must be one host name or address, perhaps with a port.')
  }
  if (url !== undefined && !/^[/*]/.test(url)) {
    throw ambiguous('Host', 'names another host than the request line.')
  }
  const encoding = headers['transfer-encoding']
  if (encoding === undefined) return
  if (encoding.toLowerCase() !== 'chunked' || httpVersion !== '1.1') {
    throw ambiguous('Transfer-Encoding', 'must be "chunked", in HTTP/1.1.')
  }
}

/** Returns path and query of an absolute-form target whose host matches `Host`. */
export function originForm(url: string, host: string | undefined): string {
  const [, named, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  if (named === undefined || named.toLowerCase() !== host?.toLowerCase()) return url
  return rest.startsWith('/') ? rest : `/${rest}`
}

function ambiguous(header: string, problem: string): Refusal {
  const headers = { connection: 'close' }
  return new Refusal('parameter_invalid', `${header} ${problem}`, { param: header, headers })
}
