// The manifest of the summary feature.

import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { summaryRoutes } from './routes.ts'

export const summary: Feature<Service> = {
  name: 'summary',
  routes: summaryRoutes,
}
