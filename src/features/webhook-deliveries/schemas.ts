// Webhook delivery schemas.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { Body, TIMESTAMP, Timestamp } from '../../platform/http/shapes.ts'
import { type WebhookDelivery as Row, webhookDeliveryRecord } from './record.ts'
import type { WebhookAttempt as StoredAttempt } from './store.ts'

/** Selects the deliveries of an endpoint to redeliver. */
export const Redelivery = Body({
  from_sequence: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'First event.' }),
  ),
  since: Type.Optional(
    Type.String({
      ...TIMESTAMP,
      description: 'Deliveries created at this time or later; instead of `from_sequence`.',
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
