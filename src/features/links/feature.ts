// What one-time links brings.

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
  sweeps({ pool, mailer, mailSealer: sealer, mailFrom: from, publicUrl, wallNow, logged }) {
    if (!mailer || !sealer) return []
    const onFailure = logged('a link could not be mailed')
    return [linkMailSweep({ pool, mailer, sealer, from, publicUrl, wallNow, onFailure })]
  },
}
