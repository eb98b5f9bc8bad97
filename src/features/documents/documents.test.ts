// PDFs of invoices and statements over HTTP, checked with poppler: page contents and file format.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  bodyOf,
  get,
  grantCredit,
  INVOICES,
  LINE,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  refused,
} from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { greyPng } from '../../../test/images.ts'
import { fontsOf, imagesOf, infoOf, needsPoppler, textOf } from '../../../test/poppler.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })

async function pdfOf(id: string): Promise<Buffer> {
  const answer = await w.api.get(`${INVOICES}/${id}/pdf`)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers['pdf-standard'], 'PDF/A-3b')
  return answer.bytes
}

/** The text of all pages, with every kind of space as a plain one. */
async function shownBy(pdf: Buffer): Promise<string> {
  return (await textOf(pdf)).replace(/[ \u00a0\u202f]+/g, ' ')
}

/** The creation time in the file's properties (XMP), in UTC. */
function createdAt(pdf: Buffer): string | undefined {
  return /<xmp:CreateDate>([^<+Z]+)[^<]*</.exec(pdf.toString('latin1'))?.[1]
}

function assertShows(text: string, ...parts: string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `${part} is not in:\n${text}`)
}

test('a finalized invoice is an archivable, tagged PDF with its fonts', needsPoppler, async () => {
  const { id, number } = await makeFinalized(w.api)
  const { bytes, headers } = await w.api.get(`${INVOICES}/${id}/pdf`)
  assert.equal(headers['content-type'], 'application/pdf')
  assert.equal(headers['content-disposition'], `inline; filename="${number}.pdf"`)
  assert.equal(headers['pdf-standard'], 'PDF/A-3b')
  const info = await infoOf(bytes)
  assert.equal(info.Pages, '1')
  assert.equal(info.Tagged, 'yes')
  assert.equal(info.Title?.split(' – ')[0], `Invoice ${number}`)
  // The default country is Canada, which uses Letter, 8.5 × 11 inches.
  assert.match(info['Page size'] ?? '', /^612 x 792 pts/)
  assert.match(bytes.toString('latin1'), /pdfaid:part>3</)
  assert.match(bytes.toString('latin1'), /pdfaid:conformance>B</)
  const fonts = await fontsOf(bytes)
  assert.ok(fonts.length > 0)
  for (const { name, embedded } of fonts) assert.equal(embedded, 'yes', name)
})

test('figures on paper match those of the API', needsPoppler, async () => {
  const invoice = await makeFinalized(w.api, {
    notes: 'Delivered\non Monday',
    due_date: '2099-02-01',
    line_items: [LINE, { description: 'Hours', quantity: 1234, unit_amount: 12345 }],
  })
  // 3 × 19.99 = 59.97 and 1 234 × 123.45 = 152 337.30, together 152 397.27.
  assert.equal(invoice.amount_due, 15239727)
  const text = await shownBy(await pdfOf(invoice.id))
  assertShows(text, invoice.number, 'February 1, 2099', 'Nordlicht Inc.')
  assertShows(text, 'CA$19.99', 'CA$59.97', '1,234', 'CA$123.45', 'CA$152,337.30')
  assertShows(text, 'Amount due', 'CA$152,397.27', 'Delivered', 'on Monday', 'Page 1 of 1')
  assertShows(text, 'Test invoice – do not pay.')
})

test("a document is in the customer's language", needsPoppler, async () => {
  const customer = await makeCustomer(w.api, { name: 'Étoile', language: 'fr-CA' })
  const invoice = await makeFinalized(w.api, {
    customer_id: customer.id,
    due_date: '2099-02-01',
    line_items: [{ description: 'Heures', quantity: 1234, unit_amount: 12345 }],
  })
  const pdf = await pdfOf(invoice.id)
  assert.match((await infoOf(pdf)).Title ?? '', /^Facture INV-/)
  const text = await shownBy(pdf)
  assertShows(text, 'Facturé à', 'Étoile', 'Montant à payer', '152 337,30 $CA', '1er février 2099')
})

test('amounts have the decimals of their currency', needsPoppler, async () => {
  // ISO 4217: the yen has none, the Kuwaiti dinar three.
  const line = { description: 'Fee', quantity: 1, unit_amount: 10000 }
  const yen = await makeFinalized(w.api, { currency: 'jpy', line_items: [line] })
  assertShows(await shownBy(await pdfOf(yen.id)), '¥10,000', 'All amounts in JPY.')
  const dinar = await makeFinalized(w.api, { currency: 'kwd', line_items: [line] })
  assertShows(await shownBy(await pdfOf(dinar.id)), 'KWD 10.000')
})

