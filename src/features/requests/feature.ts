// The parts of the request log feature.

import type { Background } from '../background.ts'
import { beside, type Feature } from '../manifest.ts'
import { type RequestService, requestRoutes } from './routes.ts'
import { requestDays } from './sweeps.ts'

export const requestsFeature: Feature<RequestService, Background> = {
  name: 'requests',
  tables: [
    beside(
      'requests',
      'an erasure takes out the requests about a customer; all end after thirty days',
      { passing: true },
    ),
  ],
  routes: requestRoutes,
  sweeps: (background) => [requestDays(background)],
}
