// Explains why a request has no valid key, from the request alone. It makes no lookup, so it does not reveal which keys
// exist, and it never quotes the input.

import type { IncomingMessage } from 'node:http'
import { parseKey } from '../key-text.ts'

export interface WrongKey {
  code: 'api_key_missing' | 'api_key_invalid'
  message: string
}

const USE = 'Use `Authorization: Bearer <key>`'

/** Schemes that a message may name; any other word may be part of a secret. */
const SCHEMES = ['Basic', 'Digest', 'Token', 'ApiKey', 'Key', 'OAuth', 'Negotiate', 'JWT', 'HMAC']

/** Headers in which other services accept keys, and we do not. */
const OTHER_HEADERS = ['X-Api-Key', 'Api-Key', 'ApiKey', 'X-Auth-Token', 'X-Access-Token']
const IN_QUERY = /[?&](?:api_?key|key|access_token|token)=/i

/** Message for a well-formed key that is not valid, whether it exists or not. */
const CLOSED = 'The API key is unknown, revoked or expired. Use another one.'

/** Common malformed keys, tested in this order. */
const SHAPES: readonly [shape: RegExp, problem: string][] = [
  [/^bearer(?:\s|$)/i, `The word Bearer was sent twice. ${USE}.`],
  [
    /^(?:\$|\{\{|%\w+%$|<[a-z -]+>$|your[_-]|.*(?:\.\.\.|…|\xe2\x80\xa6)$)/i,
    'You sent a placeholder, not a key: a variable that was not replaced, or the text of an example. Send the key itself.',
  ],
  [/^["'`‘“<[{(]|["'`’”>\]})]$/, 'The key is in quotes or brackets. Send the key without them.'],
  [/\s|\\[nrt]|%0[ad]|%20/i, 'The key contains a space or a line break. Send it without.'],
  [
    /^(?:svc|sk)_(?:test|live)_[0-9A-Za-z]{16}_?$/,
    "This is only the key's ID. Send the whole key, which was shown when it was created. If you lost it, create a new key.",
  ],
  [
    /^svc_|^sk_(?:test|live)_[0-9A-Za-z]{16}_/,
    'The API key is misspelled or cut short. Copy the whole key again.',
  ],
  [
    /^whsec_/,
    'This is the signing secret of a webhook endpoint. Send an API key, which starts with svc_test_ or svc_live_.',
  ],
  [
    /^(?:sk|pk|rk|ghp|gho|xox[a-z]|AKIA|SG|key)[_\-.A-Z0-9]|^eyJ[\w-]*\./,
    'This looks like a key or token of another service. API keys of this service start with svc_test_ or svc_live_.',
  ],
]

const STRANGE =
  'This is not an API key of this service. API keys start with svc_test_ or svc_live_.'

/** Returns the error for a request without a valid key. */
export function wrongKey({
  headers,
  url = '',
}: Pick<IncomingMessage, 'headers' | 'url'>): WrongKey {
  const { authorization } = headers
  if (authorization === undefined || authorization === '') {
    return { code: 'api_key_missing', message: missing(headers, url) }
  }
  return { code: 'api_key_invalid', message: problemOf(authorization) }
}

function missing(headers: IncomingMessage['headers'], url: string): string {
  const other = OTHER_HEADERS.find((name) => headers[name.toLowerCase()] !== undefined)
  if (other) return `${USE}; you sent ${other}, which is ignored.`
  if (IN_QUERY.test(url)) {
    return `${USE}; a key in the URL is ignored and may be in logs. If it was a real key, roll it.`
  }
  return `No API key was sent. ${USE}.`
}

function problemOf(authorization: string): string {
  const [, scheme = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(authorization) ?? []
  if (scheme.toLowerCase() !== 'bearer') {
    const known = SCHEMES.find((name) => name.toLowerCase() === scheme.toLowerCase())
    if (known) return `${USE}; you sent ${known}.`
    if (rest === '') return `${USE}; you sent no scheme.`
    return `${USE}; you sent another scheme.`
  }
  const text = rest.trim()
  if (text === '') return `${USE}; you sent Bearer without a key.`
  if (parseKey(text)) return CLOSED
  return SHAPES.find(([shape]) => shape.test(text))?.[1] ?? STRANGE
}
