// Webhook endpoint schemas: responses and request bodies.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { Body, Timestamp } from '../../platform/http/shapes.ts'
import { mergedMetadata, sent } from '../bodies.ts'
import { endpointIds, type WebhookEndpoint as Row, webhookEndpoints } from './record.ts'
import { type EndpointFigures, type EndpointHealth, LOOKED_AT_MOST } from './store.ts'

export const EndpointCreate = Body(
  sent(webhookEndpoints, {
    required: ['url'],
    optional: ['enabled_events', 'description', 'metadata'],
  }),
)
export type EndpointCreate = Static<typeof EndpointCreate>

export const EndpointPatch = Body({
  ...sent(webhookEndpoints, { optional: ['url', 'enabled_events'], clearable: ['description'] }),
  ...mergedMetadata,
})
export type EndpointPatch = Static<typeof EndpointPatch>

export const SecretRotation = Body({
  overlap_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 168,
      default: 24,
      description: 'How long the old secret stays valid.',
    }),
  ),
})

const OptionalTime = Type.Union([Timestamp, Type.Null()])

export const WebhookEndpoint = webhookEndpoints.item

export const Figures = Type.Object({
  object: Type.Literal('webhook_endpoint_figures'),
  endpoint_id: Type.String(),
  pending: Type.Integer({ description: 'Deliveries in progress, counted up to 10,001.' }),
  failed: Type.Integer({ description: 'Failed deliveries, counted up to 10,001.' }),
  last_delivered_at: OptionalTime,
  failing_since: OptionalTime,
  cursor_sequence: Type.Integer({ description: 'Sequence up to which it has read the feed.' }),
  events_behind: Type.Integer({ description: 'Events of the feed that it has not read yet.' }),
  beyond_creator: Type.Array(Type.String(), {
    description:
      'Enabled events that its creators cannot read, so they are not sent. To confirm them, a caller who can read them sends `enabled_events` again.',
  }),
  unknown_events: Type.Array(Type.String(), {
    description: 'Enabled events that do not exist.',
  }),
})

/** The number of days that the success rate covers. */
export const HEALTH_DAYS = 7

export const Health = Type.Object({
  object: Type.Literal('webhook_endpoint_health'),
  endpoint_id: Type.String(),
  attempted: Type.Integer({
    description: `Deliveries of the last ${HEALTH_DAYS} days with at least one attempt, among the newest ${LOOKED_AT_MOST}.`,
  }),
  delivered: Type.Integer({ description: 'Of these, those that were delivered.' }),
  last_failed_at: Type.Union([Timestamp, Type.Null()], {
    description: 'When an attempt to send one of these last failed.',
  }),
})

export const DeletedEndpoint = Type.Object(
  { id: Type.String(), object: Type.Literal('webhook_endpoint'), deleted: Type.Literal(true) },
  { additionalProperties: false },
)

const time = (ms: number | null): string | null => (ms === null ? null : timestamp(ms))

/** Adds the secret to the JSON text of an endpoint. */
export const showingSecret = (json: string, secret: string): string =>
  JSON.stringify({ ...JSON.parse(json), secret })

export function figuresJson(
  row: Row,
  figures: EndpointFigures & { beyond: string[]; unknown: string[] },
): string {
  return JSON.stringify({
    object: 'webhook_endpoint_figures',
    endpoint_id: endpointIds.ref(row.id),
    pending: figures.pending,
    failed: figures.failed,
    last_delivered_at: time(figures.last_delivered_at),
    failing_since: time(row.failing_since),
    cursor_sequence: row.cursor_sequence,
    events_behind: figures.events_behind,
    beyond_creator: figures.beyond,
    unknown_events: figures.unknown,
  })
}

export function healthJson({ id, tried, delivered, last_failed_at }: EndpointHealth): string {
  return JSON.stringify({
    object: 'webhook_endpoint_health',
    endpoint_id: endpointIds.ref(id),
    attempted: tried,
    delivered,
    last_failed_at: time(last_failed_at),
  })
}
