// The manifest of the payment methods feature.

import type { GatewayBackground } from '../gateways/open.ts'
import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { paymentMethodIds, paymentMethods } from './record.ts'
import { paymentMethodRoutes } from './routes.ts'
import { eraseMethods } from './store.ts'
import { forgetMethods } from './sweeps.ts'

export const paymentMethodsFeature: Feature<Service, GatewayBackground> = {
  name: 'payment-methods',
  tables: [declared(paymentMethods)],
  routes: paymentMethodRoutes,
  dueWork: (background) => [forgetMethods(background)],
  objects: paymentMethods,
  erased: {
    table: 'payment_methods',
    left: paymentMethods.left,
    meanwhile: 'all',
    erase: eraseMethods,
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
