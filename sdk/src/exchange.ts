// One call: sends the request, reads the response, and retries where that can help.
import { ConnectionError, errorOf, ReckonerError, TimeoutError } from './errors.ts'
import { VERSION } from './generated/version.ts'
import { pause, pauseMs } from './retries.ts'
import { assertBounds, type Settings } from './settings.ts'

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** Timeout of one attempt; the client's setting by default. */
  timeoutMs?: number | undefined
  /** Number of retries; the client's setting by default. */
  maxRetries?: number | undefined
  /** Additional request headers. */
  headers?: Record<string, string> | undefined
}

export interface Ask {
  method: string
  /** Starts with `/v1` and includes the query. */
  path: string
  /** JSON text. */
  body?: string | undefined
  accept: string
  idempotencyKey?: string | undefined
  ifMatch?: string | undefined
  /** True if the response is returned unread. */
  isFile?: boolean
}

/** A response body with its metadata. */
export interface Answered<T> {
  data: T
  status: number
  headers: Headers
  /** The request's ID in the log of the service. */
  requestId: string | null
  /** For a single object: the value to pass as `ifMatch`. */
  etag: string | null
  /** True if this is the stored response of an earlier attempt or call with the same idempotency key. */
  isReplayed: boolean
}

export async function exchange<T>(
  settings: Settings,
  ask: Ask,
  options: CallOptions,
): Promise<Answered<T>> {
  const headers = headersOf(settings, ask, options)
  const { method, path } = ask
  const { signal, maxRetries = settings.maxRetries, timeoutMs = settings.timeoutMs } = options
  assertBounds({ timeoutMs, maxRetries })
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const began = performance.now()
    const said = { method, path, attempt }
    settings.log({ event: 'sent', ...said })
    try {
      const answer = await attemptOnce<T>(settings, ask, options, headers)
      const { status, requestId } = answer
      const durationMs = performance.now() - began
      settings.log({ event: 'answered', ...said, status, requestId, durationMs })
      return answer
    } catch (error) {
      settings.log({ event: 'failed', ...said, error, durationMs: performance.now() - began })
      if (!(error instanceof ReckonerError) || attempt > maxRetries) throw error
      const waitMs = pauseMs(error, attempt, Date.now())
      if (waitMs === undefined) throw error
      settings.log({ event: 'trying_again', ...said, waitMs, error })
      await pause(waitMs, signal)
    }
  }
}

function headersOf(settings: Settings, ask: Ask, options: CallOptions): Headers {
  const headers = new Headers(options.headers)
  headers.set('authorization', `Bearer ${settings.apiKey}`)
  headers.set('accept', ask.accept)
  headers.set('user-agent', `reckoner-node/${VERSION}`)
  if (ask.body !== undefined) headers.set('content-type', 'application/json')
  if (ask.idempotencyKey !== undefined) headers.set('idempotency-key', ask.idempotencyKey)
  if (ask.ifMatch !== undefined) headers.set('if-match', ask.ifMatch)
  return headers
}

async function attemptOnce<T>(
  settings: Settings,
  ask: Ask,
  { signal, timeoutMs = settings.timeoutMs }: CallOptions,
  headers: Headers,
): Promise<Answered<T>> {
  // AbortSignal.any is not used: in early versions of Node 20 it leaks on a signal that outlives its calls.
  const controller = new AbortController()
  const giveUp = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp, { once: true })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    controller.abort()
  }, timeoutMs)
  let isHandedOn = false
  try {
    const response = await settings.fetch(`${settings.baseUrl}${ask.path}`, {
      method: ask.method,
      headers,
      redirect: 'manual',
      signal: controller.signal,
      ...(ask.body !== undefined && { body: ask.body }),
    })
    // Redirects are not followed: they could send the key to another host.
    if (response.status < 200 || response.status >= 300) {
      throw errorOf(response, await response.text(), ask.idempotencyKey)
    }
    isHandedOn = ask.isFile === true
    return answered(response, (isHandedOn ? response : await response.json()) as T)
  } catch (error) {
    if (error instanceof ReckonerError) throw error
    if (signal?.aborted) throw signal.reason
    throw unanswered(settings, ask, error, isLate ? timeoutMs : undefined)
  } finally {
    clearTimeout(timer)
    // The caller can still abort the rest of a stream.
    if (!isHandedOn) signal?.removeEventListener('abort', giveUp)
  }
}

function answered<T>({ status, headers }: Response, data: T): Answered<T> {
  return {
    data,
    status,
    headers,
    requestId: headers.get('request-id'),
    etag: headers.get('etag'),
    isReplayed: headers.get('idempotent-replayed') === 'true',
  }
}

/** There was no response, or an incomplete one, which counts as none. */
function unanswered(
  { baseUrl }: Settings,
  { method, path, idempotencyKey }: Ask,
  cause: unknown,
  lateMs: number | undefined,
): ConnectionError {
  const what = `${method} ${path.replace(/\?.*/, '')}`
  const details = { type: 'connection_error', idempotencyKey, cause }
  if (lateMs !== undefined) {
    const message = `${what} was not answered by ${baseUrl} within ${lateMs} ms.`
    return new TimeoutError(message, { ...details, code: 'timeout' })
  }
  const why = reasonOf(cause)
  return new ConnectionError(`${what} was not answered by ${baseUrl}: ${why}.`, {
    ...details,
    code: 'connection_failed',
  })
}

/** The cause of the platform's "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause, message } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? `${message} (${code})` : message
}
