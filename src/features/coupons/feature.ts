// The parts of the coupons feature.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { couponRecord } from './record.ts'
import { couponRoutes } from './routes.ts'
import { searched } from './search.ts'

export const couponsFeature: Feature<Service> = {
  name: 'coupons',
  tables: [declared(couponRecord)],
  routes: couponRoutes,
  objects: couponRecord,
  searched,
}
