// The manifest of the payments feature.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { paymentIds } from './record.ts'
import { paymentRoutes } from './routes.ts'
import { payments } from './store.ts'

export const paymentsFeature: Feature<Service> = {
  name: 'payments',
  tables: [declared(payments)],
  routes: paymentRoutes,
  objects: payments,
  erased: {
    table: 'payments',
    left: payments.left,
    meanwhile: 'none',
    erase: payments.erase,
  },
  searched: {
    kind: 'payment',
    exactly: [
      byId(paymentIds, payments.find, ({ id, reference, status }) => ({
        title: paymentIds.ref(id),
        detail: reference || null,
        status,
      })),
    ],
  },
}
