// The manifest of the member sessions feature.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { memberSessionRoutes } from './routes.ts'
import { memberSessions } from './store.ts'

export const memberSessionsFeature: Feature<Service> = {
  name: 'member-sessions',
  tables: [
    declared(memberSessions, {
      of: 'installation',
      personal: 'data of users, deleted with the session',
    }),
  ],
  routes: memberSessionRoutes,
}
