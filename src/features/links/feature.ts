// What one-time links brings.

import { declared, type Feature } from '../manifest.ts'
import { oneTimeLinks } from './store.ts'

export const links: Feature<unknown> = {
  name: 'links',
  tables: [
    declared(oneTimeLinks, {
      of: 'installation',
      ownedBy: 'environment_id',
      personal: 'of people who were invited; it ends with the link',
    }),
  ],
}
