// The events of webhook endpoints.

import { event } from '../../domain/event.ts'

export const events = {
  created: event('webhook_endpoint.created'),
  updated: event('webhook_endpoint.updated'),
  deleted: event('webhook_endpoint.deleted'),
  disabled: event('webhook_endpoint.disabled'),
  secret_rotated: event('webhook_endpoint.secret_rotated'),
  test: event('webhook_endpoint.test'),
}
