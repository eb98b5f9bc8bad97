// The scopes that the routes of the API need, read off the routes themselves.

import { ROUTES } from '../src/app/routes.ts'

export const SCOPED_ROUTES = [...new Set(ROUTES.map(({ permission }) => permission))].toSorted()
