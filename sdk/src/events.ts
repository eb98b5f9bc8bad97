// Events, told apart by type: those of the feed and those that webhooks bring are the same.
import type { KnownEvent } from './generated/events.ts'
import type { Event, EventList } from './generated/types.gen.ts'

/**
 * An event of a type that came after this version. It stands for any other text: written so that no
 * known type is one, and comparing with a known type tells the others apart.
 */
export type LaterType = `(later) ${string}`
export interface LaterEvent extends Omit<Event, 'type'> {
  type: LaterType
}

/** `event.type === 'invoice.paid'` makes `event.data.object` an invoice. */
export type WebhookEvent = KnownEvent | LaterEvent

/** A page of the feed. */
export interface EventPage extends Omit<EventList, 'data'> {
  data: WebhookEvent[]
}
