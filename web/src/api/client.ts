// Calls to the server: the same API as with a key, reached through a user's session.
import type { Constraint } from '../../../src/constraint.ts'

interface ErrorBody {
  param: string | null
  code: string
  message: string
  constraint?: Constraint | undefined
}

/** An error of the API or of the network. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0 without a response. */
  readonly status: number
  /** A code of the API's error list, or `offline` without a response. */
  readonly code: string
  readonly request_id: string | null
  /** The violated constraint, if the server returns it as data. */
  readonly constraint: Constraint | undefined
  readonly errors: readonly ErrorBody[]
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    body: Omit<ErrorBody, 'param'> & { request_id?: string; errors?: readonly ErrorBody[] },
    retryAfterSeconds: number | null = null,
  ) {
    super(body.message)
    this.status = status
    this.code = body.code
    this.request_id = body.request_id ?? null
    this.constraint = body.constraint
    this.errors = body.errors ?? []
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Query parameters; undefined and '' are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface Call {
  method: Method
  /** The path after the surface: `/customers/cus_1001`. */
  path: string
  query?: Query | undefined
  body?: unknown
  /** One key for every attempt at one action, so that it takes effect once. */
  idempotencyKey?: string | undefined
  /** The version the change is based on; the server refuses if there is a newer one. */
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
}

export interface Answered<T> {
  body: T
  etag: string | null
}

/** Handles an expired session: resolves once the user has signed in again, rejects otherwise. */
let signInAgain: (() => Promise<void>) | undefined
export function onSessionEnded(handler: (() => Promise<void>) | undefined): void {
  signInAgain = handler
}

/** Asks for the password; resolves to true if it is correct. */
let askPassword: (() => Promise<boolean>) | undefined
export function onPasswordRequired(handler: (() => Promise<boolean>) | undefined): void {
  askPassword = handler
}

export function queryText(query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** Attempts at a write without a response; the idempotency key makes them one action. */
const ATTEMPTS_MOST = 3

/** Throws ApiError for any response that is not a success. */
export async function send<T>(surface: string, call: Call): Promise<Answered<T>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptAt<T>(surface, call)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 401 && signInAgain && surface !== '/session/v1') {
        await signInAgain()
        continue
      }
      if (error.code === 'password_required' && (await askPassword?.())) continue
      // Reads are retried by the component that shows them.
      const lost = error.status === 0 || error.status === 503
      if (!lost || call.idempotencyKey === undefined || attempt === ATTEMPTS_MOST) throw error
      await new Promise((resolve) => setTimeout(resolve, 300 * 3 ** (attempt - 1)))
    }
  }
}

declare global {
  interface Window {
    /** A GET that early.js sent while this code was loading. */
    earlyRequest?: { url: string; answer: Promise<Response> }
  }
}

/** An early response is used once: later it would be out of date. */
function takeEarly(url: string): Promise<Response> | undefined {
  const early = window.earlyRequest
  if (early?.url !== url) return undefined
  delete window.earlyRequest
  return early.answer
}

async function attemptAt<T>(surface: string, call: Call): Promise<Answered<T>> {
  const headers = new Headers({ accept: 'application/json' })
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  if (call.idempotencyKey) headers.set('idempotency-key', call.idempotencyKey)
  if (call.ifMatch) headers.set('if-match', call.ifMatch)
  const url = `${surface}${call.path}${queryText(call.query)}`
  const pending =
    takeEarly(url) ??
    fetch(url, {
      method: call.method,
      headers,
      credentials: 'same-origin',
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      ...(call.signal && { signal: call.signal }),
    })
  const response = await pending.catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    throw new ApiError(0, {
      code: 'offline',
      message: 'The server could not be reached. Check the connection; nothing was lost.',
    })
  })
  const text = await response.text().catch(() => '')
  if (!response.ok) throw errorOf(response, text)
  return {
    body: (text === '' ? undefined : JSON.parse(text)) as T,
    etag: response.headers.get('etag'),
  }
}

function errorOf(response: Response, text: string): ApiError {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const seconds = Number.isFinite(retryAfter) ? retryAfter : null
  const request_id = response.headers.get('request-id') ?? ''
  try {
    const { error } = JSON.parse(text) as { error: ConstructorParameters<typeof ApiError>[1] }
    return new ApiError(response.status, error, seconds)
  } catch {
    const message = `The server answered ${response.status}.`
    return new ApiError(response.status, { code: 'internal_error', message, request_id }, seconds)
  }
}
