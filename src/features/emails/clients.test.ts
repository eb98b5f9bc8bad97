// The HTML of every email, checked against the mail client support data of caniemail.com.

import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { caniemail } from 'caniemail'
import { get, INVOICES, makeCustomer, makeFinalized } from '../../../test/fixtures.ts'
import { greyPng } from '../../../test/images.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { linkMessage } from '../../domain/link-mail.ts'
import { htmlText } from '../mail-texts/render.ts'

const CLIENTS = [
  ...['gmail.desktop-webmail', 'gmail.android', 'gmail.ios', 'apple-mail.*', 'yahoo.*'],
  ...['outlook.windows', 'outlook.outlook-com', 'outlook.macos', 'outlook.android', 'outlook.ios'],
]

/** Features that some client lacks, and why they are still used. */
const KNOWN: Record<string, string> = {
  '@media': 'Colors for dark mode; elsewhere the email is light.',
  'color-scheme meta tag': 'Colors for dark mode; elsewhere the email is light.',
  'border-radius': 'Corners are square elsewhere.',
  '<body> element': 'Margin and ground; the table within has the ground as well.',
}

const w = await sharedWorld({ after })
const { api } = w

before(async () => {
  const data = greyPng().toString('base64')
  assert.equal(
    (await api.post('/v1/account/logo', { body: { content_type: 'image/png', data } })).status,
    200,
  )
  const body = { payment_instructions: { bank_transfer: 'IBAN\nBIC' }, color: '#27405f' }
  const answer = await api.patch('/v1/account', { body })
  assert.equal(answer.status, 200, answer.text)
})

function assertKnown(html: string): void {
  const { issues } = caniemail({
    clients: CLIENTS as Parameters<typeof caniemail>[0]['clients'],
    html,
  })
  const found = new Set<string>()
  for (const [client, features] of issues.errors) {
    for (const { title } of features) if (!KNOWN[title]) found.add(`${title}: ${client}`)
  }
  assert.deepEqual([...found].sort(), [])
  // Outlook for Windows supports padding only in cells; a link gets it from its cell there.
  for (const [tag = ''] of html.matchAll(/<[^>]* style="[^"]*padding:[^"]*"/g)) {
    assert.match(tag, /^<(td|body)|mso-padding-alt:0/)
  }
}

for (const language of ['en', 'fr']) {
  test(`emails about invoices use only supported features (${language})`, async () => {
    const ada = { name: 'Maple Inc.', contact_name: 'Ada', email: 'ada@maple.example', language }
    const { id: customer_id } = await makeCustomer(api, ada)
    const invoice = await makeFinalized(api, { customer_id, due_date: '2099-12-20' })
    const message = 'Hi Ada,\nplease see below.'
    const body = { kind: 'reminder', message }
    assert.equal((await api.post(`${INVOICES}/${invoice.id}/send`, { body })).status, 200)
    const paid = { invoice_id: invoice.id, amount: 5997, currency: 'cad', method: 'cheque' }
    assert.equal((await api.post('/v1/payments', { body: paid })).status, 201)
    const { data } = await get(api, `/v1/emails?invoice_id=${invoice.id}`)
    const kinds = data.map(({ kind }: { kind: string }) => kind).sort()
    assert.deepEqual(kinds, ['invoice', 'receipt', 'reminder'])
    for (const { id } of data) {
      const { html } = await get(api, `/v1/emails/${id}`)
      assert.match(html, /<img src=/)
      assertKnown(html)
    }
  })

  test(`emails with links use only supported features (${language})`, () => {
    const to = { account: 'Maple Inc.', language, recipient: 'Ada', lastsMs: 3_600_000 }
    for (const purpose of ['invitation', 'password_reset'] as const) {
      for (const own of [false, true]) {
        const url = 'https://billing.example.com/welcome#token'
        assertKnown(htmlText(linkMessage({ ...to, purpose, own, url })))
      }
    }
  })
}
