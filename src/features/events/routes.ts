// The event feed: ordered and gap-free, so that a reader who keeps a cursor misses nothing.

import type { Pool } from 'pg'
import { timestamp } from '../../domain/calendar.ts'
import { listReply } from '../../platform/http/list.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { ListOf } from '../../platform/http/shapes.ts'
import { encodeId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { Event, EventList } from './schemas.ts'
import { countEvents, listEventsAfter, listEventsBefore, type StoredEvent } from './store.ts'

export function eventRoutes(pool: Pool): Route[] {
  return [
    route({
      method: 'GET',
      path: '/events',
      operation: 'listEvents',
      summary: 'Read the event feed',
      description:
        'Ascending by `sequence`. Keep the last sequence you have handled and ask with `after`; nothing is ever inserted behind it.',
      tag: 'Events',
      permission: 'events:read',
      query: EventList,
      response: ListOf(Event),
      errors: ['parameters_exclusive'],
      example: { summary: 'The first three', query: { after: '0', limit: '3' } },
      async handle({ scope, query }) {
        const { after, before, limit = 20 } = query
        if (after !== undefined && before !== undefined) {
          throw new Refusal(
            'parameters_exclusive',
            'after and before cannot be combined; each says where the page begins. Keep one.',
            { param: 'before' },
          )
        }
        const events =
          before === undefined
            ? await listEventsAfter(pool, scope.environment_id, after ?? 0, limit + 1)
            : await listEventsBefore(pool, scope.environment_id, before, limit + 1)
        const page = {
          has_more: events.length > limit,
          total_count: await countEvents(pool, scope.environment_id),
          limit,
          offset: 0,
        }
        const items = events.slice(0, limit).map((event) => eventJson(event, scope.mode))
        return listReply('/v1/events', page, items)
      },
    }),
  ]
}

/** Written around the recorded text of the object, which is never parsed. */
function eventJson(event: StoredEvent, mode: 'test' | 'live'): string {
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
