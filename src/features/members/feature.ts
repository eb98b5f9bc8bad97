// What the members of accounts brings.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { memberRoutes } from './routes.ts'
import { members } from './store.ts'

export const membersFeature: Feature<Service> = {
  name: 'members',
  // Members are locked before the settings, behind which their changes take turns.
  tables: [
    declared(members, {
      of: 'installation',
      ownedBy: 'environment_id',
      personal: 'of people who work with the service, whom their account removes',
    }),
  ],
  routes: memberRoutes,
}
