// The manifest of the prices feature.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { priceRecord } from './record.ts'
import { priceRoutes } from './routes.ts'
import { priceJson } from './schemas.ts'
import { searched } from './search.ts'
import { prices } from './store.ts'

export const pricesFeature: Feature<Service> = {
  name: 'prices',
  tables: [declared(prices)],
  routes: priceRoutes,
  objects: { ...priceRecord, json: priceJson },
  searched,
}
