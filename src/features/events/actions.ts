// What the feed gives out: an event as text, and the wait for the next one.

import { timestamp } from '../../domain/calendar.ts'
import { encodeId } from '../../platform/ids.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Read } from '../service.ts'
import { countEvents, type StoredEvent } from './store.ts'

/** An event as the feed and webhooks tell it, around the recorded text of its object. */
export function eventJson(event: StoredEvent, mode: 'test' | 'live'): string {
  const head = JSON.stringify({
    id: encodeId('evt', event.id),
    object: 'event',
    sequence: event.sequence,
    type: event.type,
    created_at: timestamp(event.created_at),
    environment: mode,
    api_version: 'v1',
  })
  const previous = event.previous_attributes
    ? `,"previous_attributes":${event.previous_attributes}`
    : ''
  return `${head.slice(0, -1)},"data":{"object":${event.object}${previous}}}`
}

const LOOK_MS = 500

export interface Wait {
  scope: Scope
  /** Events after this one are waited for. */
  after: number
  /** On the clock of `ticksNow`. */
  untilMs: number
}

export interface WaitParts {
  read: Read
  /** Whether who asked still may: a wait ends with its key or session. */
  isLive(scope: Scope): Promise<boolean>
  /** Aborted when the service stops. */
  stopping: AbortSignal
  /** Milliseconds that only go forward, whatever the clock on the wall does. */
  ticksNow(): number
}

/**
 * Waits until there is an event after a sequence, the time is up, the service stops, or the key
 * ends. Looks twice a second; waiting clients of one environment share the look.
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
