// The parts of the tax registrations feature.

import { declared, type Feature, shown } from '../manifest.ts'
import type { Service } from '../service.ts'
import { taxRegistrationRecord } from './record.ts'
import { taxRegistrationRoutes } from './routes.ts'
import { TaxRegistration } from './schemas.ts'

export const taxRegistrations: Feature<Service> = {
  name: 'tax-registrations',
  // Rows of these count as account settings, which contain a copy of them.
  tables: [declared(taxRegistrationRecord)],
  routes: taxRegistrationRoutes,
  objects: { tax_registration: TaxRegistration },
  exported: {
    table: 'tax_registrations',
    list: '/tax_registrations',
    read: async (db, keys) =>
      shown(await taxRegistrationRecord.find(db, keys), taxRegistrationRecord.json),
  },
}
