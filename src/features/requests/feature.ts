// The manifest of the request log feature.

import type { Background } from '../background.ts'
import { type Feature, undeclared } from '../manifest.ts'
import { type RequestService, requestRoutes } from './routes.ts'
import { requestDays } from './sweeps.ts'

export const requestsFeature: Feature<RequestService, Background> = {
  name: 'requests',
  tables: [
    undeclared(
      'requests',
      'an erasure clears requests about the customer; all expire after thirty days',
      { passing: true },
    ),
  ],
  routes: requestRoutes,
  sweeps: (background) => [requestDays(background)],
}
