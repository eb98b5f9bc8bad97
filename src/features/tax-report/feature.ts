// The manifest of the tax report feature.

import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { taxReportRoutes } from './routes.ts'

export const taxReport: Feature<Service> = {
  name: 'tax-report',
  routes: taxReportRoutes,
}
