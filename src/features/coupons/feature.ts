// The parts of the coupons feature.

import { declared, type Feature, shown } from '../manifest.ts'
import type { Service } from '../service.ts'
import { couponRecord } from './record.ts'
import { couponRoutes } from './routes.ts'
import { Coupon } from './schemas.ts'
import { searched } from './search.ts'

export const couponsFeature: Feature<Service> = {
  name: 'coupons',
  tables: [declared(couponRecord)],
  routes: couponRoutes,
  objects: { coupon: Coupon },
  exported: {
    table: 'coupons',
    list: '/coupons',
    read: async (db, keys) => shown(await couponRecord.find(db, keys), couponRecord.json),
  },
  searched,
}
