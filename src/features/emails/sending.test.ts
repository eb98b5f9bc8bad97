// Sending through a real mail server: accepted, refused, deferred and lost emails, and their status in the API.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { allEvents, get, INVOICES, type Made, refused } from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import type { ReceivedMail } from '../../../test/mail-server.ts'
import { mailWorld } from '../../../test/mails.ts'
import { headerOf, partOf } from '../../../test/mime.ts'

const w = await mailWorld({ after })
const { api, server, live } = w
const MINUTE = 60_000

const receivedFor = (invoice: Made): ReceivedMail[] =>
  server.received.filter(({ mime }) => headerOf(mime, 'subject').includes(invoice.number))

async function eventsOf(invoice: Made): Promise<string[]> {
  const events = await allEvents(api, live)
  return events.filter(({ data }) => data.object.id === invoice.id).map(({ type }) => type)
}

const isSent = (invoice: Made) => invoice.email_status === 'sent'
const isTaken = () => ({ recipient: server.onRecipient, mail: server.onMail })

/** Changes the server's behavior until the test ends. */
function during(t: { after(work: () => void): void }, changed: Partial<typeof server>): void {
  const { recipient, mail } = isTaken()
  Object.assign(server, changed)
  t.after(() => Object.assign(server, { onRecipient: recipient, onMail: mail }))
}

test('a finalized invoice is emailed with its document, and its status is sent', async () => {
  const draft = await w.finalizedFor({ language: 'fr' }, { due_date: '2099-12-20' })
  assert.equal(draft.email_status, 'pending')
  const invoice = await w.invoiceThat(draft, isSent, 'the mail to be taken')
  assert.ok(invoice.sent_at >= invoice.finalized_at)
  const [mail, ...others] = receivedFor(invoice)
  assert.ok(mail)
  assert.deepEqual(others, [])
  assert.deepEqual(mail.to, ['ada@maple.example'])
  assert.equal(headerOf(mail.mime, 'subject'), `Facture ${invoice.number} de Default`)
  assert.equal(headerOf(mail.mime, 'from'), 'Default <billing@nordlicht.example>')
  const text = partOf(mail.mime, 'text/plain')?.body.toString('utf8') ?? ''
  // 3 × 19.99 = 59.97.
  assert.match(text, /Merci de payer 59,97\u00a0\$CA au plus tard le 20\u00a0décembre\u00a02099\./)
  assert.ok(text.includes(invoice.hosted_url))
  assert.doesNotMatch(text, /essai/, 'it is no test')
  const pdf = partOf(mail.mime, 'application/pdf')
  assert.ok(pdf?.body.equals((await api.get(`${INVOICES}/${invoice.id}/pdf`, live)).bytes))
  assert.match(pdf?.type ?? '', new RegExp(`${invoice.number}\\.pdf`))
  const kept = await w.mailThat(invoice, ({ status }) => status === 'sent', 'it to be kept')
  assert.equal(headerOf(mail.mime, 'message-id'), kept.message_id)
  assert.equal(kept.attempts_made, 1)
  const shown = await get(api, `/v1/emails/${kept.id}`, live)
  assert.equal(shown.text.trim(), text.replaceAll('\r\n', '\n').trim())
  assert.deepEqual(await eventsOf(invoice), [
    'invoice.created',
    'invoice.finalized',
    'invoice.sent',
  ])
})

test('emails of test environments are never sent', async () => {
  const { body: customer } = await api.post('/v1/customers', {
    body: { name: 'Test Inc.', email: 'test@maple.example' },
  })
  const line = { description: 'Seats', quantity: 1, unit_amount: 100 }
  const body = { customer_id: customer.id, line_items: [line] }
  const { body: draft } = await api.post(INVOICES, { body })
  const { body: finalized } = await api.post(`${INVOICES}/${draft.id}/finalize`)
  assert.equal(finalized.email_status, 'outbox')
  // A later email is sent, so this one would have been, too.
  await w.invoiceThat(await w.finalizedFor(), isSent, 'a later mail')
  assert.deepEqual(
    server.received.filter(({ to }) => to.includes('test@maple.example')),
    [],
  )
})

