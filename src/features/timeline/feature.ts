// The manifest of the timeline feature.

import type { Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { timelineRoutes } from './routes.ts'

export const timeline: Feature<Service> = {
  name: 'timeline',
  routes: timelineRoutes,
}
