// Which failures are retried, and after what delay. Each write keeps its idempotency key over all attempts, so a retry
// never duplicates it.
import { ConnectionError, type ReckonerError } from './errors.ts'

const FIRST_PAUSE_MS = 500
const PAUSE_MS_MOST = 4_000
/** If the service asks for a longer wait than this, the error is thrown instead. */
const WAIT_MS_MOST = 60_000

/** The delay before the next attempt; undefined if there should be none. */
export function pauseMs(error: ReckonerError, attempt: number, nowMs: number): number | undefined {
  if (!isPassing(error)) return undefined
  const backoff = Math.min(PAUSE_MS_MOST, FIRST_PAUSE_MS * 2 ** (attempt - 1))
  // Jitter: clients that failed together do not all retry at the same time.
  const jittered = backoff * (0.5 + Math.random() / 2)
  const requestedMs = retryAfterMs(error.headers?.get('retry-after'), nowMs)
  if (requestedMs === undefined) return jittered
  if (requestedMs > WAIT_MS_MOST) return undefined
  return requestedMs + jittered / 4
}

function isPassing(error: ReckonerError): boolean {
  if (error instanceof ConnectionError) return true
  const { status = 0, code } = error
  if (status === 409) return code === 'idempotency_key_in_use'
  return status === 429 || status >= 500
}

/** `Retry-After` in either form: seconds, or a date. */
function retryAfterMs(text: string | null | undefined, nowMs: number): number | undefined {
  if (text === null || text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

/** Waits. Throws the signal's reason if the caller aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    function stop() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
