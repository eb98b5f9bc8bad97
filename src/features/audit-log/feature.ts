// The manifest of the audit log feature.

import { type Feature, undeclared } from '../manifest.ts'
import type { Service } from '../service.ts'
import { auditRoutes } from './routes.ts'

export const auditLog: Feature<Service> = {
  name: 'audit-log',
  tables: [
    undeclared('audit_log', 'data of users; objects are stored by ID', {
      survivesReset: true,
    }),
  ],
  routes: auditRoutes,
}
