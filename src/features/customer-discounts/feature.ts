// The manifest of the customer discounts feature.

import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { customerDiscountRoutes } from './routes.ts'

export const customerDiscounts: Feature<Service> = {
  name: 'customer-discounts',
  routes: customerDiscountRoutes,
}
