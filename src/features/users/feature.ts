// The manifest of the users feature.

import { type Feature, shared } from '../manifest.ts'

export const users: Feature<unknown> = {
  name: 'users',
  tables: [shared('users', 'data of users, not of customers')],
}
