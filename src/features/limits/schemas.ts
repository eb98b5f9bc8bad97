// Limits schemas.

import { Type } from 'typebox'

const window = {
  quota: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Requests per 60 seconds; null if unlimited.',
  }),
  window_seconds: Type.Literal(60),
  used: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'Requests in the last 60 seconds, including this one; null if they are not counted.',
  }),
  remaining: Type.Union([Type.Integer(), Type.Null()]),
}

const Bound = (description: string) => Type.Integer({ description })

export const Limits = Type.Object(
  {
    object: Type.Literal('limits'),
    tier: Type.String({
      description: '`standard`, `pro` or `enterprise`; `dashboard` for a signed-in user.',
    }),
    requests: Type.Object(window, {
      additionalProperties: false,
      description:
        'Shared by all keys of the environment; each signed-in user has a separate limit.',
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
        body_bytes: Bound('Size of a request body.'),
        body_depth: Bound('Nesting depth of a request body.'),
        page_size: Bound('Objects per page.'),
        filtered_count: Bound('Maximum exact count of filtered results.'),
        line_items: Bound('Lines per invoice.'),
        metadata_keys: Bound('Keys of `metadata`.'),
        idempotency_key_characters: Bound('Length of an Idempotency-Key.'),
        idempotency_key_days: Bound('Days for which its response is stored.'),
        event_wait_seconds: Bound('Maximum `wait` of the event feed.'),
        webhook_endpoints: Bound('Webhook endpoints per environment.'),
      },
      { additionalProperties: false, description: 'Fixed limits, the same for every tier.' },
    ),
  },
  { additionalProperties: false },
)
