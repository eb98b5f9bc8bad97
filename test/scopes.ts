// The scopes that API routes need, read from the routes.

import { ROUTES } from '../src/app/routes.ts'

export const SCOPED_ROUTES = [...new Set(ROUTES.map(({ permission }) => permission))].toSorted()
