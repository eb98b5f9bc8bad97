// Manifest of the audit log feature.

import { beside, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { auditRoutes } from './routes.ts'

export const auditLog: Feature<Service> = {
  name: 'audit-log',
  tables: [
    beside('audit_log', 'of those who worked with the service; objects stand in it by their ids', {
      survivesReset: true,
    }),
  ],
  routes: auditRoutes,
}
