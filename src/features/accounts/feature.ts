// Manifest of the installation, its accounts and their environments.

import { beside, type Feature, shared } from '../manifest.ts'

export const accounts: Feature<unknown> = {
  name: 'accounts',
  tables: [
    shared('installation', 'it tells of the service alone'),
    shared('processes', 'it tells of machines and programs', { passing: true }),
    shared('accounts', 'of a company, which erases itself by deleting its account', {
      ownedBy: 'id',
    }),
    shared('environments', 'it tells of nobody', { ownedBy: 'account_id' }),
    beside('environment_counters', 'numbers alone', { survivesReset: true }),
    beside(
      'idempotency_keys',
      'answers about an erased customer are rewritten; all end after a day',
    ),
  ],
}
