// Manifest of the one-time links feature.

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
      personal: 'of people who were invited; it ends with the link',
    }),
  ],
  sealed: [
    {
      table: 'one_time_links',
      column: 'sealed_token',
      key: { id: 'uuid' },
      purpose: 'one-time links',
      label: 'links that wait to be mailed',
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
    const onFailure = logged('a link could not be mailed')
    return [linkMailSweep({ pool, mailer, sealer, from, publicUrl, wallNow, onFailure })]
  },
}
