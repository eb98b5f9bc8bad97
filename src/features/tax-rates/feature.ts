// The parts of the tax rates feature.

import { declared, type Feature, shown } from '../manifest.ts'
import type { Service } from '../service.ts'
import { taxRateRecord } from './record.ts'
import { taxRateRoutes } from './routes.ts'
import { TaxRate } from './schemas.ts'

export const taxRates: Feature<Service> = {
  name: 'tax-rates',
  // Rows of these count as account settings, which contain a copy of them.
  tables: [declared(taxRateRecord)],
  routes: taxRateRoutes,
  objects: { tax_rate: TaxRate },
  exported: {
    table: 'tax_rates',
    list: '/tax_rates',
    read: async (db, keys) => shown(await taxRateRecord.find(db, keys), taxRateRecord.json),
  },
}
