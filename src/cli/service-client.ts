// Calls the running service over HTTP as any client does, for commands that need more than the database.

import { type Config, localUrl } from '../platform/config.ts'
import { CommandError } from './failure.ts'

export interface TestKey {
  /** True if the key was created temporarily. */
  isBorrowed: boolean
  /** The whole key. A borrowed one is replaced before it expires. */
  text(): Promise<string>
}

/** The service cannot respond now; the request can be retried. */
export class Unavailable extends CommandError {
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs = 0) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** The service responded with an error. */
export class Refused extends CommandError {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

export interface Reply<T> {
  body: T
  /** The remaining share of this minute's requests, from 0 to 1. */
  left: number
}

export interface Request {
  body?: unknown
  signal?: AbortSignal
}

export interface ServiceClient {
  url: string
  /** Throws Unavailable or Refused unless the response is 2xx. */
  ask<T>(method: string, path: string, request?: Request): Promise<Reply<T>>
}

/** Longer than the longest wait requested, so that a connection lost silently is noticed. */
const TIMEOUT_MS = 45_000
/** A busy machine can delay a healthy service's response for seconds. */
const HEALTH_TIMEOUT_MS = 10_000

/** The URL on which the configured service listens. */
export function serviceUrl(config: Config): string {
  if (config.port !== 0) return localUrl(config, config.port)
  throw new CommandError('PORT is 0, so the service has chosen a port. Set its URL with --url.')
}

export function connectService(url: string, key: TestKey): ServiceClient {
  return {
    url,
    async ask<T>(method: string, path: string, { body, signal }: Request = {}) {
      const headers: Record<string, string> = { authorization: `Bearer ${await key.text()}` }
      if (body !== undefined) headers['content-type'] = 'application/json'
      const timeout = AbortSignal.timeout(TIMEOUT_MS)
      const answer = await exchange(url, path, {
        method,
        headers,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw refusal(url, answer, key)
      if (answer.json === undefined) throw new Refused(foreign(url), answer.status)
      return { body: answer.json as T, left: shareLeft(answer.headers) }
    },
  }
}

/** Throws Unavailable unless the service and its database respond. */
export async function assertServing(url: string): Promise<void> {
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS)
  const answer = await exchange(url, '/readyz', { redirect: 'manual', signal })
  if (!answer.headers.get('request-id')?.startsWith('req_')) {
    throw new Refused(foreign(url), answer.status)
  }
  if (!answer.ok) throw new Unavailable(`The service at ${url} is not ready.`)
}

/** Enters a number on a page of the simulated gateway, which is part of the service. */
export async function enterNumber(url: string, page: string, number: string): Promise<void> {
  const answer = await exchange(url, new URL(page).pathname, {
    method: 'POST',
    body: new URLSearchParams({ number }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (answer.status !== 303) throw new Refused(foreign(url), answer.status)
}

interface Answer {
  ok: boolean
  status: number
  headers: Headers
  json: unknown
}

async function exchange(url: string, path: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    const { ok, status, headers } = response
    return { ok, status, headers, json: parse(text) }
  } catch (error) {
    const { cause, name, message } = error as Error & {
      cause?: { code?: string; message?: string }
    }
    const late = name === 'TimeoutError' ? 'no response in time' : undefined
    // Error codes of fetch itself are less informative than its messages.
    const code = cause?.code?.startsWith('UND_') ? undefined : cause?.code
    const why = late ?? code ?? cause?.message ?? message
    throw new Unavailable(
      `The service at ${url} does not respond (${why}). Start it, or set its URL with --url.`,
    )
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(url: string, { status, headers, json }: Answer, key: TestKey): CommandError {
  const { error } = (json ?? {}) as { error?: { message?: string } }
  const retryAfterMs = Number(headers.get('retry-after') ?? 0) * 1_000
  if (status >= 500 || status === 429) {
    return new Unavailable(
      error?.message ?? `${url} responded with status ${status}.`,
      retryAfterMs,
    )
  }
  if (status === 401 && key.isBorrowed) {
    return new Refused(
      `The service at ${url} rejects the key that was created in the database of these settings, so it uses another database. Pass a test key with --key.`,
      status,
    )
  }
  return new Refused(error?.message ?? foreign(url), status)
}

const foreign = (url: string) =>
  `The server at ${url} is not Reckoner. Set the URL of the service with --url.`

function shareLeft(headers: Headers): number {
  const limit = Number(headers.get('x-ratelimit-limit') ?? 0)
  return limit === 0 ? 1 : Number(headers.get('x-ratelimit-remaining')) / limit
}
