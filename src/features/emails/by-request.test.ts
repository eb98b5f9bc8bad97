// Emails sent on request: the dry run returns exactly the bytes that are sent later, for invoices and for credit notes.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Ask } from '../../../test/client.ts'
import { allEvents, get, INVOICES, type Made, refused } from '../../../test/fixtures.ts'
import type { ReceivedMail } from '../../../test/mail-server.ts'
import { mailWorld } from '../../../test/mails.ts'
import { headerOf, partOf } from '../../../test/mime.ts'

const w = await mailWorld({ after })
const { api, server, live } = w

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
    const received = server.received.find(
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

const NOTES = '/v1/credit_notes'
const receivedFor = ({ number }: Made): ReceivedMail[] =>
  server.received.filter(({ mime }) => headerOf(mime, 'subject').includes(number))
const textOf = ({ mime }: ReceivedMail) =>
  partOf(mime, 'text/plain')?.body.toString('utf8').replaceAll('\r\n', '\n') ?? ''
const statusIs = (status: string) => (note: Made) => note.email_status === status
const send = (note: Made, body: object, more: object = {}) =>
  api.post(`${NOTES}/${note.id}/send`, { body, ...live, ...more })
const mailsOf = async ({ id }: Made) =>
  (await get(api, `/v1/emails?credit_note_id=${id}`, live)).data as Made[]
const eventsOf = async ({ id }: Made) =>
  (await allEvents(api, live)).flatMap(({ type, data }) => (data.object.id === id ? [type] : []))

test('an issued note is emailed once, in French, with its PDF and a link to its page', async () => {
  // 3 × 19.99 = 59.97, of which 10.00 are credited.
  const invoice = await w.finalizedFor({ language: 'fr' })
  const issued = await w.noteFor(invoice)
  assert.equal(issued.email_status, 'pending')
  const note = await w.noteThat(issued, statusIs('sent'), 'the note to be taken')
  assert.ok(note.sent_at >= note.created_at)
  const [mail, ...others] = receivedFor(note)
  assert.ok(mail)
  assert.deepEqual([others, mail.to], [[], ['ada@maple.example']])
  assert.equal(headerOf(mail.mime, 'subject'), `Avoir ${note.number} de Default`)
  const text = textOf(mail)
  assert.match(text, /Voici votre avoir CN-\d+, qui corrige la facture INV-\d+\./)
  assert.match(text, /Total crédité: 10,00\u00a0\$CA\n/)
  assert.match(text, /L’avoir est joint au format PDF\./)
  assert.doesNotMatch(text, /Comment payer/)
  const page = `${invoice.hosted_url}/${note.number}`
  assert.ok(text.includes(`Voir l’avoir:\n${page}\n`), text)
  assert.ok((await api.get(new URL(page).pathname)).text.includes(note.number))
  const pdf = partOf(mail.mime, 'application/pdf')
  assert.match(pdf?.type ?? '', new RegExp(`${note.number}\\.pdf`))
  assert.ok(pdf?.body.equals((await api.get(`${NOTES}/${note.id}/pdf`, live)).bytes))
  assert.deepEqual(await eventsOf(note), ['credit_note.issued', 'credit_note.sent'])
  const [kept] = await mailsOf(note)
  assert.deepEqual([kept?.kind, kept?.invoice_id], ['credit_note', invoice.id])
  const { data } = await get(api, `/v1/invoices/${invoice.id}/timeline`, live)
  const told = data.map(({ summary }: Made) => summary)
  assert.ok(told.includes('A credit note to ada@maple.example was sent.'), told.join('\n'))
  assert.ok(
    told.includes(`The email with credit note ${note.number} was accepted by the email server.`),
  )
})

test('a note is sent as previewed, and a retry sends nothing more', async () => {
  const note = await w.noteFor(await w.finalizedFor(), { send_email: false })
  assert.equal(note.email_status, null)
  const body = {
    to: 'books@maple.example',
    cc: ['cfo@maple.example'],
    message: 'As <b>agreed</b>.',
  }
  const { body: foreseen } = await api.post(`${NOTES}/${note.id}/send?dry_run=true`, {
    body,
    ...live,
  })
  const [{ text, html, subject }] = foreseen.emails
  assert.equal(subject, `Credit note ${note.number} from Default`)
  assert.match(
    text,
    /As <b>agreed<\/b>\.\n\nHere is your credit note CN-\d+, which corrects invoice INV-\d+\.\n/,
  )
  assert.match(html, /Total credited.*CA\$10\.00/s)
  assert.equal((await mailsOf(note)).length, 0)
  const more = { headers: { 'idempotency-key': 'send-note' } }
  const [first, again] = [await send(note, body, more), await send(note, body, more)]
  assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
  await w.noteThat(note, statusIs('sent'), 'the note to be taken')
  const [mail, ...others] = receivedFor(note)
  assert.ok(mail)
  assert.deepEqual([others, mail.to], [[], ['books@maple.example', 'cfo@maple.example']])
  assert.equal(textOf(mail).trim(), text.trim())
})

test('a note that the mail server refuses needs attention until it is sent again', async (t) => {
  const { onRecipient } = server
  server.onRecipient = (to) => (to.startsWith('ada') ? { code: 550, text: 'No' } : 'take')
  t.after(() => Object.assign(server, { onRecipient }))
  const invoice = await w.finalizedFor({ email: 'grace@maple.example' })
  const note = await w.noteFor(invoice, { send_email: false })
  await send(note, { to: 'ada@maple.example' })
  await w.noteThat(note, statusIs('failed'), 'the note to fail')
  const pressing = async () =>
    (await get(api, `/v1/emails?needs_attention=true&credit_note_id=${note.id}`, live)).total_count
  assert.equal(await pressing(), 1)
  // An email with the invoice does not deliver the note.
  await api.post(`/v1/invoices/${invoice.id}/send`, live)
  assert.equal(await pressing(), 1)
  await send(note, {})
  await w.noteThat(note, statusIs('sent'), 'the note to be taken')
  assert.equal(await pressing(), 0)
  const sends = ['credit_note.updated', 'credit_note.send_failed']
  const sent = ['credit_note.updated', 'credit_note.sent']
  assert.deepEqual(await eventsOf(note), ['credit_note.issued', ...sends, ...sent])
})

test('a note voided before its email is sent is not sent, and cannot be sent later', async (t) => {
  const { onRecipient } = server
  server.onRecipient = () => ({ code: 450, text: '4.2.0 Later' })
  t.after(() => Object.assign(server, { onRecipient }))
  const note = await w.noteFor(await w.finalizedFor())
  const attempted = ({ attempts_made }: Made) => attempts_made === 1
  await w.mailThat(
    { id: note.invoice_id },
    (mail) => mail.kind === 'credit_note' && attempted(mail),
    'an attempt',
  )
  assert.equal((await api.post(`${NOTES}/${note.id}/void`, live)).status, 200)
  w.clock.move(60_000, t)
  await w.noteThat(note, (now) => now.email_status === null, 'the email to be canceled')
  assert.equal((await mailsOf(note))[0]?.status, 'canceled')
  const { message } = refused(await send(note, {}), 409, 'credit_note_not_sendable')
  assert.match(
    message,
    /^Credit note CN-\d+ is void; only a credit note that is not void can be sent\.$/,
  )
})

test('sending a note needs its scope, an address and a note', async () => {
  const note = await w.noteFor(await w.finalizedFor({ email: null }))
  assert.equal(note.email_status, 'no_address')
  const { message } = refused(await send(note, {}), 409, 'email_address_missing')
  assert.ok(message.includes(`no email address to send credit note ${note.number} to.`), message)
  refused(await send(note, { to: 'ada' }), 400, 'parameter_invalid', 'to')
  refused(await send({ id: 'cn_01h2xcejqtf2nbrexx3vqjhp41' }, {}), 404, 'resource_missing')
  const scopes = ['credit_notes:read', 'invoices:write']
  const { body } = await api.post('/v1/api_keys', { body: { name: 'Reader', scopes }, ...live })
  refused(await send(note, {}, { key: body.secret ?? body.key }), 403, 'permission_denied')
})
