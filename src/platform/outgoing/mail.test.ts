// Email against a real SMTP server: acceptance, refusals, timeouts, and the bytes that arrive.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test, { type TestContext } from 'node:test'
import { until } from '../../../test/harness.ts'
import { type MailServer, startMailServer, type Verdict } from '../../../test/mail-server.ts'
import { headerOf, partOf } from '../../../test/mime.ts'
import { tlsSettings } from '../../../test/tls.ts'
import {
  createMailer,
  isSmtpUrl,
  type Mailer,
  type OutgoingMail,
  oneLine,
  smtpServer,
} from './mail.ts'

const MAIL: OutgoingMail = {
  message_id: 'eml_01h2xcejqtf2nbrexx3vqjhp41@example.com',
  date: Date.UTC(2026, 10, 21, 9, 30),
  from: { name: 'Nordlicht Billing', address: 'billing@example.com' },
  to: { name: 'Ada Lovelace', address: 'ada@example.org' },
  cc: [],
  reply_to: null,
  subject: 'Invoice INV-000042',
  text: 'The invoice is attached.',
  html: '<p>The invoice is attached.</p>',
  attachments: [
    { filename: 'INV-000042.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') },
  ],
}

async function mailerTo(
  t: TestContext,
  url: string,
  timeoutMs = 60_000,
  caFile?: string,
): Promise<Mailer> {
  const mailer = await createMailer({
    ...{ url, caFile, timeoutMs },
    ...{ connections: 2, connectTimeoutMs: 60_000 },
  })
  t.after(() => mailer.close())
  return mailer
}

async function start(t: TestContext): Promise<{ server: MailServer; mailer: Mailer }> {
  const server = await startMailServer(t)
  return { server, mailer: await mailerTo(t, server.url) }
}

test('an email arrives with text, HTML and attachment', async (t) => {
  const { server, mailer } = await start(t)
  const outcome = await mailer.send(MAIL)
  assert.equal(outcome.state, 'accepted')
  const [mail] = server.received
  assert.ok(mail)
  assert.equal(mail.from, 'billing@example.com')
  assert.deepEqual(mail.to, ['ada@example.org'])
  const read = (name: string) => headerOf(mail.mime, name)
  assert.equal(read('message-id'), `<${MAIL.message_id}>`)
  assert.equal(read('from'), 'Nordlicht Billing <billing@example.com>')
  assert.equal(read('to'), 'Ada Lovelace <ada@example.org>')
  assert.equal(read('subject'), 'Invoice INV-000042')
  assert.equal(read('date'), 'Sat, 21 Nov 2026 09:30:00 +0000')
  assert.equal(read('auto-submitted'), 'auto-generated')
  assert.equal(partOf(mail.mime, 'text/plain')?.body.toString('utf8').trim(), MAIL.text)
  assert.equal(partOf(mail.mime, 'text/html')?.body.toString('utf8').trim(), MAIL.html)
  assert.equal(partOf(mail.mime, 'application/pdf')?.body.toString('utf8'), '%PDF-')
})

test('a retry is identical to the last byte', async (t) => {
  const { server, mailer } = await start(t)
  await mailer.send(MAIL)
  await mailer.send(MAIL)
  assert.equal(server.received.length, 2)
  assert.equal(server.received[1]?.raw, server.received[0]?.raw)
})

test('names beyond ASCII arrive unchanged', async (t) => {
  const { server, mailer } = await start(t)
  const name = 'Größe & Σοφία 株式会社 🚲'
  const subject = 'Facture INV-000042 de Café « Été »'
  const to = { name, address: 'ada@example.org' }
  const outcome = await mailer.send({ ...MAIL, to, subject, text: name })
  assert.equal(outcome.state, 'accepted')
  const [mail] = server.received
  assert.ok(mail)
  assert.equal(headerOf(mail.mime, 'to'), `${name} <ada@example.org>`)
  assert.equal(headerOf(mail.mime, 'subject'), subject)
  assert.equal(partOf(mail.mime, 'text/plain')?.body.toString('utf8').trim(), name)
  assert.match(mail.raw.split('\r\n\r\n')[0] as string, /^[\x20-\x7e\r\n\t]*$/, 'headers in ASCII')
})