test('drafts, void and paid invoices have a mark', needsPoppler, async () => {
  const draft = await makeInvoice(w.api)
  assertShows(await shownBy(await pdfOf(draft.id)), 'DRAFT', draft.number, 'Not finalized yet')
  const posted = await makeFinalized(w.api)
  const before = await shownBy(await pdfOf(posted.id))
  for (const mark of ['DRAFT', 'VOID', 'PAID']) assert.ok(!before.includes(mark), mark)
  await w.api.post(`${INVOICES}/${posted.id}/void`)
  const voided = await pdfOf(posted.id)
  assertShows(await shownBy(voided), 'VOID', 'No payment is due.')
  // Dated by its issue to the second, not by later changes.
  assert.equal(createdAt(voided), posted.finalized_at.slice(0, 19))
  const free = await makeFinalized(w.api, { line_items: [{ ...LINE, unit_amount: 0 }] })
  assert.equal(free.status, 'paid')
  assertShows(await shownBy(await pdfOf(free.id)), 'PAID', 'Amount due', 'CA$0.00')
})

test('a PDF shows credit applied at finalize, and no later payment', needsPoppler, async () => {
  const customer = await makeCustomer(w.api)
  const credit = { amount: '10.005', currency: 'cad', reason: 'Goodwill' }
  const path = `/v1/customers/${customer.id}/credit_transactions`
  assert.equal((await w.api.post(path, { body: credit })).status, 201)
  const { id, due_date } = await makeFinalized(w.api, { customer_id: customer.id })
  const payment = { invoice_id: id, amount: 2000, currency: 'cad', method: 'cheque' }
  assert.equal((await w.api.post('/v1/payments', { body: payment })).status, 201)
  const { body: invoice } = await w.api.get(`${INVOICES}/${id}`)
  // 59.97 − 10.00 of credit (whole cents only) − 20.00 paid = 29.97.
  assert.equal(invoice.amount_remaining, 2997)
  const text = await shownBy(await pdfOf(id))
  assertShows(text, 'Credit applied \u2212CA$10.00', 'Total CA$59.97', 'Amount due CA$49.97')
  assertShows(text, 'Please pay CA$49.97 by', due_date.slice(0, 4))
  assert.doesNotMatch(text, /Paid|Balance/)
})

test('a finalized document keeps its bytes after the customer or seller is renamed', async () => {
  const customer = await makeCustomer(w.api, { name: 'As it was' })
  const { id } = await makeFinalized(w.api, { customer_id: customer.id })
  const path = `${INVOICES}/${id}/pdf`
  const first = await w.api.get(path)
  await w.api.patch(`/v1/customers/${customer.id}`, { body: { name: 'As it is' } })
  const second = await w.api.get(path)
  assert.ok(first.bytes.equals(second.bytes))
  const etag = String(first.headers.etag)
  const unchanged = await w.api.get(path, { headers: { 'if-none-match': etag } })
  assert.deepEqual([unchanged.status, unchanged.bytes.length], [304, 0])
})

test(
  'an issued document keeps the logo, color and texts that the account had then',
  needsPoppler,
  async () => {
    const key = w.keys.otherTest
    const account = {
      legal_name: 'Aurora Software Inc.',
      address_line1: '10 Rideau Street',
      city: 'Paris',
      country: 'FR',
      postal_code: '75001',
      color: '#7a2e8f',
      footer: 'Merci !',
      tax_numbers: [{ label: 'TVA', value: 'FR 12 345678901' }],
      payment_instructions: { bank_transfer: 'IBAN FR76 3000' },
    }
    const data = greyPng().toString('base64')
    const set = await w.api.patch('/v1/account', { body: account, key })
    assert.equal(set.status, 200, set.text)
    await w.api.post('/v1/account/logo', { body: { content_type: 'image/png', data }, key })
    const { id } = await makeFinalized(w.api, {}, { key })
    const first = await w.api.get(`${INVOICES}/${id}/pdf`, { key })
    assert.equal(await imagesOf(first.bytes), 1)
    // France uses A4, 210 × 297 mm.
    assert.match((await infoOf(first.bytes))['Page size'] ?? '', /A4/)
    const text = await shownBy(first.bytes)
    assertShows(text, 'Aurora Software Inc.', '75001 Paris', 'TVA FR 12 345678901', 'Merci !')
    assertShows(text, 'How to pay', 'Bank transfer', 'IBAN FR76 3000')
    const other = { legal_name: 'Borealis', color: null, footer: '', country: 'CA' }
    await w.api.patch('/v1/account', { body: other, key })
    await w.api.delete('/v1/account/logo', { key })
    const second = await w.api.get(`${INVOICES}/${id}/pdf`, { key })
    assert.ok(first.bytes.equals(second.bytes))
    const draft = await makeInvoice(w.api, {}, { key })
    const today = await w.api.get(`${INVOICES}/${draft.id}/pdf`, { key })
    assertShows(await shownBy(today.bytes), 'Borealis')
    assert.equal(await imagesOf(today.bytes), 0)
  },
)

