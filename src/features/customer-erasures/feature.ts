// What the erasure of customers brings.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { erasureRoutes } from './routes.ts'
import { customerErasures } from './store.ts'

export const customerErasuresFeature: Feature<Service> = {
  name: 'customer-erasures',
  tables: [
    declared(customerErasures, {
      personal: 'which customer was erased, and when: the proof that it was done',
    }),
  ],
  routes: erasureRoutes,
}
