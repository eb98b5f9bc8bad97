// All routes of the API, collected from the features.

import type { Route } from '../platform/http/route.ts'
import { type AppFeature, type AppService, FEATURES } from './features.ts'

export const routesOf = (features: readonly AppFeature[]): readonly Route<AppService>[] =>
  features.flatMap(({ routes = [] }) => routes)

export const ROUTES = routesOf(FEATURES)
