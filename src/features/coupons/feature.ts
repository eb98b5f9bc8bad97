// The manifest of the coupons feature.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { couponIds, couponRecord } from './record.ts'
import { couponRoutes } from './routes.ts'

export const couponsFeature: Feature<Service> = {
  name: 'coupons',
  tables: [declared(couponRecord)],
  routes: couponRoutes,
  objects: couponRecord,
  searched: {
    kind: 'coupon',
    exactly: [
      byId(couponIds, couponRecord.find, ({ name, active }) => ({
        title: name,
        detail: null,
        status: active ? 'active' : 'archived',
      })),
    ],
  },
}
