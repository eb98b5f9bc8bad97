// The manifest of the second factors feature.

import { type Feature, shared } from '../manifest.ts'

export const secondFactors: Feature<unknown> = {
  name: 'second-factors',
  tables: [shared('second_factors', 'secrets of users'), shared('recovery_codes', 'hashes alone')],
  sealed: [
    {
      table: 'second_factors',
      column: 'sealed_secret',
      key: { user_id: 'uuid' },
      purpose: 'second factors',
      label: 'secrets of authenticator apps',
    },
  ],
  hashed: [{ table: 'recovery_codes', label: 'recovery codes' }],
}
