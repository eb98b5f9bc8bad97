// The scopes that the routes of the API need, read off the routes themselves.

import { declaredRoutes } from '../src/app/api.ts'

export const SCOPED_ROUTES = [
  ...new Set(declaredRoutes().map(({ permission }) => permission)),
].toSorted()
