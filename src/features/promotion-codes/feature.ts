// The manifest of the promotion codes feature.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { promotionCodeRecord } from './record.ts'
import { promotionCodeRoutes } from './routes.ts'
import { searched } from './search.ts'

export const promotionCodesFeature: Feature<Service> = {
  name: 'promotion-codes',
  tables: [declared(promotionCodeRecord)],
  routes: promotionCodeRoutes,
  objects: promotionCodeRecord,
  searched,
}
