// The manifest of the payments feature.

import type { GatewayBackground } from '../gateway.ts'
import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { paymentIds } from './record.ts'
import { paymentRoutes } from './routes.ts'
import { payments } from './store.ts'
import { checkPayments, collectInvoices, retryInvoices, retryWithMethods } from './sweeps.ts'

export const paymentsFeature: Feature<Service, GatewayBackground> = {
  name: 'payments',
  tables: [declared(payments)],
  routes: paymentRoutes,
  dueWork: (background) => [
    collectInvoices(background),
    retryInvoices(background),
    retryWithMethods(background),
    checkPayments(background),
  ],
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
