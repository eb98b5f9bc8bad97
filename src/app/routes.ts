// All routes of the API, as the features bring them.

import type { Route } from '../platform/http/route.ts'
import { type AppService, FEATURES } from './features.ts'

export const ROUTES: readonly Route<AppService>[] = FEATURES.flatMap(({ routes = [] }) => routes)
