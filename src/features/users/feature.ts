// Manifest of the users feature.

import { type Feature, shared } from '../manifest.ts'

export const users: Feature<unknown> = {
  name: 'users',
  tables: [shared('users', 'of people who work with the service; no customer is among them')],
}
