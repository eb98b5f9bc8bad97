// The manifest of the emails feature.

import { declared, type Feature } from '../manifest.ts'
import { emailIds, emails } from '../outbox/record.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { emailRoutes } from './routes.ts'
import { emailJson } from './schemas.ts'
import { type EmailBackground, sendSweep } from './sweeps.ts'

export const emailsFeature: Feature<Service, EmailBackground> = {
  name: 'emails',
  tables: [declared(emails, { personal: 'an erasure clears it once it is sent' })],
  routes: emailRoutes,
  objects: { ...emails, json: emailJson },
  erased: {
    table: 'emails',
    meanwhile: 'all',
    // Deletes recipients, texts and server responses; pending emails are sent first.
    erase: (tx, environmentId, ids) =>
      emails.erase(tx, environmentId, ids, "t.status <> 'pending'"),
  },
  searched: {
    kind: 'email',
    exactly: [
      byId(emailIds, emails.find, ({ subject, to_address, status }) => ({
        title: subject,
        detail: to_address,
        status,
      })),
    ],
  },
  sweeps({ mailer, ...background }) {
    if (!mailer) return []
    const onFailure = background.logged('an email could not be processed and will be retried')
    const wake = () => background.wake('emails.send')
    return [sendSweep({ ...background, mailer, wake, onFailure })]
  },
}
