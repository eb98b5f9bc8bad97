// The manifest of the crediting feature: the actions of credit notes, their refunds, and grants. It has no tables.

import type { GatewayBackground } from '../gateway.ts'
import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { creditNoteRoutes } from './routes.ts'
import { grantRoute } from './routes-grants.ts'
import { refundRoutes } from './routes-refunds.ts'
import { checkRefunds } from './sweeps.ts'

export const creditingFeature: Feature<Service, GatewayBackground> = {
  name: 'crediting',
  routes: [...creditNoteRoutes, ...refundRoutes, grantRoute],
  dueWork: (background) => [checkRefunds(background)],
}
