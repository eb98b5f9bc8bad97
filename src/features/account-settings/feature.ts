// The manifest of the account settings feature.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { accountRoutes } from './routes.ts'
import { environmentSettings, logos } from './store.ts'

export const accountSettings: Feature<Service> = {
  name: 'account-settings',
  tables: [
    // Settings are locked before their logo, and both are locked last before the counter rows.
    declared(logos, { survivesReset: true, personal: 'data of the company that bills' }),
    declared(environmentSettings, {
      survivesReset: true,
      personal: 'data of the company that bills',
    }),
  ],
  routes: accountRoutes,
}