test('an email refused permanently fails at once, and the invoice says so', async (t) => {
  during(t, { onRecipient: () => ({ code: 550, text: '5.1.1 No such user' }) })
  const draft = await w.finalizedFor()
  const invoice = await w.invoiceThat(draft, (now) => now.email_status === 'failed', 'a failure')
  assert.equal(invoice.status, 'posted')
  assert.equal(invoice.sent_at, null)
  const [mail] = await w.mailsOf(invoice)
  assert.equal(mail.status, 'failed')
  assert.equal(mail.attempts_made, 1)
  assert.match(mail.last_error, /550 5\.1\.1 No such user/)
  assert.deepEqual((await eventsOf(invoice)).at(-1), 'invoice.send_failed')
})

test('a failed email can be sent again after the address was corrected', async (t) => {
  during(t, { onRecipient: (to) => (to.startsWith('a') ? { code: 550, text: 'No' } : 'take') })
  const draft = await w.finalizedFor()
  const failed = await w.invoiceThat(draft, (now) => now.email_status === 'failed', 'a failure')
  const pressing = async () =>
    (await get(api, `/v1/emails?needs_attention=true&invoice_id=${failed.id}`, live)).total_count
  assert.equal(await pressing(), 1)
  const body = { to: 'books@maple.example' }
  const { body: again } = await api.post(`${INVOICES}/${failed.id}/send`, { body, ...live })
  assert.equal(again.email_status, 'pending')
  const sent = await w.invoiceThat(failed, isSent, 'the second mail')
  assert.deepEqual(
    receivedFor(sent).map(({ to }) => to),
    [['books@maple.example']],
  )
  assert.deepEqual((await eventsOf(sent)).slice(-2), ['invoice.updated', 'invoice.sent'])
  assert.equal(await pressing(), 0, 'a later mail about the same invoice mends it')
})

test('a greylisted email is retried when due, with the same content', async (t) => {
  let isGrey = true
  during(t, { onMail: () => (isGrey ? { code: 450, text: '4.2.0 Greylisted' } : 'take') })
  const invoice = await w.finalizedFor()
  const grey = await w.mailThat(invoice, (mail) => mail.attempts_made === 1, 'the first attempt')
  assert.equal(grey.status, 'pending')
  assert.match(grey.last_error, /450 4\.2\.0 Greylisted/)
  const wait = Date.parse(grey.next_attempt_at) - w.clock.now()
  // The minute less the time since the attempt.
  assert.ok(wait > 10_000 && wait <= MINUTE, `${wait} ms`)
  w.clock.move(MINUTE, t)
  await w.mailThat(invoice, (mail) => mail.attempts_made === 2, 'the second attempt')
  isGrey = false
  // 1 minute, then 5.
  w.clock.move(5 * MINUTE, t)
  await w.invoiceThat(invoice, isSent, 'the third attempt')
  const raws = receivedFor(invoice).map(({ raw }) => raw)
  assert.equal(raws.length, 3)
  assert.equal(new Set(raws).size, 1, 'every attempt sends the same bytes')
})

test('an email is given up after nine failed attempts', async (t) => {
  during(t, { onRecipient: () => ({ code: 451, text: '4.3.0 Try later' }) })
  const invoice = await w.finalizedFor()
  for (let attempt = 1; attempt < 9; attempt++) {
    await w.mailThat(invoice, (mail) => mail.attempts_made === attempt, `attempt ${attempt}`)
    w.clock.move(24 * 60 * MINUTE, t)
  }
  const mail = await w.mailThat(invoice, ({ status }) => status === 'failed', 'giving up')
  assert.equal(mail.attempts_made, 9)
  assert.equal(mail.next_attempt_at, null)
  await w.invoiceThat(invoice, (now) => now.email_status === 'failed', 'the invoice to say so')
})

