// The manifest of the limits feature.

import type { Background } from '../background.ts'
import { type Feature, shared } from '../manifest.ts'
import type { Service } from '../service.ts'
import { limitRoutes } from './routes.ts'
import { purgeSweep } from './sweeps.ts'

export const limits: Feature<Service, Background> = {
  name: 'limits',
  tables: [
    shared('rate_windows', 'addresses and IDs of users, for about a minute', { passing: true }),
    shared('throttled_attempts', 'hashes only, for an hour at most', { passing: true }),
  ],
  routes: limitRoutes,
  sweeps: ({ pool }) => [purgeSweep(pool)],
}
