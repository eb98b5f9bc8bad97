// The PDF of a statement, checked with poppler: figures, language, pages, currencies and erased customers.

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
  makePayment,
  refused,
} from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { infoOf, needsPoppler, textOf } from '../../../test/poppler.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })
const { api } = w
const pathOf = ({ id }: Made) => `/v1/customers/cus_${id}/statement/pdf`

async function pdfOf(customer: Made, query = ''): Promise<{ bytes: Buffer; text: string }> {
  const { status, bytes, text } = await api.get(`${pathOf(customer)}${query}`)
  assert.equal(status, 200, text)
  return { bytes, text: (await textOf(bytes)).replace(/[ \u00a0\u202f]+/g, ' ') }
}

function assertShows(text: string, ...parts: string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `${part} is not in:\n${text}`)
}

test('a statement shows each movement, its sums and what is left', needsPoppler, async () => {
  const customer = await makeCustomer(api, { name: 'Maple Bicycles' })
  await grantCredit(api, customer.id, '10.005', 'cad')
  const invoice = await makeFinalized(api, { customer_id: customer.id })
  await makePayment(api, invoice, { amount: 2_000, method: 'cheque' })
  const { text, bytes } = await pdfOf(customer)
  // 59.97 − 10.00 − 20.00 = 29.97, and 0.005 of the credit is left.
  assertShows(text, 'Account statement', 'Maple Bicycles', `cus_${customer.id}`, 'Page 1 of 1')
  assertShows(text, 'Opening balance CA$0.00', 'Credit +CA$10.005', 'CA$59.97 CA$59.97')
  assertShows(text, `Invoice ${invoice.number}`, `Credit applied to invoice ${invoice.number}`)
  assertShows(text, `Payment of invoice ${invoice.number} \u2212CA$20.00 CA$29.97`, 'Check')
  assertShows(text, 'Charges CA$59.97', 'Payments and credits \u2212CA$30.00')
  assertShows(text, 'Closing balance CA$29.97', 'Your credit is CA$0.005.', 'Test statement')
  const { headers, bytes: again } = await api.get(pathOf(customer))
  assert.ok(bytes.equals(again), 'the same statement has the same bytes')
  assert.equal(headers['content-type'], 'application/pdf')
  assert.equal(headers['pdf-standard'], 'PDF/A-3b')
  assert.match(
    String(headers['content-disposition']),
    /^inline; filename="statement-cus_\d+-\d{4}-\d\d-01-\d{4}-\d\d-\d\d-cad\.pdf"$/,
  )
  const key = await w.key({ scopes: ['customers:read'] })
  refused(await api.get(pathOf(customer), { key }), 403, 'permission_denied')
})

test('a long statement repeats its headings, in French', needsPoppler, async () => {
  const customer = await makeCustomer(api, { name: 'Érable', language: 'fr' })
  const made = () => makeFinalized(api, { customer_id: customer.id })
  const invoices = await Promise.all(Array.from({ length: 60 }, made))
  await bodyOf(api.post(`${INVOICES}/${invoices[0].id}/void`))
  const { text, bytes } = await pdfOf(customer)
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
  const customer = await makeCustomer(api)
  const yen = { currency: 'jpy', line_items: [{ ...LINE, unit_amount: 700 }] }
  for (const more of [{}, yen]) await makeFinalized(api, { customer_id: customer.id, ...more })
  const { message } = refused(await api.get(pathOf(customer)), 400, 'parameter_missing', 'currency')
  assert.equal(message, 'currency is required and must be cad or jpy.')
  const { text } = await pdfOf(customer, '?currency=jpy')
  assertShows(text, 'Closing balance ¥2,100', 'All amounts in JPY.')
  assert.doesNotMatch(text, /CA\$/)
})

test('the statement of an erased customer keeps figures, not names', needsPoppler, async () => {
  const customer = await makeCustomer(api, { name: 'Quellmund', email: 'q@quellmund.example' })
  await makePayment(api, await makeFinalized(api, { customer_id: customer.id }))
  const path = `/v1/customers/${customer.id}`
  assertShows((await pdfOf(customer)).text, 'Quellmund', 'q@quellmund.example')
  await bodyOf(api.post(`${path}/erase`, { body: { documents: 'erase' } }))
  await until('the erasure', async () => (await get(api, `${path}/erasure`)).status === 'erased')
  const { text } = await pdfOf(customer)
  assert.doesNotMatch(text, /quellmund/i)
  assertShows(text, 'Charges CA$59.97', 'Closing balance CA$0.00', 'No payment is due.')
})
