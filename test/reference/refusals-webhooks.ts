// Requests about webhooks that are rejected, for the reference.

import type { Scene } from './refusals.ts'
import { whileEndpointsAreFull } from './trouble.ts'

export const webhookScenes = (skipped: string): Scene[] => [
  {
    code: 'webhook_endpoints_full',
    method: 'POST',
    path: '/v1/webhook_endpoints',
    ask: { body: { url: 'https://app.example.com/hooks' } },
    during: whileEndpointsAreFull,
  },
  {
    code: 'delivery_not_pending',
    method: 'POST',
    path: `/v1/webhook_deliveries/${skipped}/skip`,
  },
]