test('an email dropped after DATA is sent again with the same Message-ID', async (t) => {
  let drops = 1
  during(t, { onMail: () => (drops-- > 0 ? 'drop' : 'take') })
  const invoice = await w.finalizedFor()
  const mail = await w.mailThat(invoice, ({ attempts_made }) => attempts_made === 1, 'an attempt')
  assert.equal(mail.status, 'pending')
  assert.match(mail.last_error, /connection to the email server was lost/)
  w.clock.move(MINUTE, t)
  await w.invoiceThat(invoice, isSent, 'the repetition')
  const ids = receivedFor(invoice).map(({ mime }) => headerOf(mime, 'message-id'))
  assert.deepEqual(ids, [mail.message_id, mail.message_id])
})

test('an outcome is recorded only while its lease is valid', async (t) => {
  let answer: (verdict: 'take') => void = () => undefined
  const verdict = new Promise<'take'>((resolve) => {
    answer = resolve
  })
  during(t, { onMail: () => verdict })
  const invoice = await w.finalizedFor()
  await until('the mail to be handed over', () => receivedFor(invoice).length === 1)
  // Another process has leased it meanwhile, as after four minutes of sleep.
  const [mail] = await w.mailsOf(invoice)
  const [other] = await w.sql<{ token: string }>(
    `update emails set lease_token = gen_random_uuid()
     where environment_id = 2 and status = 'pending' and message_id = $1
     returning lease_token as token`,
    [mail.message_id.slice(1, -1)],
  )
  assert.ok(other)
  answer('take')
  server.onMail = () => 'take'
  // An email that is recorded later.
  await w.invoiceThat(await w.finalizedFor(), isSent, 'a later mail')
  const [still] = await w.mailsOf(invoice)
  assert.deepEqual([still.status, still.attempts_made], ['pending', 0])
  w.clock.move(5 * MINUTE, t)
  await w.invoiceThat(invoice, isSent, 'the other one to send it')
})

test('a hanging email delays no other', async (t) => {
  during(t, { onRecipient: (to) => (to.startsWith('slow') ? 'hang' : 'take') })
  await w.finalizedFor({ email: 'slow@maple.example' })
  const others = await Promise.all([w.finalizedFor(), w.finalizedFor(), w.finalizedFor()])
  for (const other of others) await w.invoiceThat(other, isSent, 'the others')
})

test('an email of an invoice voided before sending is not sent', async (t) => {
  during(t, { onRecipient: () => ({ code: 450, text: '4.2.0 Later' }) })
  const invoice = await w.finalizedFor()
  await w.mailThat(invoice, (mail) => mail.attempts_made === 1, 'an attempt')
  await api.post(`${INVOICES}/${invoice.id}/void`, live)
  w.clock.move(MINUTE, t)
  const mail = await w.mailThat(invoice, ({ status }) => status === 'canceled', 'its end')
  assert.equal(mail.attempts_made, 1)
  const now = await get(api, `${INVOICES}/${invoice.id}`, live)
  assert.deepEqual([now.status, now.email_status], ['void', null])
})

test('non-ASCII names arrive intact, and no name injects a header', async () => {
  const contact_name = 'Zoë Größe\r\nBcc: eve@example.net'
  const draft = await w.finalizedFor({ name: '株式会社 🚲', contact_name })
  const invoice = await w.invoiceThat(draft, isSent, 'the mail')
  const [mail] = receivedFor(invoice)
  assert.ok(mail)
  assert.deepEqual(mail.to, ['ada@maple.example'])
  assert.equal(mail.mime.headers.has('bcc'), false)
  assert.equal(headerOf(mail.mime, 'to'), 'Zoë Größe Bcc: eve@example.net <ada@maple.example>')
})

