// The manifest of the subscriptions feature. Its actions and routes are in `billing`, which creates invoices: invoices
// import subscriptions, so that paying an invoice can change its subscription.

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
