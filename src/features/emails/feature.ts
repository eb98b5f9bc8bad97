// What mails brings.

import { declared, type Feature, shown } from '../manifest.ts'
import { emails, findEmails } from '../outbox/store.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { emailRoutes } from './routes.ts'
import { emailJson } from './schemas.ts'

export const emailsFeature: Feature<Service> = {
  name: 'emails',
  tables: [declared(emails, { personal: 'once it is sent, an erasure blanks it' })],
  routes: emailRoutes,
  exported: {
    table: 'emails',
    list: '/emails',
    read: async (db, keys) => shown(await findEmails(db, keys), emailJson),
  },
  searched: {
    kind: 'email',
    exactly: [
      byId('email', 'eml', findEmails, ({ subject, to_address, status }) => ({
        title: subject,
        detail: to_address,
        status,
      })),
    ],
  },
}
