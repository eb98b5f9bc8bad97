// The manifest of the members feature.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { memberRoutes } from './routes.ts'
import { members } from './store.ts'

export const membersFeature: Feature<Service> = {
  name: 'members',
  // Members are locked before the settings row that serializes their changes.
  tables: [
    declared(members, {
      of: 'installation',
      ownedBy: 'environment_id',
      personal: 'data of users, who are removed by their account',
    }),
  ],
  routes: memberRoutes,
}
