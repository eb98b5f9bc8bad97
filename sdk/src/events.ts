// Events, discriminated by type; the event list and webhooks carry the same ones.
import type { KnownEvent } from './generated/events.ts'
import type { Event, EventList } from './generated/types.gen.ts'

/**
 * The type of an event added after this version. It stands for any other string: no known type has
 * this form, so comparing with a known type narrows the union.
 */
export type LaterType = `(later) ${string}`
export interface LaterEvent extends Omit<Event, 'type'> {
  type: LaterType
}

/** `event.type === 'invoice.paid'` narrows `event.data.object` to an invoice. */
export type WebhookEvent = KnownEvent | LaterEvent

export interface EventPage extends Omit<EventList, 'data'> {
  data: WebhookEvent[]
}
