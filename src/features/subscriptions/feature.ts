// The parts of the subscriptions feature. Its actions and routes are in `billing`, which makes invoices: invoices lie
// above subscriptions, so that paying one can change the other.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import { subscriptionIds, subscriptionRecord } from './record.ts'
import { subscriptions } from './store.ts'

export const subscriptionsFeature: Feature<unknown> = {
  name: 'subscriptions',
  tables: [declared(subscriptions)],
  objects: subscriptionRecord,
  erased: {
    table: 'subscriptions',
    left: subscriptionRecord.left,
    meanwhile: 'all',
    erase: subscriptionRecord.erase,
  },
  searched: {
    kind: 'subscription',
    exactly: [
      byId(subscriptionIds, subscriptionRecord.find, ({ id, external_id, status }) => ({
        title: external_id ?? subscriptionIds.ref(id),
        detail: null,
        status,
      })),
    ],
  },
}
