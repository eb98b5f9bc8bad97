// What the request log brings.

import { beside, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { requestRoutes } from './routes.ts'

export const requestsFeature: Feature<Service> = {
  name: 'requests',
  tables: [
    beside(
      'requests',
      'an erasure takes out the requests about a customer; all end after thirty days',
      { passing: true },
    ),
  ],
  routes: requestRoutes,
}
