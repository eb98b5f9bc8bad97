// The parts of the prices feature.

import { declared, type Feature, shown } from '../manifest.ts'
import type { Service } from '../service.ts'
import { priceRecord } from './record.ts'
import { priceRoutes } from './routes.ts'
import { Price, priceJson } from './schemas.ts'
import { searched } from './search.ts'
import { prices } from './store.ts'

export const pricesFeature: Feature<Service> = {
  name: 'prices',
  tables: [declared(prices)],
  routes: priceRoutes,
  objects: { price: Price },
  exported: {
    table: 'prices',
    list: '/prices',
    read: async (db, keys) => shown(await priceRecord.find(db, keys), priceJson),
  },
  searched,
}
