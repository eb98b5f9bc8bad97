// The manifest of the simulated gateway.

import { type Feature, undeclared } from '../manifest.ts'

export const simulatedGatewayFeature: Feature<unknown> = {
  name: 'simulated-gateway',
  tables: [
    undeclared(
      'simulated_payments',
      'test data: four digits of a test card and the number of an invoice',
    ),
  ],
}
