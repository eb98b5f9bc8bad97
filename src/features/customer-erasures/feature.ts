// The manifest of the customer erasures feature.

import type { Background } from '../background.ts'
import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { erasureRoutes } from './routes.ts'
import { customerErasures } from './store.ts'
import { erasureWork } from './sweeps.ts'
import { eraseLogSweep } from './sweeps-log.ts'

export const customerErasuresFeature: Feature<Service, Background> = {
  name: 'customer-erasures',
  tables: [
    declared(customerErasures, {
      personal: 'which customer was erased and when, as proof of the erasure',
    }),
  ],
  routes: erasureRoutes,
  dueWork: (background) => [erasureWork(background)],
  sweeps: (background) => [eraseLogSweep(background)],
}
