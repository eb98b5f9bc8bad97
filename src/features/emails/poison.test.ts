// An email that cannot be made is set aside, and others are sent.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { mailWorld } from '../../../test/mails.ts'

const w = await mailWorld({ after }, { tampers: true })

test('an email with an unreadable snapshot backs off, and others are sent', async () => {
  const poisoned = await w.finalizedFor({ email: 'held@maple.example' })
  await w.invoiceThat(poisoned, (now) => now.email_status === 'sent', 'a mail before')
  // The product never writes such a row.
  await w.sql(
    `update invoices set snapshot = replace(snapshot::text, '"UTC"', '"Mars/Olympus"')::json
     where environment_id = 2`,
  )
  const again = await w.api.post(`/v1/invoices/${poisoned.id}/send`, w.live)
  assert.equal(again.status, 200, again.text)
  const mail = await w.mailThat(poisoned, (each) => each.last_error !== null, 'an attempt')
  assert.equal(mail.status, 'pending')
  assert.equal(mail.attempts_made, 1)
  assert.equal(mail.last_error, 'The email could not be created. See the log of the service.')
  assert.ok(Date.parse(mail.next_attempt_at) > w.clock.now())
  const other = await w.finalizedFor()
  await w.invoiceThat(other, (now) => now.email_status === 'sent', 'another mail')
})
