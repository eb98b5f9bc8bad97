// What the limits of the API brings.

import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { limitRoutes } from './routes.ts'

export const limits: Feature<Service> = {
  name: 'limits',
  routes: limitRoutes,
}
