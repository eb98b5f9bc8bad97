// The parts of the statements feature.

import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { statementRoutes } from './routes.ts'

export const statements: Feature<Service> = {
  name: 'statements',
  routes: statementRoutes,
}
