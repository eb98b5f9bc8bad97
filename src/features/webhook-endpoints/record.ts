// The table of webhook endpoints.

import { type TNull, type TString, type TUnion, Type } from 'typebox'
import { eventsOf } from '../../domain/event.ts'
import {
  DISABLED_REASONS,
  type DisabledReason,
  ENDPOINT_STATUSES,
  isEventPattern,
} from '../../domain/webhook.ts'
import { type Column, NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { defineFormat } from '../../platform/http/formats.ts'
import { Timestamp } from '../../platform/http/shapes.ts'
import { objectIds } from '../identifiers.ts'
import {
  bytes,
  closedOneOf,
  fixed,
  hidden,
  instant,
  integer,
  metadata,
  nullable,
  oneOf,
  shownAs,
  text,
  words,
} from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

export const endpointIds = objectIds('webhook_endpoint')

defineFormat('event-pattern', {
  check: isEventPattern,
  pattern: '^(\\*|[a-z_]+\\.(\\*|[a-z_]+))$',
})

const Patterns = Type.Array(Type.String({ format: 'event-pattern', examples: ['invoice.*'] }), {
  minItems: 1,
  maxItems: 50,
  description: 'Event types, groups such as `invoice.*`, or `*` for all (default).',
})

const patterns = {
  ...words(Type.Array(Type.String())),
  input: Patterns,
}

const Reason = Type.Union([
  ...DISABLED_REASONS.map((reason) => Type.Literal<DisabledReason>(reason)),
  Type.Null(),
])

/** Sealed. Only the response that creates it shows the secret, by `showingSecret`. */
const secret: Column<Buffer, TUnion<[TString, TNull]>> = {
  ...shownAs(
    bytes({ erased: NOT_PERSONAL }),
    Type.Union([Type.String(), Type.Null()], {
      description: 'The signing secret (`whsec_…`); null except in the response that creates it.',
    }),
  ),
  json: () => 'null',
}

export const webhookEndpoints = resourceRecord(
  'webhook_endpoint',
  {
    url: shownAs(
      text('URL that receives events: a public http or https URL.', {
        max: 2048,
        min: 1,
        erased: NOT_PERSONAL,
      }),
      Type.String(),
    ),
    description: shownAs(text('Description.', { max: 500, erased: NOT_PERSONAL }), Type.String()),
    enabled_events: patterns,
    status: oneOf(ENDPOINT_STATUSES, 'Paused by you, or disabled after 410 or 5 days of failure.'),
    disabled_reason: shownAs(nullable(closedOneOf(DISABLED_REASONS, '')), Reason),
    secret,
    former_secret_until: shownAs(nullable(instant()), Type.Union([Timestamp, Type.Null()])),
    metadata: metadata({ erased: NOT_PERSONAL }),
    created_at: fixed(instant()),
    updated_at: instant(),

    former_secret: nullable(bytes({ erased: NOT_PERSONAL })),
    deleted_at: hidden(nullable(instant())),
    /** All events up to this sequence number were turned into deliveries where subscribed. */
    cursor_sequence: hidden(integer({})),
    /** Wall time of the first failure since the last success. */
    failing_since: hidden(nullable(instant())),
  },
  {
    visible: 'deleted_at is null',
  },
)

export interface WebhookEndpoint extends RowOf<typeof webhookEndpoints.members> {}

export const events = eventsOf('webhook_endpoint')
