// The webhook endpoint as clients see it, and what they may send.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { ENDPOINT_STATUSES, isEventPattern } from '../../domain/webhook.ts'
import { defineFormat } from '../../platform/http/formats.ts'
import {
  AnyOf,
  Body,
  Clearable,
  listQuery,
  Metadata,
  MetadataPatch,
  metadataQuery,
  OneOf,
  Text,
  Timestamp,
} from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import type { EndpointFigures, WebhookEndpoint as Row } from './store.ts'

defineFormat('event-pattern', {
  check: isEventPattern,
  pattern: '^(\\*|[a-z_]+\\.(\\*|[a-z_]+))$',
})

const Url = Text(2048, 'Where events are posted to: an http or https address that is public.', 1)
const Patterns = Type.Array(Type.String({ format: 'event-pattern', examples: ['invoice.*'] }), {
  minItems: 1,
  maxItems: 50,
  description: 'Which events: types, families such as `invoice.*`, or `*` for all, the default.',
})
const Description = Text(500, 'Your own words.')

export const EndpointCreate = Body({
  url: Url,
  enabled_events: Type.Optional(Patterns),
  description: Type.Optional(Description),
  metadata: Type.Optional(Metadata),
})
export type EndpointCreate = Static<typeof EndpointCreate>

export const EndpointPatch = Type.Object(
  {
    url: Type.Optional(Url),
    enabled_events: Type.Optional(Patterns),
    description: Type.Optional(Clearable(Description)),
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
      description: 'For how long the former secret signs as well.',
    }),
  ),
})

const OptionalTime = Type.Union([Timestamp, Type.Null()])

export const WebhookEndpoint = Type.Object(
  {
    id: Type.String({ pattern: '^whe_[0-9a-z]{26}$' }),
    object: Type.Literal('webhook_endpoint'),
    url: Type.String(),
    description: Type.String(),
    enabled_events: Type.Array(Type.String()),
    status: OneOf(ENDPOINT_STATUSES, 'Paused by you, or disabled after 410 or 5 days of failure.'),
    disabled_reason: Type.Union([Type.Literal('gone'), Type.Literal('failing'), Type.Null()]),
    secret: Type.Union([Type.String(), Type.Null()], {
      description: 'The signing secret (`whsec_…`); shown when it is made, null ever after.',
    }),
    former_secret_until: OptionalTime,
    metadata: Metadata,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { additionalProperties: false },
)

export const Figures = Type.Object({
  object: Type.Literal('webhook_endpoint_figures'),
  endpoint_id: Type.String(),
  pending: Type.Integer({ description: 'Deliveries under way, counted up to 10 001.' }),
  failed: Type.Integer({ description: 'Deliveries given up, counted up to 10 001.' }),
  last_delivered_at: OptionalTime,
  failing_since: OptionalTime,
  cursor_sequence: Type.Integer({ description: 'How far it has read the feed.' }),
  events_behind: Type.Integer({ description: 'Events of the feed it has yet to read.' }),
  beyond_creator: Type.Array(Type.String(), {
    description:
      'Of its enabled events, those that nobody who created or changed it can read. Somebody who can confirms them by sending `enabled_events` again.',
  }),
  unknown_events: Type.Array(Type.String(), {
    description: 'Of its enabled events, those that do not exist.',
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
export function endpointJson(row: Row, secret: string | null = null): string {
  return JSON.stringify({
    id: endpointRef(row.id),
    object: 'webhook_endpoint',
    url: row.url,
    description: row.description,
    enabled_events: row.enabled_events,
    status: row.status,
    disabled_reason: row.disabled_reason,
    secret,
    former_secret_until: time(row.former_secret_until),
    metadata: row.metadata,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  })
}

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
