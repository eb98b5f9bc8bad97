// The manifest of the payment methods feature.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { paymentMethodIds, paymentMethods } from './record.ts'
import { paymentMethodRoutes } from './routes.ts'

export const paymentMethodsFeature: Feature<Service> = {
  name: 'payment-methods',
  tables: [declared(paymentMethods)],
  routes: paymentMethodRoutes,
  objects: paymentMethods,
  erased: {
    table: 'payment_methods',
    left: paymentMethods.left,
    meanwhile: 'all',
    erase: paymentMethods.erase,
  },
  searched: {
    kind: 'payment_method',
    exactly: [
      byId(paymentMethodIds, paymentMethods.find, ({ id, display, status }) => ({
        title: paymentMethodIds.ref(id),
        detail: display?.last4 ?? null,
        status,
      })),
    ],
  },
}
