// The parts of the crediting feature: what credit notes and their refunds do. It has no tables of its own.

import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { creditNoteRoutes } from './routes.ts'
import { refundRoutes } from './routes-refunds.ts'

export const creditingFeature: Feature<Service> = {
  name: 'crediting',
  routes: [...creditNoteRoutes, ...refundRoutes],
}