/** Texts that must add neither a header nor a recipient. */
const HOSTILE = [
  'a\r\nBcc: eve@example.net',
  'a\nBcc: eve@example.net\n\nhello',
  'a\rBcc: eve@example.net',
  'a\u2028Bcc: eve@example.net',
  'a\u0085Bcc: eve@example.net',
  '"Ada" <eve@example.net>, eve@example.net',
  'Ada\u0000<eve@example.net>',
  `${'x'.repeat(2_000)}\r\nBcc: eve@example.net`,
]

test('no name or subject becomes a header or a recipient', async (t) => {
  const { server, mailer } = await start(t)
  for (const name of HOSTILE) {
    const outcome = await mailer.send({
      ...MAIL,
      from: { ...MAIL.from, name },
      to: { ...MAIL.to, name },
      reply_to: { name, address: 'office@example.com' },
      subject: name,
    })
    assert.equal(outcome.state, 'accepted', name)
    const mail = server.received.at(-1)
    assert.ok(mail)
    assert.deepEqual(mail.to, ['ada@example.org'])
    assert.deepEqual([...mail.mime.headers.keys()].sort(), HEADERS, JSON.stringify(name))
    assert.match(headerOf(mail.mime, 'to'), / <ada@example\.org>$/)
    assert.match(headerOf(mail.mime, 'from'), / <billing@example\.com>$/)
  }
})

const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]

test('an unusual address has one recipient or none', async (t) => {
  const { server, mailer } = await start(t)
  for (const address of [
    'a,b@example.org',
    'a;b@example.org',
    'a<b>c@example.org',
    '"a@example.org',
  ]) {
    const before = server.received.length
    const outcome = await mailer.send({ ...MAIL, to: { name: 'Ada', address } })
    if (outcome.state === 'accepted') {
      assert.equal(server.received[before]?.to.length, 1, address)
      assert.match(server.received[before]?.to[0] ?? '', /@example\.org$/)
    } else {
      assert.equal(outcome.state, 'refused', `${address}: ${outcome.error}`)
      assert.equal(server.received.length, before)
    }
  }
})

const ENDS: [string, Verdict, 'recipient' | 'mail', string, RegExp][] = [
  [
    'unknown here',
    { code: 550, text: '5.1.1 No such user' },
    'recipient',
    'refused',
    /550 5\.1\.1/,
  ],
  ['greylisted', { code: 450, text: '4.2.0 Come back later' }, 'recipient', 'again', /450 4\.2\.0/],
  ['busy', { code: 421, text: '4.3.2 Shutting down' }, 'recipient', 'again', /421 4\.3\.2/],
  ['judged to be spam', { code: 554, text: '5.7.1 Spam' }, 'mail', 'refused', /554 5\.7\.1/],
  ['disk full', { code: 452, text: '4.3.1 Full' }, 'mail', 'again', /452 4\.3\.1/],
  ['wants a login', { code: 530, text: '5.7.0 Log in first' }, 'recipient', 'again', /530 5\.7\.0/],
  ['dropped before', 'drop', 'recipient', 'again', /connection/],
  ['dropped after DATA', 'drop', 'mail', 'again', /connection/],
]

for (const [name, verdict, at, state, error] of ENDS) {
  test(`the outcome of an email is ${state}: ${name}`, async (t) => {
    const { server, mailer } = await start(t)
    if (at === 'recipient') server.onRecipient = () => verdict
    else server.onMail = () => verdict
    const outcome = await mailer.send(MAIL)
    assert.equal(outcome.state, state)
    assert.match('error' in outcome ? outcome.error : '', error)
    // It was sent once; the library made no retry that the caller does not count.
    assert.equal(server.received.length, at === 'mail' ? 1 : 0)
    server.onRecipient = () => 'take'
    server.onMail = () => 'take'
    assert.equal((await mailer.send(MAIL)).state, 'accepted')
  })
}

test('a server that hangs is abandoned after the timeout, also after DATA', async (t) => {
  const server = await startMailServer(t)
  const mailer = await mailerTo(t, server.url, 300)
  server.onRecipient = () => 'hang'
  const outcome = await mailer.send(MAIL)
  assert.deepEqual(outcome, {
    state: 'again',
    error: 'The email server did not respond within 0.3 seconds.',
  })
  server.onRecipient = () => 'take'
  server.onMail = () => 'hang'
  assert.equal((await mailer.send(MAIL)).state, 'again')
  server.onMail = () => 'take'
  // So short a timeout can be too short for a loaded machine, once or twice.
  const accepted = async () => (await mailer.send(MAIL)).state === 'accepted'
  await until('a mail to be taken', accepted)
})

