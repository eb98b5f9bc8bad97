// The manifest of the one-time links feature.

import { sql } from '../../platform/db/sql.ts'
import type { Background } from '../background.ts'
import { declared, type Feature } from '../manifest.ts'
import { oneTimeLinks } from './store.ts'
import { linkMailSweep } from './sweeps.ts'

export const links: Feature<unknown, Background> = {
  name: 'links',
  tables: [
    declared(oneTimeLinks, {
      of: 'installation',
      ownedBy: 'environment_id',
      personal: 'data of invited users, deleted with the link',
    }),
  ],
  sealed: [
    {
      table: 'one_time_links',
      column: 'sealed_token',
      key: { id: 'uuid' },
      purpose: 'one-time links',
      label: 'links waiting to be emailed',
    },
  ],
  hashed: [
    {
      table: 'one_time_links',
      label: 'one-time links',
      open: (at) => sql`expires_at > ${at}::timestamptz`,
    },
  ],
  sweeps({ pool, mailer, mailSealer: sealer, mailFrom: from, publicUrl, wallNow, logged }) {
    if (!mailer || !sealer) return []
    const onFailure = logged('a link could not be emailed')
    return [linkMailSweep({ pool, mailer, sealer, from, publicUrl, wallNow, onFailure })]
  },
}
