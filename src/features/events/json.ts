// The JSON text of events, limited to the data that a caller can see.

import { timestamp } from '../../domain/calendar.ts'
import { EVENTS, type EventType, scopeOfEvents } from '../../domain/event.ts'
import { encodeId } from '../../platform/ids.ts'
import { allows, type Scope } from '../../platform/scope.ts'
import type { StoredEvent } from './store.ts'

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
