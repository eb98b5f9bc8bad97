// The table of webhook deliveries. When a delivery ends, `store.ts` releases those it held back.

import { Type } from 'typebox'
import { ERASED } from '../../domain/erasure.ts'
import { DELIVERY_STATES } from '../../domain/webhook.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import { Timestamp } from '../../platform/http/shapes.ts'
import { objectIds } from '../identifiers.ts'
import {
  computed,
  fixed,
  hidden,
  id,
  instant,
  integer,
  nullable,
  oneOf,
  ownText,
  pattern,
  shownAs,
  small,
  uuid,
} from '../kinds.ts'
import { resourceRecord } from '../resource.ts'
import { webhookEndpoints } from '../webhook-endpoints/record.ts'

export const deliveryIds = objectIds('webhook_delivery')

/**
 * True if an earlier event of the same object is pending. Written so that the planner uses the index
 * webhook_deliveries_unfinished: pending is `finished_at is null`, and the endpoint is compared in a way that
 * makes no other index look as good. `offset 0` keeps it a subquery for each row instead of a join.
 */
export const isHeldBack = (row: Sql, environment: Sql): Sql => sql`exists (
    select 1 from webhook_deliveries earlier
    where earlier.environment_id = ${environment} and earlier.object_id = ${row}.object_id
      and earlier.sequence < ${row}.sequence and earlier.finished_at is null
      and earlier.endpoint_id is not distinct from ${row}.endpoint_id
    offset 0)`

/** Wall time. Null after the delivery has ended, and while an earlier event of its object is pending. */
const nextAttemptAt = {
  ...nullable(
    instant(),
    'Null for a pending delivery while an earlier event of its object is pending.',
  ),
  saved: (fixed: string, environment: string) =>
    sql`case when v.state = 'pending' then
    case when ${isHeldBack(raw(fixed), raw(environment))} then null else v.next_attempt_at end end`
      .text,
}

/** A text of our own that needs no quoting. */
const word = (schema = Type.String()) => shownAs(pattern('', ''), schema)

export const webhookDeliveryRecord = resourceRecord(
  'webhook_delivery',
  {
    endpoint_id: fixed(shownAs(id('webhook_endpoint'), Type.String())),
    event_id: fixed(
      shownAs(
        id('event'),
        Type.String({ description: 'Also the `webhook-id` header of every attempt.' }),
      ),
    ),
    event_type: fixed(word()),
    object_id: fixed(
      word(Type.String({ description: 'Object of the event; its events are delivered in order.' })),
    ),
    sequence: fixed(integer({})),
    state: oneOf(DELIVERY_STATES, '`failed`: all ten attempts failed.'),
    attempts_made: computed(Type.Integer()),
    next_attempt_at: nextAttemptAt,
    response_status: nullable(small()),
    last_error: nullable(ownText(Type.String(), { erased: ERASED })),
    created_at: fixed(instant()),
    finished_at: shownAs(nullable(instant()), Type.Union([Timestamp, Type.Null()])),

    /** The total number of attempts. */
    attempts: hidden(small()),
    /** Attempts since the delivery's schedule last started. */
    tries: hidden(small()),
    lease_token: nullable(uuid()),
    lease_until: hidden(nullable(instant())),
  },
  {
    owners: [{ table: webhookEndpoints, of: (row) => row.endpoint_id }],
  },
)

export interface WebhookDelivery extends RowOf<typeof webhookDeliveryRecord.members> {}
