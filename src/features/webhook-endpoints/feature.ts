// The parts of the webhook endpoints feature.

import { sql } from '../../platform/db/sql.ts'
import { declared, type Feature, shown } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { webhookEndpoints } from './record.ts'
import { webhookEndpointRoutes } from './routes.ts'
import { WebhookEndpoint } from './schemas.ts'

const sealed = {
  table: 'webhook_endpoints',
  key: { environment_id: 'int', id: 'uuid' },
  purpose: 'webhook secrets',
  label: 'signing secrets of webhooks',
} as const

export const webhookEndpointsFeature: Feature<Service> = {
  name: 'webhook-endpoints',
  tables: [
    declared(webhookEndpoints, {
      survivesReset: true,
      personal: 'of the receivers of the company itself',
    }),
  ],
  sealed: [
    { ...sealed, column: 'secret' },
    { ...sealed, column: 'former_secret' },
  ],
  routes: webhookEndpointRoutes,
  objects: { webhook_endpoint: WebhookEndpoint },
  exported: {
    table: 'webhook_endpoints',
    list: '/webhook_endpoints',
    visible: sql`deleted_at is null`,
    read: async (db, keys) => shown(await webhookEndpoints.find(db, keys), webhookEndpoints.json),
  },
  searched: {
    kind: 'webhook_endpoint',
    exactly: [
      byId('webhook_endpoint', 'whe', webhookEndpoints.find, ({ url, description, status }) => ({
        title: url,
        detail: description || null,
        status,
      })),
    ],
  },
}
