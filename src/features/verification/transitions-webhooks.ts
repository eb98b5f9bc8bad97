// The changes that events of webhook endpoints can record.

import { created, still, type Transition, updated } from './transition.ts'

export const WEBHOOK_ENDPOINT: Readonly<Record<string, Transition>> = {
  'webhook_endpoint.created': created('created_at', 'updated_at'),
  'webhook_endpoint.updated': updated(
    ...['url', 'description', 'enabled_events', 'status', 'disabled_reason', 'metadata'],
  ),
  'webhook_endpoint.secret_rotated': {
    changes: ['former_secret_until', 'updated_at'],
    former: 'perhaps',
    at: ['updated_at'],
  },
  'webhook_endpoint.disabled': {
    changes: ['status', 'disabled_reason', 'updated_at'],
    former: 'perhaps',
    at: ['updated_at'],
  },
  'webhook_endpoint.test': still,
  'webhook_endpoint.deleted': still,
}
