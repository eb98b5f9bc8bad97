// The manifest of reconciliation.

import type { GatewayBackground } from '../gateway.ts'
import { type Feature, undeclared } from '../manifest.ts'
import type { Service } from '../service.ts'
import { reconciliationRoutes } from './routes.ts'
import { compareGateways } from './sweeps.ts'

const IDS = 'IDs and amounts of payments, which are handled where they are'

export const reconciliationFeature: Feature<Service, GatewayBackground> = {
  name: 'reconciliation',
  tables: [
    undeclared('reconciliations', 'how far comparisons are'),
    undeclared('reconciliation_marks', IDS),
    undeclared('reconciliation_differences', IDS),
  ],
  routes: reconciliationRoutes,
  sweeps: (background) => [compareGateways(background)],
}
