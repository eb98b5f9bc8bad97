// The document of an invoice: what it says in each state, in each language, of hostile texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceDocument } from './document.ts'
import type { DocumentInvoice, DocumentParties } from './document-shape.ts'

const WHOLE = { id: null, price_id: null, pricing: null, discount: 0, tax: 0 }

const NOVEMBER_20 = Date.parse('2026-11-20T02:00:00Z')

const parties: DocumentParties = {
  seller: {
    name: 'Aurora',
    legal_name: 'Aurora Software Inc.',
    time_zone: 'America/Toronto',
    address_line1: '10 Main St',
    city: 'Ottawa',
    state_province: 'ON',
    postal_code: 'K1A 0B1',
    country: 'CA',
    tax_numbers: [{ label: 'GST/HST', value: '123456789 RT0001' }],
    email: 'billing@aurora.example',
    payment_instructions: { bank_transfer: 'Account 42\r\nBank 7', cheque: '', other: null },
    footer: 'Thank you.',
  },
  customer: { name: 'Blaise SARL', country: 'CA', tax_id: 'FR123', language: 'fr-CA' },
}

/** 3 × 19.99 + 1 × 1000.00 = 1059.97; 50.00 of credit leaves 1009.97; 9.97 paid leaves 1000.00. */
const posted: DocumentInvoice = {
  status: 'posted',
  number: 'INV-000042',
  currency: 'cad',
  due_date: '2026-12-20',
  notes: '',
  reference: '',
  line_items: [
    {
      description: 'Seats',
      quantity: 3,
      unit_amount: 1999,
      amount: 5997,
      product_id: null,
      ...WHOLE,
    },
    {
      description: 'Set-up',
      quantity: 1,
      unit_amount: 100000,
      amount: 100000,
      product_id: null,
      ...WHOLE,
    },
  ],
  subtotal: 105997,
  tax: 0,
  total: 105997,
  credit_applied: 5000,
  amount_due: 100997,
  amount_paid: 997,
  finalized_at: NOVEMBER_20,
}
const live = { mode: 'live' } as const

test('a posted invoice in English', () => {
  const shown = invoiceDocument(posted, parties, { ...live, language: 'en' })
  assert.equal(shown.title, 'Invoice INV-000042 – Aurora Software Inc.')
  assert.equal(shown.mark, null)
  assert.deepEqual(shown.facts, [
    { label: 'Invoice number', value: 'INV-000042' },
    // 02:00 UTC on the 20th is the evening of the 19th in Toronto.
    { label: 'Invoice date', value: 'November 19, 2026' },
    { label: 'Due date', value: 'December 20, 2026' },
  ])
  assert.deepEqual(shown.lines, [
    { description: 'Seats', quantity: '3', unit_price: 'CA$19.99', amount: 'CA$59.97' },
    { description: 'Set-up', quantity: '1', unit_price: 'CA$1,000.00', amount: 'CA$1,000.00' },
  ])
  assert.deepEqual(
    shown.summary.map(({ label, value }) => [label, value]),
    [
      ['Subtotal', 'CA$1,059.97'],
      ['Total', 'CA$1,059.97'],
      ['Credit applied', '−CA$50.00'],
      ['Paid', '−CA$9.97'],
    ],
  )
  assert.deepEqual(shown.due, { label: 'Balance due', value: 'CA$1,000.00' })
  assert.equal(shown.terms, 'Please pay CA$1,000.00 by December 20, 2026.')
  assert.deepEqual(shown.payment?.ways, [{ label: 'Bank transfer', text: 'Account 42\nBank 7' }])
  assert.deepEqual(shown.seller.lines, [
    '10 Main St',
    'Ottawa ON K1A 0B1',
    'Canada',
    'billing@aurora.example',
  ])
  assert.equal(shown.test, null)
})

test('the customer’s language, and figures as that language writes them', () => {
  const shown = invoiceDocument(posted, parties, { mode: 'test' })
  assert.equal(shown.language, 'fr')
  assert.equal(shown.heading, 'Facture')
  assert.deepEqual(shown.due, { label: 'Solde à payer', value: '1\u202f000,00\u00a0$CA' })
  assert.equal(
    shown.terms,
    'Merci de payer 1\u202f000,00\u00a0$CA au plus tard le 20\u00a0décembre\u00a02026.',
  )
  assert.equal(shown.test, 'Facture de test – ne pas payer.')
  assert.deepEqual(shown.buyer.lines, [], 'a country alone is no address')
})

test('each state says what it is', () => {
  const of = (status: DocumentInvoice['status']) =>
    invoiceDocument({ ...posted, status }, parties, { ...live, language: 'en' })
  assert.deepEqual(of('draft').mark, { kind: 'draft', text: 'Draft' })
  assert.deepEqual(of('void').mark, { kind: 'void', text: 'Void' })
  assert.deepEqual(of('paid').mark, { kind: 'paid', text: 'Paid' })
  assert.equal(of('overdue').mark, null)
  assert.equal(of('overdue').state.text, 'Overdue since December 20, 2026')
  const owed = of('overdue').due.value
  assert.equal(
    of('overdue').terms,
    `Overdue since December 20, 2026. Please pay ${owed} as soon as possible.`,
  )
  assert.deepEqual(of('void').due, { label: 'Total', value: 'CA$1,059.97' })
  assert.equal(of('void').payment, null)
  assert.deepEqual(
    of('void').facts.map(({ label }) => label),
    ['Invoice number', 'Invoice date'],
  )
  assert.equal(of('paid').payment, null)
})

test("the buyer's reference stands among the facts where there is one", () => {
  const factsOf = (reference: string, language: string) =>
    invoiceDocument({ ...posted, reference }, parties, { ...live, language }).facts.slice(3)
  assert.deepEqual(factsOf('', 'en'), [])
  assert.deepEqual(factsOf(' \u2028 ', 'en'), [])
  assert.deepEqual(factsOf('PO-4711', 'en'), [{ label: 'PO number', value: 'PO-4711' }])
  assert.deepEqual(factsOf('PO\u202e1', 'fr'), [{ label: 'Bon de commande', value: 'PO\ufffd1' }])
})

test('taxes stand between subtotal and total, one row each', () => {
  const taxed = { ...posted, tax: 14976, total: 120973, amount_due: 115973 }
  const rows = (taxes: { label: string; amount: number }[]) =>
    invoiceDocument(taxed, parties, { ...live, language: 'en', taxes }).summary.slice(1, -3)
  // 5 % GST and 9.975 % QST of 1059.97 are 53.00 and 105.73.
  const both = rows([
    { label: 'GST 5%', amount: 5300 },
    { label: 'QST 9.975%', amount: 10573 },
  ])
  assert.deepEqual(
    both.map(({ label, value }) => [label, value]),
    [
      ['GST 5%', 'CA$53.00'],
      ['QST 9.975%', 'CA$105.73'],
    ],
  )
  assert.deepEqual(rows([]), [{ kind: 'tax', label: 'Tax', value: 'CA$149.76' }])
})

test('texts of others are shown as text', () => {
  const shown = invoiceDocument(
    { ...posted, notes: '  \r\n ', line_items: [] },
    {
      seller: { name: '<script>', time_zone: 'UTC' },
      customer: { name: 'evil\u202egpj\r\nBcc: x', contact_name: '#import "x"' },
    },
    live,
  )
  assert.equal(shown.seller.name, '<script>')
  assert.equal(shown.buyer.name, 'evil\ufffdgpj Bcc: x')
  assert.deepEqual(shown.buyer.lines, ['Attn: #import "x"'])
  assert.equal(shown.notes, null)
  assert.equal(shown.payment, null)
})
