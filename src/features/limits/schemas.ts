// Limits schemas.

import { Type } from 'typebox'

const window = {
  quota: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Requests per 60 seconds; null if unlimited.',
  }),
  window_seconds: Type.Literal(60),
  used: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'Requests of the last 60 seconds that this process has counted, this one among them; null where none are.',
  }),
  remaining: Type.Union([Type.Integer(), Type.Null()]),
}

const Bound = (description: string) => Type.Integer({ description })

export const Limits = Type.Object(
  {
    object: Type.Literal('limits'),
    tier: Type.String({
      description: '`standard`, `pro` or `enterprise`; `dashboard` for a signed-in person.',
    }),
    requests: Type.Object(window, {
      additionalProperties: false,
      description:
        'Shared by all keys of the environment; each signed-in person has a separate limit.',
    }),
    keys: Type.Object(
      { tier: Type.String(), ...window },
      {
        additionalProperties: false,
        description: 'The limit shared by all keys of the environment.',
      },
    ),
    bounds: Type.Object(
      {
        body_bytes: Bound('The size of a body.'),
        body_depth: Bound('How deep its objects and lists may be nested.'),
        page_size: Bound('Objects on a page of a list.'),
        filtered_count: Bound('Maximum exact count of filtered results.'),
        line_items: Bound('Lines of an invoice.'),
        metadata_keys: Bound('Keys in the metadata of an object.'),
        idempotency_key_characters: Bound('The length of an Idempotency-Key.'),
        idempotency_key_days: Bound('For how many days its answer is kept.'),
        event_wait_seconds: Bound('How long the event feed can be held open.'),
        webhook_endpoints: Bound('Webhook endpoints of an environment.'),
      },
      { additionalProperties: false, description: 'Fixed limits, the same for every tier.' },
    ),
  },
  { additionalProperties: false },
)
