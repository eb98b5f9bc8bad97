// What mails brings.

import { declared, type Feature, shown } from '../manifest.ts'
import { emails } from '../outbox/record.ts'
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
    read: async (db, keys) => shown(await emails.find(db, keys), emailJson),
  },
  searched: {
    kind: 'email',
    exactly: [
      byId('email', 'eml', emails.find, ({ subject, to_address, status }) => ({
        title: subject,
        detail: to_address,
        status,
      })),
    ],
  },
}
