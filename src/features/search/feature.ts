// The manifest of the search feature.

import type { Background } from '../background.ts'
import type { Feature } from '../manifest.ts'
import { type SearchService, searchRoutes } from './routes.ts'
import { indexSweep } from './sweeps.ts'

export const searchFeature: Feature<SearchService, Background> = {
  name: 'search',
  routes: searchRoutes,
  sweeps: ({ pool }) => [indexSweep(pool)],
}