test('two processes send each email once', async () => {
  const second = await w.secondProcess()
  const invoices = await Promise.all(Array.from({ length: 16 }, () => w.finalizedFor()))
  for (const invoice of invoices) await w.invoiceThat(invoice, isSent, 'all mails')
  for (const invoice of invoices) assert.equal(receivedFor(invoice).length, 1, invoice.number)
  await second.stop()
})

test('an email sent manually has copies and a message', async () => {
  const finalized = await w.finalizedFor({}, { due_date: '2099-12-20' })
  const before = await w.invoiceThat(finalized, isSent, 'the first mail to be taken')
  const body = {
    cc: ['books@maple.example', 'cfo@maple.example', 'books@maple.example'],
    message: 'Dear Ada,\n\nas <b>agreed</b> on the phone.',
  }
  const sent = await api.post(`${INVOICES}/${finalized.id}/send`, { body, ...live })
  assert.equal(sent.status, 200, sent.text)
  const mail = await until('the second one', async () => receivedFor(before)[1])
  assert.deepEqual(mail.to.toSorted(), [
    'ada@maple.example',
    'books@maple.example',
    'cfo@maple.example',
  ])
  assert.equal(headerOf(mail.mime, 'cc'), 'books@maple.example, cfo@maple.example')
  const text = partOf(mail.mime, 'text/plain')?.body.toString('utf8').replaceAll('\r\n', '\n') ?? ''
  assert.match(text, /Hi Ada,\n\nDear Ada,\n\nas <b>agreed<\/b> on the phone\.\n\nHere is your/)
  const html = partOf(mail.mime, 'text/html')?.body.toString('utf8') ?? ''
  assert.match(html, /Dear Ada,<br><br>as &lt;b&gt;agreed&lt;\/b&gt; on the phone\./)
  const kept = (await w.mailsOf(finalized))[1] as Made
  assert.deepEqual(kept.cc, ['books@maple.example', 'cfo@maple.example'])
  assert.equal(kept.message, body.message)
  await w.mailThat(
    finalized,
    ({ id, status }) => id === kept.id && status === 'sent',
    'its outcome',
  )
})

test('an email whose recipient is refused but not its copy counts as not sent', async (t) => {
  const finalized = await w.finalizedFor()
  await w.invoiceThat(finalized, isSent, 'the first mail to be taken')
  during(t, {
    onRecipient: (address) =>
      address.startsWith('gone') ? { code: 550, text: 'No such user' } : 'take',
  })
  const body = { to: 'gone@maple.example', cc: ['books@maple.example'] }
  assert.equal((await api.post(`${INVOICES}/${finalized.id}/send`, { body, ...live })).status, 200)
  const failed = await w.mailThat(finalized, ({ status }) => status === 'failed', 'it to fail')
  assert.match(failed.last_error, /No such user/)
})

test('a manual reminder records an event, is counted, and keeps the planned ones', async () => {
  const finalized = await w.finalizedFor({}, { due_date: '2099-12-20' })
  const body = { kind: 'reminder', message: 'Did this one slip through?' }
  const path = `${INVOICES}/${finalized.id}/send`
  const reminded = await api.post(path, { body, ...live })
  assert.equal(reminded.status, 200, reminded.text)
  const mail = await w.mailThat(finalized, ({ kind }) => kind === 'reminder', 'the reminder')
  assert.match(mail.subject, /^Reminder: invoice INV-\d+ from Default, due December 20, 2099$/)
  assert.ok((await eventsOf(finalized)).includes('invoice.reminded'))
  const verified = await api.get('/v1/ledger/verification', live)
  assert.equal(verified.body.clean, true, verified.text)

  const voided = await api.post(`${INVOICES}/${finalized.id}/void`, live)
  assert.equal(voided.status, 200, voided.text)
  refused(await api.post(path, { body, ...live }), 409, 'invoice_not_sendable')
  refused(
    await api.post(path, { body: { cc: ['a@b.example', 'a<b@c.example'] }, ...live }),
    400,
    'parameter_invalid',
    'cc[1]',
  )
})
