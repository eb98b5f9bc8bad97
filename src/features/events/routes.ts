// The event feed: ordered and gap-free, so that a client with a cursor misses nothing.

import { parseCustomerId } from '../../domain/customer.ts'
import { billingError } from '../../domain/errors.ts'
import { typesOf } from '../../domain/event.ts'
import { listReply } from '../../platform/http/list.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { ListOf } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Service } from '../service.ts'
import { eventJsonFor } from './json.ts'
import { Event, EventList, EventPath } from './schemas.ts'
import {
  countEvents,
  type FoundEvent,
  findEvent,
  isCut,
  listEventsAfter,
  listEventsBefore,
} from './store.ts'
import { waitForEvents } from './wait.ts'

const tag = 'Events'

const listRoute = route({
  method: 'GET',
  path: '/events',
  operation: 'listEvents',
  summary: 'List events',
  description:
    'Events in ascending order of `sequence`. Store the last sequence that you have processed and pass it as `after`; no event is ever inserted before it. A page of very large events can end before `limit`, with `has_more`. `wait` holds the response until there is an event, for up to a hundred requests of an environment at once. Without the scope that reads an object, such as `customers:read`, its events have only its ID and type.',
  tag,
  permission: 'events:read',
  query: EventList,
  response: ListOf(Event),
  errors: ['parameters_exclusive'],
  example: { summary: 'The first three', query: { after: '0', limit: '3' } },
  async handle({ scope, query }, service: Service) {
    const { before, limit = 20 } = query
    const after = query.after ?? 0
    assertOneDirection(query)
    const types = query.type === undefined ? undefined : typesOf(query.type)
    const { object_id } = query
    const customer_id = query.customer_id && parseCustomerId(query.customer_id)
    const filter = { types, object_id, customer_id: customer_id || undefined }
    const filtered = Object.values(filter).some((value) => value !== undefined)
    const read = () =>
      before === undefined
        ? listEventsAfter(service.pool, scope.environment_id, after, limit + 1, filter)
        : listEventsBefore(service.pool, scope.environment_id, before, limit + 1, filter)
    const events = await readOrWait(service, scope, { after, seconds: query.wait ?? 0, read })
    const page = {
      has_more: events.length > limit || isCut(events),
      total_count: filtered ? null : await service.read(countEvents, scope.environment_id),
      limit,
      offset: 0,
    }
    const items = events.slice(0, limit).map((event) => eventJsonFor(event, scope))
    return listReply('/v1/events', page, items)
  },
})

/** Reads; if there is nothing, waits for an event, up to a number of seconds, and reads again. */
async function readOrWait(
  parts: Service,
  scope: Scope,
  { after, seconds, read }: { after: number; seconds: number; read(): Promise<FoundEvent[]> },
): Promise<FoundEvent[]> {
  if (seconds === 0) return read()
  const untilMs = parts.ticksNow() + seconds * 1_000
  for (;;) {
    // Counted before reading: an event recorded in between is read, or ends the wait at once. Events that the filter
    // excluded do not end it.
    const seen = Math.max(after, await parts.read(countEvents, scope.environment_id))
    const events = await read()
    if (events.length > 0 || parts.ticksNow() >= untilMs || parts.stopping.aborted) return events
    const wait = { scope, after: seen, untilMs }
    await parts.waits.hold(scope.environment_id, () => waitForEvents(parts, wait))
    if (!(await parts.isLive(scope))) throw ended(scope)
  }
}

function ended({ role }: Scope): Refusal {
  const headers = { 'www-authenticate': 'Bearer realm="reckoner", error="invalid_token"' }
  return role === undefined
    ? new Refusal('api_key_invalid', 'The API key was revoked or expired while it waited.', {
        headers,
      })
    : new Refusal(
        'session_invalid',
        'You were signed out, or your permissions changed. Sign in again.',
        {
          headers,
        },
      )
}

function assertOneDirection(query: { after?: number; before?: number; wait?: number }): void {
  if (query.before === undefined) return
  const other = query.after !== undefined ? 'after' : query.wait !== undefined ? 'wait' : undefined
  if (other === undefined) return
  throw new Refusal(
    'parameters_exclusive',
    `${other} and before cannot be combined: before lists earlier events, newest first. Send one of them.`,
    { param: 'before' },
  )
}

const retrieveRoute = route({
  method: 'GET',
  path: '/events/:id',
  params: EventPath,
  operation: 'retrieveEvent',
  summary: 'Retrieve an event',
  tag,
  permission: 'events:read',
  response: Event,
  errors: ['resource_missing'],
  async handle({ scope, params }, service: Service) {
    const ref = String(params.id)
    const id = decodeId('evt', ref)
    const event = id && (await findEvent(service.pool, scope.environment_id, id))
    if (!event) {
      const shown = JSON.stringify(ref.slice(0, 60))
      throw billingError('resource_missing', `There is no event ${shown} in this environment.`)
    }
    return { json: eventJsonFor(event, scope), etag: true }
  },
})

export const eventRoutes: Route<Service>[] = [listRoute, retrieveRoute]
