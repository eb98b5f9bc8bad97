// Waiting for the next event of an environment.

import type { Scope } from '../../platform/scope.ts'
import type { Read } from '../service.ts'
import { countEvents } from './store.ts'

const LOOK_MS = 500

export interface Wait {
  scope: Scope
  /** Waits for events after this one. */
  after: number
  /** On the clock of `ticksNow`. */
  untilMs: number
}

export interface WaitParts {
  read: Read
  /** True while the caller's key or session is valid: a wait ends with it. */
  isLive(scope: Scope): Promise<boolean>
  /** Aborted when the service stops. */
  stopping: AbortSignal
  /** Monotonic milliseconds, independent of wall time. */
  ticksNow(): number
}

/**
 * Waits until an event follows a sequence number, the time is up, the service stops, or the key or session ends. Polls
 * twice a second; waiting clients of one environment share the query.
 */
export async function waitForEvents(parts: WaitParts, wait: Wait): Promise<void> {
  while (parts.ticksNow() < wait.untilMs && !parts.stopping.aborted) {
    if ((await parts.read(countEvents, wait.scope.environment_id)) > wait.after) return
    if (!(await parts.isLive(wait.scope))) return
    await pause(Math.min(LOOK_MS, wait.untilMs - parts.ticksNow()), parts.stopping)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.max(0, ms))
    signal.addEventListener('abort', end, { once: true })
  })
}
