// The manifest of the webhook endpoints feature.

import { sql } from '../../platform/db/sql.ts'
import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { endpointIds, webhookEndpoints } from './record.ts'
import { webhookEndpointRoutes } from './routes.ts'

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
      personal: 'data of the receivers of the company itself',
    }),
  ],
  sealed: [
    { ...sealed, column: 'secret' },
    { ...sealed, column: 'former_secret' },
  ],
  routes: webhookEndpointRoutes,
  objects: { ...webhookEndpoints, visible: sql`deleted_at is null` },
  searched: {
    kind: 'webhook_endpoint',
    exactly: [
      byId(endpointIds, webhookEndpoints.find, ({ url, description, status }) => ({
        title: url,
        detail: description || null,
        status,
      })),
    ],
  },
}
