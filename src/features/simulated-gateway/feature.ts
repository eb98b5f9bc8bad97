// The manifest of the simulated gateway.

import type { GatewayBackground } from '../gateway.ts'
import { type Feature, undeclared } from '../manifest.ts'
import type { Service } from '../service.ts'
import { simulatedGatewayRoutes } from './routes.ts'
import { reportBounces } from './sweeps.ts'

export const simulatedGatewayFeature: Feature<Service, GatewayBackground> = {
  name: 'simulated-gateway',
  tables: [
    undeclared(
      'simulated_payments',
      'test data: four digits of a test card and the number of an invoice',
    ),
    undeclared('simulated_refunds', 'test data: amounts of refunds of such payments'),
    undeclared('simulated_scripts', 'test data: what the next charges of a method do'),
  ],
  routes: simulatedGatewayRoutes,
  dueWork: (background) => [reportBounces(background)],
}
