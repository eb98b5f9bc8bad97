// The preview of an email sent manually: the dry run returns byte for byte what is then sent.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Ask } from '../../../test/client.ts'
import { allEvents, get, INVOICES, type Made, refused } from '../../../test/fixtures.ts'
import { mailWorld } from '../../../test/mails.ts'
import { headerOf, partOf } from '../../../test/mime.ts'

const w = await mailWorld({ after })
const { api, live } = w

const preview = (invoice: Made, body: object, ask: Ask = live) =>
  api.post(`${INVOICES}/${invoice.id}/send?dry_run=true`, { body, ...ask })

const shownIn = async (invoice: Made) => ({
  invoice: await get(api, `${INVOICES}/${invoice.id}`, live),
  emails: await get(api, `/v1/emails?invoice_id=${invoice.id}`, live),
  events: (await allEvents(api, live)).length,
})

for (const [kind, language] of [
  ['invoice', 'en'],
  ['reminder', 'fr'],
] as const) {
  test(`the preview of ${kind} (${language}) matches what is sent`, async () => {
    const finalized = await w.finalizedFor({ language }, { due_date: '2099-12-20' })
    const sent = await w.invoiceThat(finalized, (now) => now.email_status === 'sent', 'the first')
    const before = await shownIn(sent)
    const message = 'Hi Ada,\n<b>did</b> this one slip through?'
    const body = { kind, cc: ['books@maple.example'], message }
    const answer = await preview(sent, body)
    assert.equal(answer.status, 200, answer.text)
    const [shown, ...others] = answer.body.emails
    assert.deepEqual(others, [])
    assert.deepEqual(await shownIn(sent), before, 'nothing was written')
    assert.equal((await api.post(`${INVOICES}/${sent.id}/send`, { body, ...live })).status, 200)
    const isBoth = ({ status, message: own }: Made) => status === 'sent' && own !== ''
    const mail = await w.mailThat(sent, isBoth, 'the email to be sent')
    const kept = await get(api, `/v1/emails/${mail.id}`, live)
    const { text, html, to, subject } = kept
    assert.deepEqual(shown, { kind, to, subject, text, html })
    const received = w.server.received.find(
      ({ mime }) => headerOf(mime, 'message-id') === kept.message_id,
    )
    assert.ok(received)
    const bodyOf = (type: string) =>
      partOf(received.mime, type)?.body.toString('utf8').replaceAll('\r\n', '\n').trim()
    assert.equal(bodyOf('text/html'), shown.html.trim())
    assert.equal(bodyOf('text/plain'), shown.text.trim())
    assert.match(shown.html, /&lt;b&gt;did&lt;\/b&gt;/)
  })
}

test('a preview is refused where sending is', async () => {
  const invoice = await w.finalizedFor({ email: null })
  refused(await preview(invoice, {}), 409, 'email_address_missing')
  assert.equal((await preview(invoice, { to: 'no address' })).status, 400)
  const { body: reader } = await api.post('/v1/api_keys', {
    body: { name: 'Reader', scopes: ['invoices:read', 'emails:read'] },
    ...live,
  })
  const asReader = { key: reader.secret ?? reader.key }
  refused(await preview(invoice, { to: 'a@maple.example' }, asReader), 403, 'permission_denied')
})

test('the link in a preview is the one shown to members who can send the invoice', async () => {
  const invoice = await w.finalizedFor()
  const { body } = await preview(invoice, {})
  assert.equal(body.result.hosted_url, invoice.hosted_url)
  const links = body.emails[0].html.match(/https?:\/\/[^"]+/g)
  assert.deepEqual([...new Set(links)], [invoice.hosted_url])
})
