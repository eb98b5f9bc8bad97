// Emails in the outbox: created with their facts, shown with their texts, sent again manually.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  allEvents,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  refused,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { greyPng } from '../../../test/images.ts'

const w = await world({ after }, { settings: { MAIL_FROM: 'billing@example.com' } })
const { api } = w
const ADA = { name: 'Maple Inc.', contact_name: 'Ada', email: 'ada@maple.example' }

async function finalizedFor(customer: object, more: object = {}): Promise<Made> {
  const { id } = await makeCustomer(api, customer)
  return makeFinalized(api, { customer_id: id, ...more })
}

async function mailsOf(invoice: Made): Promise<Made[]> {
  const { data } = await get(api, `/v1/emails?invoice_id=${invoice.id}`)
  return Promise.all(data.reverse().map(({ id }: Made) => get(api, `/v1/emails/${id}`)))
}

test('finalize creates the email with the invoice and links to it', async () => {
  const invoice = await finalizedFor(ADA, { due_date: '2099-12-20' })
  assert.equal(invoice.email_status, 'outbox')
  assert.equal(invoice.sent_at, null)
  const [mail, ...others] = await mailsOf(invoice)
  assert.deepEqual(others, [])
  const { text, html, id, message_id, created_at, ...rest } = mail
  assert.deepEqual(rest, {
    object: 'email',
    kind: 'invoice',
    status: 'outbox',
    invoice_id: invoice.id,
    subscription_id: null,
    credit_note_id: null,
    customer_id: invoice.customer_id,
    to: 'ada@maple.example',
    from: 'billing@example.com',
    cc: [],
    message: '',
    from_name: 'Default',
    reply_to: null,
    language: 'en',
    subject: `Invoice ${invoice.number} from Default`,
    attempts_made: 0,
    next_attempt_at: null,
    last_error: null,
    sent_at: null,
  })
  assert.equal(message_id, `<${id}@example.com>`)
  assert.equal(created_at, invoice.finalized_at)
  // 3 × 19.99 = 59.97.
  assert.match(text, /^Test invoice – do not pay\.\n\nHi Ada,\n\n/)
  assert.match(text, /Please pay CA\$59\.97 by December 20, 2099\./)
  assert.ok(text.includes(`\n${invoice.hosted_url}\n`))
  for (const shown of ['Hi Ada,', 'CA$59.97', 'December 20, 2099', invoice.hosted_url]) {
    assert.ok(html.includes(shown), shown)
  }
})

test('an email is in the customer’s language', async () => {
  const invoice = await finalizedFor({ ...ADA, language: 'fr-CA' }, { due_date: '2099-12-20' })
  const [mail] = await mailsOf(invoice)
  assert.equal(mail.language, 'fr')
  assert.equal(mail.subject, `Facture ${invoice.number} de Default`)
  assert.match(mail.text, /Bonjour Ada,/)
  assert.match(
    mail.text,
    /Merci de payer 59,97\u00a0\$CA au plus tard le 20\u00a0décembre\u00a02099\./,
  )
  assert.match(mail.html, /<html lang="fr">/)
})

test('an invoice is finalized without an email address, and its status says so', async () => {
  const invoice = await finalizedFor({ name: 'Maple Inc.' })
  assert.equal(invoice.status, 'posted')
  assert.equal(invoice.email_status, 'no_address')
  assert.deepEqual(await mailsOf(invoice), [])
})

test('an invoice with nothing due asks for no payment', async () => {
  const free = { description: 'Trial', quantity: 1, unit_amount: 0 }
  const [mail] = await mailsOf(await finalizedFor(ADA, { line_items: [free] }))
  assert.match(mail.text, /No payment is due\./)
  assert.doesNotMatch(mail.text, /Please pay/)
})