test('hostile texts are printed as text and cause no failure', needsPoppler, async () => {
  const texts = [
    '#import "@preview/cetz:0.3.1"',
    '#read("/etc/passwd") $x^2$ *b* _i_ `c` \\ // @ref <label>',
    '<script>alert(1)</script><img src=http://169.254.169.254/>',
    '=HYPERLINK("http://x","y") {{7*7}} "}],"total":0',
    'evil\u202efdp.exe',
    'Ελληνικά Кириллица שלום سلام հայերեն ქართული',
  ]
  const customer = await makeCustomer(w.api, {
    name: '#import "x" <b>*Bobby*</b>',
    contact_name: '$HOME \\n',
    address_line1: `${'W'.repeat(256)}`,
    city: '東京',
    tax_id: '@here',
  })
  const { id } = await makeFinalized(w.api, {
    customer_id: customer.id,
    notes: `${texts.join('\n')}\n漢字 👩‍👩‍👧 Z${'\u0300'.repeat(30)}`,
    line_items: texts.map((description) => ({ ...LINE, description })),
  })
  const pdf = await pdfOf(id)
  const text = await shownBy(pdf)
  assertShows(text, '#import "x" <b>*Bobby*</b>', 'Attn: $HOME \\n', '@here')
  assertShows(text, '#read("/etc/passwd") $x^2$', '<script>alert(1)</script>', '{{7*7}}')
  assertShows(text, 'evil\ufffdfdp.exe', 'Ελληνικά Кириллица', 'հայերեն ქართული')
  // No font has the family emoji: one replacement for one visible character.
  assertShows(text, '\ufffd Z')
  const fonts = await fontsOf(pdf)
  for (const { name, embedded } of fonts) assert.equal(embedded, 'yes', name)
})

test('the largest invoice spans pages with repeated table headings', needsPoppler, async () => {
  const long = (index: number) => `${index}. ${'word '.repeat(99)}`.slice(0, 495).trim()
  const { id } = await makeFinalized(w.api, {
    line_items: Array.from({ length: 250 }, (_, index) => ({
      description: index % 2 ? long(index) : `${index}.${'x'.repeat(490)}`,
      quantity: 1_000_000_000,
      unit_amount: 36_000,
    })),
  })
  const pdf = await pdfOf(id)
  const pages = Number((await infoOf(pdf)).Pages)
  assert.ok(pages > 20, `${pages} pages`)
  const text = await shownBy(pdf)
  // The last page can have only the totals.
  const heads = text.match(/Description +Quantity +Unit price +Amount/g)?.length ?? 0
  assert.ok(heads === pages || heads === pages - 1, `${heads} heads on ${pages} pages`)
  assertShows(text, `Page ${pages} of ${pages}`, '249.', 'CA$360,000,000,000.00')
  // 250 × 10⁹ × 360.00 = 90 000 000 000 000.00, the largest that adds up below 2^53.
  assertShows(text, 'CA$90,000,000,000,000.00')
})

test('an unknown invoice, another tenant’s, and a key without the scope are refused', async () => {
  const { id } = await makeFinalized(w.api)
  const unknown = 'inv_01h2xcejqtf2nbrexx3vqjhp41'
  assert.equal((await w.api.get(`${INVOICES}/${unknown}/pdf`)).status, 404)
  assert.equal((await w.api.get(`${INVOICES}/nonsense/pdf`)).status, 404)
  const path = `${INVOICES}/${id}/pdf`
  assert.equal((await w.api.get(path, { key: w.keys.live })).status, 404)
  const key = await w.key({ scopes: ['customers:read'] })
  refused(await w.api.get(path, { key }), 403, 'permission_denied')
})

const statementPath = ({ id }: Made) => `/v1/customers/cus_${id}/statement/pdf`

async function statementOf(customer: Made, query = ''): Promise<{ bytes: Buffer; text: string }> {
  const { status, bytes, text } = await w.api.get(`${statementPath(customer)}${query}`)
  assert.equal(status, 200, text)
  return { bytes, text: await shownBy(bytes) }
}

