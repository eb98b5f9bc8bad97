// The JSON text of events, limited to what a caller can see, and waiting for the next event.

import { timestamp } from '../../domain/calendar.ts'
import { EVENTS, type EventType, scopeOfEvents } from '../../domain/event.ts'
import { encodeId } from '../../platform/ids.ts'
import { allows, type Scope } from '../../platform/scope.ts'
import type { Read } from '../service.ts'
import { countEvents, type StoredEvent } from './store.ts'

/** An event by its type, with its object and previous values as JSON texts. */
interface EventContent {
  type: string
  object: string
  previous_attributes: string | null
}

/** True if these scopes can read the object of events of this type. */
export const canReadObject = (scopes: readonly string[], type: string): boolean =>
  allows(scopes, scopeOfEvents(type))

/** `data` as JSON text. Without the read scope of the object, `data.object` has only its ID and kind. */
export function eventDataFor(scopes: readonly string[], event: EventContent): string {
  // Fast path: events that can be read whole are not parsed.
  if (canReadObject(scopes, event.type)) return eventData(event)
  const { id } = JSON.parse(event.object)
  // Invoices have no property `object` (specification, section 4).
  const object = EVENTS[event.type as EventType]?.object
  return `{"object":${JSON.stringify({ id, object })}}`
}

/** The whole of `data` as JSON text. */
function eventData({ object, previous_attributes }: Omit<EventContent, 'type'>): string {
  const previous = previous_attributes ? `,"previous_attributes":${previous_attributes}` : ''
  return `{"object":${object}${previous}}`
}

/** The whole event, as in webhooks and exports. */
export const eventJson = (event: StoredEvent, mode: 'test' | 'live'): string =>
  envelope(event, mode, eventData(event))

/** An event as a caller of the API can see it. */
export const eventJsonFor = (event: StoredEvent, { scopes, mode }: Scope): string =>
  envelope(event, mode, eventDataFor(scopes, event))

function envelope(event: StoredEvent, mode: 'test' | 'live', data: string): string {
  const head = JSON.stringify({
    id: encodeId('evt', event.id),
    object: 'event',
    sequence: event.sequence,
    type: event.type,
    created_at: timestamp(event.created_at),
    environment: mode,
    api_version: 'v1',
  })
  return `${head.slice(0, -1)},"data":${data}}`
}

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
