// The manifest of the API keys feature.

import { sql } from '../../platform/db/sql.ts'
import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { apiKeys } from './record.ts'
import { apiKeyRoutes } from './routes.ts'
import { searched } from './search.ts'
import { type KeyBackground, lastUseSweep } from './sweeps.ts'

export const apiKeysFeature: Feature<Service, KeyBackground> = {
  name: 'api-keys',
  tables: [
    declared(apiKeys, {
      of: 'installation',
      ownedBy: 'environment_id',
      personal: 'data of the programs and users of the account',
    }),
  ],
  hashed: [
    {
      table: 'api_keys',
      label: 'API keys',
      open: (at) =>
        sql`revoked_at is null and (expires_at is null or expires_at > ${at}::timestamptz)`,
      used: 'last_used_at',
    },
  ],
  routes: apiKeyRoutes,
  searched,
  sweeps: ({ authenticator }) => [lastUseSweep(authenticator)],
}
