// The webhook endpoint as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { ENDPOINT_STATUSES } from '../../domain/webhook.ts'
import {
  AnyOf,
  Body,
  Clearable,
  listQuery,
  MetadataPatch,
  metadataQuery,
  Timestamp,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { type WebhookEndpoint as Row, webhookEndpoints } from './record.ts'
import { type EndpointFigures, type EndpointHealth, LOOKED_AT_MOST } from './store.ts'

const { url, enabled_events, description, metadata } = webhookEndpoints.members

export const EndpointCreate = Body({
  url: url.input,
  enabled_events: Type.Optional(enabled_events.input),
  description: Type.Optional(description.input),
  metadata: Type.Optional(metadata.input),
})
export type EndpointCreate = Static<typeof EndpointCreate>

export const EndpointPatch = Type.Object(
  {
    url: Type.Optional(url.input),
    enabled_events: Type.Optional(enabled_events.input),
    description: Type.Optional(Clearable(description.input)),
    metadata: Type.Optional(MetadataPatch),
  },
  { additionalProperties: false },
)
export type EndpointPatch = Static<typeof EndpointPatch>

export const EndpointList = Body({
  ...listQuery,
  ...metadataQuery,
  status: Type.Optional(AnyOf(ENDPOINT_STATUSES, 'Endpoints in this state.')),
})

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
  cursor_sequence: Type.Integer({ description: 'How far it has read the feed.' }),
  events_behind: Type.Integer({ description: 'Events of the feed it has yet to read.' }),
  beyond_creator: Type.Array(Type.String(), {
    description:
      'Enabled events that no one who created or changed it can read. Someone who can read them confirms them by sending `enabled_events` again.',
  }),
  unknown_events: Type.Array(Type.String(), {
    description: 'Of its enabled events, those that do not exist.',
  }),
})

/** Days that the success rate is about. */
export const HEALTH_DAYS = 7

export const Health = Type.Object({
  object: Type.Literal('webhook_endpoint_health'),
  endpoint_id: Type.String(),
  attempted: Type.Integer({
    description: `Deliveries of the last ${HEALTH_DAYS} days that were attempted at least once; of the newest ${LOOKED_AT_MOST}.`,
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

export const EndpointPath = {
  id: Type.String({
    pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    description: 'The webhook endpoint.',
  }),
}

export const endpointRef = (id: string): string => encodeId('whe', id)
export const parseEndpointId = (ref: string): string | undefined => decodeId('whe', ref)

const time = (ms: number | null): string | null => (ms === null ? null : timestamp(ms))

/** The JSON text of an endpoint; the secret only where it has just been made. */
export function endpointJson(row: Row, secret?: string): string {
  const json = webhookEndpoints.json(row)
  return secret === undefined ? json : showingSecret(json, secret)
}

/** The JSON text of an endpoint with its secret. */
export const showingSecret = (json: string, secret: string): string =>
  JSON.stringify({ ...JSON.parse(json), secret })

export function figuresJson(
  row: Row,
  figures: EndpointFigures & { beyond: string[]; unknown: string[] },
): string {
  return JSON.stringify({
    object: 'webhook_endpoint_figures',
    endpoint_id: endpointRef(row.id),
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
    endpoint_id: endpointRef(id),
    attempted: tried,
    delivered,
    last_failed_at: time(last_failed_at),
  })
}
