// The manifest of the events feature.

import { type Feature, undeclared } from '../manifest.ts'
import type { Service } from '../service.ts'
import { eventRoutes } from './routes.ts'
import { searched } from './search.ts'

export const events: Feature<Service> = {
  name: 'events',
  tables: [undeclared('events', 'events of an erased customer are rewritten')],
  routes: eventRoutes,
  searched,
}
