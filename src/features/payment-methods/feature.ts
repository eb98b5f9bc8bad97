// The manifest of the payment methods feature.

import type { GatewayBackground } from '../gateway.ts'
import { declared, type Feature, undeclared } from '../manifest.ts'
import { byId } from '../searched.ts'
import { paymentMethodIds, paymentMethods } from './record.ts'
import { paymentMethodRoutes, type SetupService } from './routes.ts'
import { eraseMethods } from './store.ts'
import { announceExpiries, checkSetups, forgetMethods } from './sweeps.ts'

export const paymentMethodsFeature: Feature<SetupService, GatewayBackground> = {
  name: 'payment-methods',
  tables: [
    declared(paymentMethods),
    undeclared('gateway_setups', 'IDs alone, until the gateway says what became of the page'),
  ],
  routes: paymentMethodRoutes,
  dueWork: (background) => [
    announceExpiries(background),
    forgetMethods(background),
    checkSetups(background),
  ],
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
