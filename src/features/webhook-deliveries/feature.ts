// The manifest of the webhook deliveries feature.

import type { Background } from '../background.ts'
import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { deliveryIds, webhookDeliveryRecord } from './record.ts'
import { webhookDeliveryRoutes } from './routes.ts'
import { deliveryJson } from './schemas.ts'
import { webhookAttempts, webhookDeliveries } from './store.ts'
import { webhookSweeps } from './sweeps-all.ts'

export const webhookDeliveriesFeature: Feature<Service, Background> = {
  name: 'webhook-deliveries',
  tables: [
    declared(webhookDeliveries, {
      personal: 'responses about an erased customer are cleared',
    }),
    declared(webhookAttempts, { personal: 'responses about an erased customer are cleared' }),
  ],
  routes: webhookDeliveryRoutes,
  objects: { ...webhookDeliveryRecord, json: deliveryJson },
  searched: {
    kind: 'webhook_delivery',
    exactly: [
      byId(deliveryIds, webhookDeliveryRecord.find, ({ event_type, object_id, state }) => ({
        title: event_type,
        detail: object_id,
        status: state,
      })),
    ],
  },
  sweeps: webhookSweeps,
}