test('a statement shows its movements, sums and closing balance', needsPoppler, async () => {
  const customer = await makeCustomer(w.api, { name: 'Maple Bicycles' })
  await grantCredit(w.api, customer.id, '10.005', 'cad')
  const invoice = await makeFinalized(w.api, { customer_id: customer.id })
  await makePayment(w.api, invoice, { amount: 2_000, method: 'cheque' })
  const { text, bytes } = await statementOf(customer)
  // 59.97 − 10.00 − 20.00 = 29.97, and 0.005 of the credit is left.
  assertShows(text, 'Account statement', 'Maple Bicycles', `cus_${customer.id}`, 'Page 1 of 1')
  assertShows(text, 'Opening balance CA$0.00', 'Credit +CA$10.005', 'CA$59.97 CA$59.97')
  assertShows(text, `Invoice ${invoice.number}`, `Credit applied to invoice ${invoice.number}`)
  assertShows(text, `Payment of invoice ${invoice.number} \u2212CA$20.00 CA$29.97`, 'Check')
  assertShows(text, 'Charges CA$59.97', 'Payments and credits \u2212CA$30.00')
  assertShows(text, 'Closing balance CA$29.97', 'Your credit is CA$0.005.', 'Test statement')
  const { headers, bytes: again } = await w.api.get(statementPath(customer))
  assert.ok(bytes.equals(again), 'the same statement has the same bytes')
  assert.equal(headers['content-type'], 'application/pdf')
  assert.equal(headers['pdf-standard'], 'PDF/A-3b')
  assert.match(
    String(headers['content-disposition']),
    /^inline; filename="statement-cus_\d+-\d{4}-\d\d-01-\d{4}-\d\d-\d\d-cad\.pdf"$/,
  )
  const key = await w.key({ scopes: ['customers:read'] })
  refused(await w.api.get(statementPath(customer), { key }), 403, 'permission_denied')
})

test('a long statement repeats its headings, in French', needsPoppler, async () => {
  const customer = await makeCustomer(w.api, { name: 'Érable', language: 'fr' })
  const made = () => makeFinalized(w.api, { customer_id: customer.id })
  const invoices = await Promise.all(Array.from({ length: 60 }, made))
  await bodyOf(w.api.post(`${INVOICES}/${invoices[0].id}/void`))
  const { text, bytes } = await statementOf(customer)
  assert.equal((await infoOf(bytes)).Pages, '3')
  const pages = text.split('\f').slice(0, 3)
  for (const [index, page] of pages.entries()) {
    assertShows(page, 'Date Description Montant Solde', `Page ${index + 1} sur 3`)
  }
  // 60 × 59.97 = 3 598.20, less the void invoice 3 538.23.
  assertShows(pages[0] ?? '', 'Relevé de compte', 'Solde d’ouverture 0,00 $CA')
  assertShows(pages[2] ?? '', `Annulation de la facture ${invoices[0].number}`)
  assertShows(pages[2] ?? '', 'Débits 3 598,20 $CA', 'Solde de clôture 3 538,23 $CA')
})

test('a customer with two currencies has a PDF for each', needsPoppler, async () => {
  const customer = await makeCustomer(w.api)
  const yen = { currency: 'jpy', line_items: [{ ...LINE, unit_amount: 700 }] }
  for (const more of [{}, yen]) await makeFinalized(w.api, { customer_id: customer.id, ...more })
  const { message } = refused(
    await w.api.get(statementPath(customer)),
    400,
    'parameter_missing',
    'currency',
  )
  assert.equal(message, 'currency is required and must be cad or jpy.')
  const { text } = await statementOf(customer, '?currency=jpy')
  assertShows(text, 'Closing balance ¥2,100', 'All amounts in JPY.')
  assert.doesNotMatch(text, /CA\$/)
})

test('the statement of an erased customer keeps figures, not names', needsPoppler, async () => {
  const customer = await makeCustomer(w.api, { name: 'Quellmund', email: 'q@quellmund.example' })
  await makePayment(w.api, await makeFinalized(w.api, { customer_id: customer.id }))
  const path = `/v1/customers/${customer.id}`
  assertShows((await statementOf(customer)).text, 'Quellmund', 'q@quellmund.example')
  await bodyOf(w.api.post(`${path}/erase`, { body: { documents: 'erase' } }))
  await until('the erasure', async () => (await get(w.api, `${path}/erasure`)).status === 'erased')
  const { text } = await statementOf(customer)
  assert.doesNotMatch(text, /quellmund/i)
  assertShows(text, 'Charges CA$59.97', 'Closing balance CA$0.00', 'No payment is due.')
})
