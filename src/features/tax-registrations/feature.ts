// The manifest of the tax registrations feature.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { taxRegistrationRecord } from './record.ts'
import { taxRegistrationRoutes } from './routes.ts'

export const taxRegistrations: Feature<Service> = {
  name: 'tax-registrations',
  // Rows of these count as account settings, which contain a copy of them.
  tables: [declared(taxRegistrationRecord)],
  routes: taxRegistrationRoutes,
  objects: taxRegistrationRecord,
}
