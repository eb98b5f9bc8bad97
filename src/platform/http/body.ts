// Request bodies: read within limits, drained when refused, and parsed strictly.

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Constraint } from '../../constraint.ts'
import { explain } from '../../constraint-messages.ts'
import { Refusal, type RefusalFault } from '../refusal.ts'
import { findRepeated, isEscaped } from './repeated.ts'
import { refusalOf } from './validate.ts'

export const BODY_BYTES_MOST = 1_048_576
/** Limit for sign-in and profile requests: anyone can send them, without a key or session. */
export const PERSONAL_BYTES_MOST = 16_384
const DRAIN_BYTES_MOST = 16 * 1_048_576
const DRAIN_MS_MOST = 5_000
const QUOTE = 0x22
const COMMA = 0x2c
const OPENING_BRACE = 0x7b
const OPENING_BRACKET = 0x5b
export const DEPTH_MOST = 8
/** Maximum properties and list items of a body; an invoice of 250 lines has a third of it. */
const VALUES_MOST = 5_000

/** Reads a body as text. Refuses other media types (415) and more than `most` bytes (413). */
export async function readBody(request: IncomingMessage, most = BODY_BYTES_MOST): Promise<string> {
  const bytes = await readBytes(request, most)
  if (bytes.length === 0) return ''
  assertJsonMedia(request)
  return decode(bytes)
}

/**
 * Reads a body of any media type. Refuses more than `most` bytes (413). Received bytes are kept in one buffer: a list of
 * chunks takes a hundred times the memory if each chunk holds one byte.
 */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > most) throw tooLarge(most)
  let kept: Buffer = Buffer.alloc(0)
  let size = 0
  await new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      const start = size
      size += chunk.length
      if (size > most) {
        request.off('data', onData)
        reject(tooLarge(most))
        return
      }
      if (size > kept.length) kept = grown(kept, start, Math.min(most, size * 2))
      chunk.copy(kept, start)
    }
    request.on('data', onData)
    request.once('end', resolve)
    request.once('error', reject)
    request.once('close', () => {
      if (!request.complete)
        reject(new Refusal('invalid_json', 'The request body is incomplete. Send it again.'))
    })
  })
  return kept.subarray(0, size)
}

/** Returns a larger buffer with a copy of the first `size` bytes. */
function grown(bytes: Buffer, size: number, capacity: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(capacity)
  bytes.copy(larger, 0, 0, size)
  return larger
}

function tooLarge(most: number): Refusal {
  const larger = most < BODY_BYTES_MOST ? `${most / 1_024} KiB` : '1 MiB'
  return new Refusal(
    'body_too_large',
    `The request body is larger than ${larger}. Split it into smaller requests.`,
  )
}

function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new Refusal('invalid_json', 'The body is not UTF-8. Send JSON encoded as UTF-8.')
}

