// What API keys brings.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { apiKeys } from './record.ts'
import { apiKeyRoutes } from './routes.ts'
import { searched } from './search.ts'

export const apiKeysFeature: Feature<Service> = {
  name: 'api-keys',
  tables: [
    declared(apiKeys, {
      of: 'installation',
      ownedBy: 'environment_id',
      personal: 'of the programs and people of the account',
    }),
  ],
  routes: apiKeyRoutes,
  searched,
}