test('sending ends when the service stops', async (t) => {
  const { server, mailer } = await start(t)
  server.onMail = () => 'hang'
  const cut = new AbortController()
  const sending = mailer.send(MAIL, cut.signal)
  cut.abort()
  assert.equal((await sending).state, 'again')
})

test('an unreachable server or a wrong password means a retry, with a reason', async (t) => {
  const gone = await mailerTo(t, 'smtp://127.0.0.1:1')
  const outcome = await gone.send(MAIL)
  assert.equal(outcome.state, 'again')
  assert.match('error' in outcome ? outcome.error : '', /ECONNREFUSED/)
  const server = await startMailServer(t, 'p@ss:word')
  assert.equal((await (await mailerTo(t, server.url)).send(MAIL)).state, 'accepted')
  const wrong = await mailerTo(t, server.url.replace(/%40/, 'x'))
  const refused = await wrong.send(MAIL)
  assert.equal(refused.state, 'again')
  assert.match('error' in refused ? refused.error : '', /535/)
  await assert.rejects(wrong.greet(), /535/)
  await (await mailerTo(t, server.url)).greet()
})

test('connections are reused and bounded', async (t) => {
  const { server, mailer } = await start(t)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => mailer.send(MAIL)))
  assert.ok(outcomes.every(({ state }) => state === 'accepted'))
  assert.equal(server.connections, 2)
})

test('a password leaves this machine only over TLS', () => {
  assert.deepEqual(smtpServer('smtp://u:p%40s@smtp.example.com'), {
    host: 'smtp.example.com',
    port: 587,
    secure: false,
    requireTLS: true,
    auth: { user: 'u', pass: 'p@s' },
  })
  assert.equal(smtpServer('smtps://u:p@smtp.example.com').port, 465)
  assert.equal(smtpServer('smtps://u:p@smtp.example.com').secure, true)
  assert.equal(smtpServer('smtp://u:p@127.0.0.1:2525').requireTLS, false)
  assert.equal(smtpServer('smtp://[::1]:25').host, '::1')
  assert.equal(smtpServer('smtp://relay.example.com:25').requireTLS, false)
})

test('a self-signed certificate is accepted on loopback, elsewhere only from SMTP_CA_FILE', async (t) => {
  const { TLS_CERT_FILE, TLS_KEY_FILE } = tlsSettings(t)
  const [cert, key] = [TLS_CERT_FILE, TLS_KEY_FILE].map((path) => readFileSync(path))
  const server = await startMailServer(t, undefined, { cert, key })
  const port = new URL(server.url).port
  const greeted = async (host: string, caFile?: string) => {
    const mailer = await mailerTo(t, `smtp://${host}:${port}`, 60_000, caFile)
    const outcome = await mailer.send(MAIL)
    const greeting = mailer.greet().then(
      () => 'accepted',
      ({ message, remedy }) => `${message} ${remedy}`,
    )
    assert.equal(await greeting, outcome.state === 'accepted' ? 'accepted' : outcome.error)
    return greeting
  }
  assert.equal(await greeted('localhost'), 'accepted')
  assert.equal(await greeted('localhost', TLS_CERT_FILE), 'accepted')
  // Not a loopback name in this notation, and only the notation is checked.
  assert.match(
    await greeted('[::ffff:127.0.0.1]'),
    /is not trusted on this machine \(self-signed certificate\)\. Set SMTP_CA_FILE to a PEM file/,
  )
  assert.match(
    await greeted('127.0.0.1', TLS_CERT_FILE),
    /is for another host \(localhost\)\. Use a host name of the certificate in SMTP_URL\./,
  )
})

test('an SMTP_URL is scheme, host, port, user and password, and nothing else', () => {
  for (const good of ['smtp://localhost', 'smtps://u:p@smtp.example.com:465', 'smtp://[::1]:25/']) {
    assert.ok(isSmtpUrl(good), good)
  }
  for (const bad of ['localhost', 'http://x', 'smtp://', 'smtp://x/?pool=true', 'smtp://x/path']) {
    assert.ok(!isSmtpUrl(bad), bad)
  }
})

test('oneLine counts characters and removes controls that change the writing direction', () => {
  assert.equal(oneLine(' a\r\n\tb\u202ec ', 10), 'a b c')
  assert.equal(oneLine('🚲🚲🚲🚲', 3), '🚲🚲…')
})
