// The manifest of the statements feature.

import type { Feature } from '../manifest.ts'
import { type StatementService, statementRoutes } from './routes.ts'

export const statements: Feature<StatementService> = {
  name: 'statements',
  routes: statementRoutes,
}
