// The manifest of the tax rates feature.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { taxRateRecord } from './record.ts'
import { taxRateRoutes } from './routes.ts'

export const taxRates: Feature<Service> = {
  name: 'tax-rates',
  // Rows of these count as account settings, which contain a copy of them.
  tables: [declared(taxRateRecord)],
  routes: taxRateRoutes,
  objects: taxRateRecord,
}
