// The manifest of the Stripe gateway.

import { type Feature, undeclared } from '../manifest.ts'

export const stripeGatewayFeature: Feature<unknown> = {
  name: 'stripe-gateway',
  tables: [undeclared('stripe_customers', 'IDs under which Stripe knows customers')],
}
