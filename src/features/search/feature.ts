// What searching brings.

import type { Feature } from '../manifest.ts'
import { type SearchService, searchRoutes } from './routes.ts'

export const searchFeature: Feature<SearchService> = {
  name: 'search',
  routes: searchRoutes,
}
