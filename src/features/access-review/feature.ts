// What the review of access brings.

import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { accessReviewRoutes } from './routes.ts'

export const accessReview: Feature<Service> = {
  name: 'access-review',
  routes: accessReviewRoutes,
}
