// The manifest of the billing feature: the actions of subscriptions. It has no tables.

import type { Background } from '../background.ts'
import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { expireIncomplete } from './expire.ts'
import { subscriptionRoutes } from './routes.ts'
import { migrationRoutes } from './routes-migrations.ts'
import { billingRun } from './sweeps.ts'
import { migrationRun, noticeRun } from './sweeps-migrations.ts'

export const billingFeature: Feature<Service, Background> = {
  name: 'billing',
  routes: [...subscriptionRoutes, ...migrationRoutes],
  dueWork: (background) => [
    billingRun(background),
    expireIncomplete(background),
    migrationRun(background),
    noticeRun(background),
  ],
}