test('an email is sent again to the current address or to another one', async () => {
  const invoice = await finalizedFor({ name: 'Maple Inc.' })
  const path = `${INVOICES}/${invoice.id}/send`
  const error = refused(await api.post(path), 409, 'email_address_missing')
  assert.match(error.message, new RegExp(`Customer ${invoice.customer_id} has no email address`))
  const answer = await api.post(path, { body: { to: 'books@maple.example' } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.email_status, 'outbox')
  await api.patch(`/v1/customers/${invoice.customer_id}`, { body: { email: 'new@maple.example' } })
  await api.post(path, { body: {} })
  const mails = await mailsOf(invoice)
  assert.deepEqual(
    mails.map(({ to, kind }) => [to, kind]),
    [
      ['books@maple.example', 'invoice'],
      ['new@maple.example', 'invoice'],
    ],
  )
  // The name of the person at the other address is unknown.
  assert.match(mails[0].text, /\n\nHi,\n\n/)
  assert.match(mails[1].text, /\n\nHi Maple Inc\.,\n\n/)
  const events = (await allEvents(api)).filter(({ data }) => data.object.id === invoice.id)
  const last = events.at(-1)
  assert.equal(last.type, 'invoice.updated')
  assert.equal(last.data.previous_attributes.email_status, 'no_address')
})

test('only a finalized invoice that is not void can be sent', async () => {
  const draft = await makeInvoice(api)
  const body = { to: 'books@maple.example' }
  refused(await api.post(`${INVOICES}/${draft.id}/send`, { body }), 409, 'invoice_not_sendable')
  const finalized = await finalizedFor(ADA)
  await api.post(`${INVOICES}/${finalized.id}/void`)
  refused(await api.post(`${INVOICES}/${finalized.id}/send`, { body }), 409, 'invoice_not_sendable')
  for (const to of ['', 'ada', 'a@b', 'a@b.c\r\nBcc: d@e.f', 'a@b.example, c@d.example']) {
    refused(
      await api.post(`${INVOICES}/${finalized.id}/send`, { body: { to } }),
      400,
      to === '' ? 'parameter_missing' : 'parameter_invalid',
      'to',
    )
  }
  refused(await api.post(`${INVOICES}/inv_nothing/send`), 404, 'resource_missing')
})

test('the list of emails has the usual filters', async () => {
  const first = await finalizedFor(ADA)
  const second = await finalizedFor(ADA)
  const idsOf = async (query: string) => {
    const page = await get(api, `/v1/emails?limit=100&${query}`)
    return page.data.map((mail: Made) => mail.invoice_id)
  }
  assert.deepEqual(await idsOf(`customer_id=${first.customer_id}`), [first.id])
  assert.deepEqual(await idsOf(`invoice_id=${second.id}&kind=invoice&status=outbox`), [second.id])
  assert.deepEqual(await idsOf(`invoice_id=${second.id}&status=sent`), [])
  assert.deepEqual(await idsOf(`invoice_id=${second.id}&kind=reminder`), [])
  const page = await get(api, '/v1/emails?limit=1')
  assert.equal(page.data[0].invoice_id, second.id)
  assert.equal('html' in page.data[0], false)
  assert.ok(page.total_count >= 2)
  refused(await api.get('/v1/emails?status=lost'), 400, 'parameter_invalid', 'status')
})

test('the HTML preview runs and loads nothing, and only our own pages can frame it', async () => {
  const invoice = await finalizedFor({ ...ADA, name: 'Maple <script>alert(1)</script>' })
  const [mail] = await mailsOf(invoice)
  const page = await api.get(`/v1/emails/${mail.id}/html`)
  assert.equal(page.status, 200)
  assert.equal(page.text, mail.html)
  assert.doesNotMatch(page.text, /<script|src=|@import|url\(/)
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  const policy = String(page.headers['content-security-policy'])
  const rules = policy.split('; ')
  for (const rule of ['sandbox', "default-src 'none'", "frame-ancestors 'self'"]) {
    assert.ok(rules.includes(rule), policy)
  }
  refused(await api.get('/v1/emails/eml_01h2xcejqtf2nbrexx3vqjhp41/html'), 404, 'resource_missing')
})

test('emails are visible only in their environment and with the scope', async () => {
  const [mail] = await mailsOf(await finalizedFor(ADA))
  refused(await api.get(`/v1/emails/${mail.id}`, { key: w.keys.live }), 404, 'resource_missing')
  const key = await w.key({ scopes: ['invoices:write'] })
  refused(await api.get('/v1/emails', { key }), 403, 'permission_denied')
  const reader = await w.key({ scopes: ['emails:read'] })
  assert.equal((await api.get(`/v1/emails/${mail.id}`, { key: reader })).status, 200)
})

const HOSTILE = [
  '<script>alert(1)</script>',
  'Ada\r\nBcc: eve@example.net',
  '"><img src=x onerror=alert(1)>',
  '=cmd|calc',
  '\u202egro.live\u202c',
  '株式会社 🚲',
  '#import "x" $y$ *z*',
]

test('hostile names in emails are shown as text', async () => {
  for (const contact_name of HOSTILE) {
    const { id } = await makeCustomer(api, { ...ADA, contact_name })
    const line = { description: contact_name, quantity: 1, unit_amount: 5 }
    const [mail] = await mailsOf(await makeFinalized(api, { customer_id: id, line_items: [line] }))
    assert.doesNotMatch(mail.html, /<script|<img|\u202e/)
    assert.doesNotMatch(mail.subject, /[\r\n\u202e]/)
    assert.match(mail.text, /^Hi .*,$/m)
    assert.doesNotMatch(mail.text, /^Bcc/m)
  }
})

test('the payment that settles an invoice sends a receipt', async () => {
  const invoice = await finalizedFor(ADA, { due_date: '2099-12-20' })
  const pay = (amount: number) =>
    api.post('/v1/payments', {
      body: {
        invoice_id: invoice.id,
        amount,
        currency: 'cad',
        method: 'bank_transfer',
        received_on: '2026-11-01',
      },
    })
  assert.equal((await pay(1000)).status, 201)
  assert.equal((await mailsOf(invoice)).length, 1, 'a part of it is no settlement')
  // 59.97 − 10.00 = 49.97.
  assert.equal((await pay(4997)).status, 201)
  const [first, receipt, ...others] = await mailsOf(invoice)
  assert.deepEqual(others, [])
  assert.equal(receipt.kind, 'receipt')
  assert.equal(receipt.subject, `Payment received: invoice ${invoice.number} from Default`)
  assert.match(receipt.text, /We received your payment of CA\$49\.97 for invoice INV-\d+\./)
  assert.match(receipt.text, /Payment date: November 1, 2026\nPayment method: Bank transfer\n/)
  assert.doesNotMatch(receipt.text, /How to pay/)
  // The first email still has its original text.
  assert.match(first.text, /Please pay CA\$59\.97 by December 20, 2099\./)
})

test('the hosted page moves to another address', async () => {
  const draft = await makeInvoice(api)
  const rotate = (id: string) => api.post(`${INVOICES}/${id}/rotate_hosted_url`)
  refused(await rotate(draft.id), 409, 'invoice_not_issued')
  const finalized = await finalizedFor(ADA)
  const { body } = await rotate(finalized.id)
  assert.notEqual(body.hosted_url, finalized.hosted_url)
  assert.match(body.hosted_url, /\/i\/1-[0-9A-Za-z]{27}$/)
  const [mail] = await mailsOf(finalized)
  assert.ok(mail.text.includes(body.hosted_url))
})

test('the logo is above the email, with the name as its alternative text', async () => {
  const key = w.keys.otherTest
  const data = greyPng().toString('base64')
  await api.post('/v1/account/logo', { body: { content_type: 'image/png', data }, key })
  const customer = await makeCustomer(api, ADA, { key })
  const { id, hosted_url } = await makeFinalized(api, { customer_id: customer.id }, { key })
  const { data: mails } = await get(api, `/v1/emails?invoice_id=${id}`, { key })
  const mail = await get(api, `/v1/emails/${mails[0].id}`, { key })
  assert.ok(mail.html.includes(`<img src="${hosted_url}/logo" alt="`), mail.html)
  const logo = await api.get(`${new URL(hosted_url).pathname}/logo`)
  assert.deepEqual([logo.status, logo.headers['content-type']], [200, 'image/png'])
  const page = await api.get(`/v1/emails/${mail.id}/html`, { key })
  const origin = new URL(hosted_url).origin
  assert.ok(page.headers['content-security-policy']?.includes(`img-src ${origin}/i/;`))
})
