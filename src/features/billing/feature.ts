// The manifest of the billing feature: what subscriptions do. It has no tables of its own.

import type { Background } from '../background.ts'
import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { subscriptionRoutes } from './routes.ts'
import { billingRun } from './sweeps.ts'

export const billingFeature: Feature<Service, Background> = {
  name: 'billing',
  routes: subscriptionRoutes,
  dueWork: (background) => [billingRun(background)],
}
