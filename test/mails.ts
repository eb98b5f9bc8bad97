// Helpers for email tests: a world with a mail server, live customers, and waiting for emails.

import assert from 'node:assert/strict'
import type { Ask } from './client.ts'
import { bodyOf, CUSTOMERS, get, INVOICES, type Made, makeInvoice } from './fixtures.ts'
import { until, type World, type WorldOptions, world } from './harness.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type MovingClock, movingClock } from './moving-clock.ts'

export interface MailWorld extends World {
  clock: MovingClock
  server: MailServer
  /** Options with the live key: only live environments send. */
  live: Ask
  /** Creates a finalized invoice of a new live customer. */
  finalizedFor(customer?: object, more?: object): Promise<Made>
  /** Issues a credit note of 10.00 on the invoice, and emails it. */
  noteFor(invoice: Made, more?: object): Promise<Made>
  noteThat(note: Made, wanted: (note: Made) => boolean, what: string): Promise<Made>
  mailsOf(invoice: Made): Promise<Made[]>
  invoiceThat(invoice: Made, wanted: (invoice: Made) => boolean, what: string): Promise<Made>
  mailThat(invoice: Made, wanted: (mail: Made) => boolean, what: string): Promise<Made>
}

type Lifetime = Parameters<typeof world>[0] & Parameters<typeof startMailServer>[0]

export async function mailWorld(
  lifetime: Lifetime,
  options: WorldOptions = {},
  clock = movingClock(),
): Promise<MailWorld> {
  const server = await startMailServer(lifetime)
  const settings = {
    SMTP_URL: server.url,
    MAIL_FROM: 'billing@nordlicht.example',
    // A hanging email is aborted soon after the test ends.
    SHUTDOWN_TIMEOUT_SECONDS: '1',
    ...options.settings,
  }
  const w = await world(lifetime, { ...options, settings, wallNow: clock.now })
  const live = { key: w.keys.live }
  const mailsOf: MailWorld['mailsOf'] = async ({ id }) =>
    (await get(w.api, `/v1/emails?invoice_id=${id}`, live)).data.reverse()
  const objectThat =
    (collection: string): MailWorld['noteThat'] =>
    ({ id }, wanted, what) =>
      until(what, async () => {
        const now = await get(w.api, `${collection}/${id}`, live)
        return wanted(now) && now
      })
  return {
    ...w,
    clock,
    server,
    live,
    mailsOf,
    async finalizedFor(customer = {}, more = {}) {
      const ada = { name: 'Maple Inc.', contact_name: 'Ada', email: 'ada@maple.example' }
      const made = await w.api.post(CUSTOMERS, { body: { ...ada, ...customer }, ...live })
      assert.equal(made.status, 201, made.text)
      const draft = await makeInvoice(w.api, { customer_id: made.body.id, ...more }, live)
      return bodyOf(w.api.post(`${INVOICES}/${draft.id}/finalize`, live), 200)
    },
    noteFor({ id }, more = {}) {
      const body = { invoice_id: id, amount: 1000, reason: 'goodwill', send_email: true, ...more }
      return bodyOf(w.api.post('/v1/credit_notes', { body, ...live }), 201)
    },
    noteThat: objectThat('/v1/credit_notes'),
    invoiceThat: objectThat(INVOICES),
    mailThat: (invoice, wanted, what) =>
      until(what, async () => (await mailsOf(invoice)).find(wanted)),
  }
}
