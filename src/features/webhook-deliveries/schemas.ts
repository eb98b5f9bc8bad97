// Webhook deliveries as clients see them.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { DELIVERY_STATES } from '../../domain/webhook.ts'
import { AnyOf, Body, listQuery, TIMESTAMP, Timestamp } from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { type WebhookDelivery as Row, webhookDeliveryRecord } from './record.ts'
import type { WebhookAttempt as StoredAttempt } from './store.ts'

const idPattern = (prefix: string) => `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`

export const DeliveryList = Body({
  ...listQuery,
  state: Type.Optional(AnyOf(DELIVERY_STATES, 'Deliveries in this state.')),
  endpoint_id: Type.Optional(
    Type.String({
      pattern: idPattern('whe'),
      description: 'Deliveries to this endpoint.',
      examples: ['whe_01h2xcejqtf2nbrexx3vqjhp41'],
    }),
  ),
  event_id: Type.Optional(
    Type.String({
      pattern: idPattern('evt'),
      description: 'Deliveries of this event.',
      examples: ['evt_01h2xcejqtf2nbrexx3vqjhp41'],
    }),
  ),
})
export type DeliveryList = Static<typeof DeliveryList>

/** What of an endpoint's deliveries is to be sent again. */
export const Redelivery = Body({
  from_sequence: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'First event.' }),
  ),
  since: Type.Optional(
    Type.String({
      ...TIMESTAMP,
      description: 'Deliveries created at this instant or later; instead of `from_sequence`.',
    }),
  ),
  to_sequence: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Last event.' }),
  ),
  only_failed: Type.Optional(
    Type.Boolean({ description: 'Only failed deliveries; otherwise all finished ones.' }),
  ),
})

export type Redelivery = Static<typeof Redelivery>

const Status = Type.Union([Type.Integer(), Type.Null()])
const OptionalText = Type.Union([Type.String(), Type.Null()])

const Attempt = Type.Object(
  {
    number: Type.Integer(),
    attempted_at: Timestamp,
    duration_ms: Type.Integer(),
    response_status: Status,
    response_body: Type.Union([Type.String(), Type.Null()], { description: 'The first 4 kB.' }),
    error: OptionalText,
  },
  { additionalProperties: false },
)

export const WebhookDelivery = webhookDeliveryRecord.item

export const WebhookDeliveryWithAttempts = Type.Object(
  { ...WebhookDelivery.properties, attempts: Type.Array(Attempt) },
  { title: 'WebhookDeliveryWithAttempts', additionalProperties: false },
)

export const RedeliveryResult = Type.Object(
  {
    object: Type.Literal('webhook_redelivery'),
    endpoint_id: Type.String(),
    redelivered: Type.Integer({ description: 'Number of deliveries retried.' }),
    next_sequence: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Next sequence to use if there are more; null when done.',
    }),
  },
  { additionalProperties: false },
)

export const EndpointPath = {
  id: Type.String({ pattern: idPattern('whe'), description: 'The webhook endpoint.' }),
}

export const DeliveryPath = {
  id: Type.String({ pattern: idPattern('whd'), description: 'The webhook delivery.' }),
}

export const deliveryRef = (id: string): string => encodeId('whd', id)
export const parseDeliveryId = (ref: string): string | undefined => decodeId('whd', ref)

export const deliveryJson = (row: Row): string =>
  webhookDeliveryRecord.json(row, { attempts_made: row.attempts })

export function deliveryWithAttemptsJson(row: Row, attempts: StoredAttempt[]): string {
  const made = attempts.map((attempt) => ({
    number: attempt.number,
    attempted_at: timestamp(attempt.attempted_at),
    duration_ms: attempt.duration_ms,
    response_status: attempt.response_status,
    response_body: attempt.response_body,
    error: attempt.error,
  }))
  return `${deliveryJson(row).slice(0, -1)},"attempts":${JSON.stringify(made)}}`
}
