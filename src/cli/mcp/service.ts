// The tools' HTTP client of the service, which uses the given key and nothing else.

import { hash } from 'node:crypto'
import { ToolError } from './failure.ts'

export interface Ask {
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** The ETag that the object must still have. */
  ifMatch?: string | undefined
  idempotencyKey?: string
  timeoutMs?: number
}

export interface Reply {
  // biome-ignore lint/suspicious/noExplicitAny: responses of the service have many shapes.
  body: any
  etag: string | undefined
  replayed: boolean
}

export interface Service {
  url: string
  /** Throws ToolError unless the response is 2xx. */
  ask(method: string, path: string, ask?: Ask): Promise<Reply>
}

/** Longer than any response takes, except the verification of large books, which must be requested elsewhere. */
const TIMEOUT_MS = 60_000
/** A larger response does not come from the service. */
const BYTES_MOST = 32 * 1024 * 1024

export function connect(url: string, key: string): Service {
  return {
    url,
    async ask(method, path, ask = {}) {
      const { query, body, ifMatch, idempotencyKey, timeoutMs = TIMEOUT_MS } = ask
      const headers: Record<string, string> = {
        authorization: `Bearer ${key}`,
        'user-agent': 'reckoner-mcp',
      }
      if (body !== undefined) headers['content-type'] = 'application/json'
      if (ifMatch !== undefined) headers['if-match'] = ifMatch
      if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
      const response = await exchange(url, `${path}${queryText(query)}`, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw refusal(url, response)
      if (response.json === undefined) throw foreign(url)
      return {
        body: response.json,
        etag: response.headers.get('etag') ?? undefined,
        replayed: response.headers.get('idempotent-replayed') === 'true',
      }
    },
  }
}

/** The idempotency key of a confirmed write: the same for the same confirmation, which it does not reveal. */
export const idempotencyKeyOf = (confirmation: string): string =>
  `mcp-${hash('sha256', confirmation).slice(0, 40)}`

interface Answer {
  ok: boolean
  status: number
  headers: Headers
  json: unknown
}

async function exchange(url: string, path: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(`${url}${path}`, init)
    const { ok, status, headers } = response
    return { ok, status, headers, json: parse(await textOf(response)) }
  } catch (error) {
    if (error instanceof ToolError) throw error
    const { cause, name } = error as Error & { cause?: { code?: string } }
    const why = name === 'TimeoutError' ? 'no response in time' : (cause?.code ?? 'no connection')
    throw new ToolError({
      code: 'service_unavailable',
      message: `The service at ${url} does not respond (${why}).`,
      what_to_do: 'Check that Reckoner is running and that --url is its URL. Then try again.',
      outcome: 'unknown',
    })
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > BYTES_MOST) throw foreign(response.url)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function queryText(query: Ask['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

interface Refusal {
  code: string
  message: string
  param: string | null
  request_id: string
  errors?: { param: string | null; message: string }[]
}

function refusal(url: string, { status, headers, json }: Answer): ToolError {
  const { error } = (json ?? {}) as { error?: Refusal }
  if (typeof error?.code !== 'string') return foreign(url)
  const { code, message, param, request_id } = error
  return new ToolError({
    code,
    message,
    what_to_do: adviceFor(code, status, headers.get('retry-after')),
    // A request that failed within the service may have been done all the same.
    outcome: status >= 500 || code === 'idempotency_key_in_use' ? 'unknown' : 'refused',
    details: {
      status,
      param,
      request_id,
      ...(error.errors && error.errors.length > 0 && { errors: error.errors }),
    },
  })
}

function adviceFor(code: string, status: number, retryAfter: string | null): string {
  if (status === 429) return `Wait ${retryAfter ?? 'a few'} seconds and try again.`
  if (status === 401) return 'Ask the person to set RECKONER_API_KEY to a valid key.'
  if (status === 403) return 'Ask the person for a key with that scope, or let them do it.'
  if (status === 404) return 'Check the ID; find_anything finds objects by ID, number or name.'
  if (status === 412) return 'Read the object again and repeat the dry run.'
  if (status >= 500) return 'Try again in a moment, with the same arguments and confirmation.'
  if (status === 409)
    return 'Read the object as it is now, and tell the person why this is not possible.'
  return `Correct the arguments as the message says (${code}).`
}

const foreign = (url: string): ToolError =>
  new ToolError({
    code: 'not_reckoner',
    message: `The server at ${url} is not Reckoner.`,
    what_to_do: 'Ask the person to correct --url.',
    outcome: 'unknown',
  })
