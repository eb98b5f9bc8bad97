// The parts of the promotion codes feature.

import { declared, type Feature, shown } from '../manifest.ts'
import type { Service } from '../service.ts'
import { promotionCodeRecord } from './record.ts'
import { promotionCodeRoutes } from './routes.ts'
import { PromotionCode } from './schemas.ts'
import { searched } from './search.ts'

export const promotionCodesFeature: Feature<Service> = {
  name: 'promotion-codes',
  tables: [declared(promotionCodeRecord)],
  routes: promotionCodeRoutes,
  objects: { promotion_code: PromotionCode },
  exported: {
    table: 'promotion_codes',
    list: '/promotion_codes',
    read: async (db, keys) =>
      shown(await promotionCodeRecord.find(db, keys), promotionCodeRecord.json),
  },
  searched,
}
