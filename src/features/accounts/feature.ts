// The manifest of the installation, its accounts and their environments.

import { type Feature, shared, undeclared } from '../manifest.ts'

export const accounts: Feature<unknown> = {
  name: 'accounts',
  tables: [
    shared('installation', 'data of the service only'),
    shared('processes', 'data of machines and programs', { passing: true }),
    shared('accounts', 'data of a company, deleted with its account', {
      ownedBy: 'id',
    }),
    shared('environments', 'no personal data', { ownedBy: 'account_id' }),
    undeclared('environment_counters', 'numbers alone', { survivesReset: true }),
    undeclared('idempotency_keys', 'responses about an erased customer are rewritten; all expire'),
  ],
}