function assertJsonMedia(request: IncomingMessage): void {
  const header = request.headers['content-type'] ?? ''
  const [media = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters
    .find((part) => part.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  const isJson = /^application\/(json|[a-z0-9.+-]+\+json)$/.test(media)
  const isUtf8 = charset === undefined || charset === 'utf-8' || charset === 'utf8'
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (isJson && isUtf8 && encoding === 'identity') return
  const problem = !isJson
    ? `not ${media ? `"${media.slice(0, 60)}"` : 'without a Content-Type'}`
    : !isUtf8
      ? 'in UTF-8'
      : `without Content-Encoding (it is "${String(encoding).slice(0, 20)}")`
  throw new Refusal(
    'unsupported_media_type',
    `A body must be sent as Content-Type: application/json, ${problem}.`,
  )
}

/**
 * Reads and discards the rest of the request body, so that a client that is still sending receives the response. Closes
 * the connection after 16 MB or 5 seconds.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let size = 0
  const cut = () => request.socket.destroy()
  const timer = setTimeout(cut, DRAIN_MS_MOST)
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > DRAIN_BYTES_MOST) cut()
  })
  request.once('close', () => clearTimeout(timer))
  request.resume()
}

/** Parses a JSON body; an empty body is undefined. Refuses bodies that break our rules (400). */
export function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined
  // Checked before parsing: objects with tens of thousands of properties cost many times their length.
  if (text.length > 2 * VALUES_MOST && hasMoreValues(text, VALUES_MOST)) {
    throw new Refusal(
      'parameter_invalid',
      `The body has more than ${VALUES_MOST} fields and list items. Send less in one request.`,
    )
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    // V8 quotes the text around the error, which can contain secrets, so only the position is reported.
    const place = /position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message)
    const where = place ? ` Parsing stopped at ${place[0]}.` : ''
    throw new Refusal('invalid_json', `The body is not valid JSON.${where}`)
  }
  // The bytes were checked as UTF-8, so only an escape can produce a NUL or a lone surrogate.
  if (text.includes('\\u') || text.includes('__proto__') || isTooDeep(text, value)) {
    const faults: RefusalFault[] = []
    inspect(value, '', 0, faults)
    if (faults.length > 0) throw refusalOf(faults)
  }
  const repeated = findRepeated(text, value)
  if (repeated !== undefined) throw namedTwice(repeated)
  return value
}

/** A duplicate name is ambiguous: a proxy between us and the client may read the other value. */
function namedTwice(place: string): Refusal {
  return new Refusal(
    'invalid_json',
    `The body names ${JSON.stringify(place)} more than once. Send each property of an object once.`,
    { param: place },
  )
}

/** True if the text has at least `most` commas outside strings. */
function hasMoreValues(text: string, most: number): boolean {
  let commas = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA && ++commas >= most) return true
    if (code !== QUOTE) continue
    do at = text.indexOf('"', at + 1)
    while (at >= 0 && isEscaped(text, at))
    if (at < 0) return false
  }
  return false
}

/** True if `value` is nested too deeply. Few opening brackets rule that out without a walk. */
function isTooDeep(text: string, value: unknown): boolean {
  let openings = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code === OPENING_BRACE || code === OPENING_BRACKET) && ++openings > DEPTH_MOST) {
      return isDeeper(value, DEPTH_MOST)
    }
  }
  return false
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  // Parsed JSON has own properties only, and for…in allocates no list of them.
  for (const key in value) {
    if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true
  }
  return false
}

/** Records an error for each value that PostgreSQL cannot store or that is unsafe in JavaScript. */
function inspect(value: unknown, path: string, depth: number, faults: RefusalFault[]): void {
  if (faults.length >= 20) return
  if (typeof value === 'string') {
    inspectText(value, path, faults)
  } else if (typeof value === 'object' && value !== null) {
    if (depth < DEPTH_MOST) inspectMembers(value, path, depth, faults)
    else fault(faults, path, { kind: 'depth', max: DEPTH_MOST })
  }
}

function inspectMembers(value: object, path: string, depth: number, faults: RefusalFault[]): void {
  for (const [key, item] of Object.entries(value)) {
    const name = key.slice(0, 64)
    const place = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name
    if (key === '__proto__') fault(faults, place, { kind: 'name_forbidden', name: key })
    inspectText(key, place, faults)
    inspect(item, place, depth + 1, faults)
  }
}

function inspectText(text: string, path: string, faults: RefusalFault[]): void {
  if (text.includes('\u0000')) fault(faults, path, { kind: 'nul' })
  else if (!text.isWellFormed()) fault(faults, path, { kind: 'surrogate' })
}

function fault(faults: RefusalFault[], path: string, constraint: Constraint): void {
  const shown = path.replaceAll('\u0000', '\\u0000').toWellFormed()
  faults.push(explain('parameter_invalid', shown || null, constraint))
}

/** Drops null properties, three levels down (lines, metadata): on create, null means absent. */
export function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > 3 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1))
  const members = Object.entries(value).filter(([, item]) => item !== null)
  return Object.fromEntries(members.map(([key, item]) => [key, withoutNulls(item, depth + 1)]))
}
