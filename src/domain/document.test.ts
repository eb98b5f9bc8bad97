// The document of an invoice: its texts in each state and language, and the escaping of hostile texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceDocument } from './document.ts'
import type { DocumentInvoice, DocumentParties, InvoiceDocument } from './document-shape.ts'
import type { InvoiceTax } from './parts.ts'

const WHOLE = {
  discounts: null,
  taxes: null,
  id: null,
  price_id: null,
  pricing: null,
  discount: 0,
  tax: 0,
}

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
      quantity: '3',
      unit_price: '1999',
      amount: 5997,
      product_id: null,
      ...WHOLE,
    },
    {
      description: 'Set-up',
      quantity: '1',
      unit_price: '100000',
      amount: 100000,
      product_id: null,
      ...WHOLE,
    },
  ],
  subtotal: 105997,
  discount: 0,
  discounts: null,
  tax: 0,
  tax_included: 0,
  taxes: null,
  total: 105997,
  credit_applied: 5000,
  amount_due: 100997,
  amount_paid: 997,
  amount_credited: 0,
  credit_applied_later: 0,
  finalized_at: NOVEMBER_20,
}
const live = { mode: 'live' } as const

test('the document of an open invoice in English has its texts and figures', () => {
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

test('a document uses the customer’s language and its number formats', () => {
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

test('the document of each state shows that state', () => {
  const of = (status: DocumentInvoice['status']) =>
    invoiceDocument({ ...posted, status }, parties, { ...live, language: 'en' })
  assert.deepEqual(of('draft').mark, { kind: 'draft', text: 'Draft' })
  assert.deepEqual(of('void').mark, { kind: 'void', text: 'Void' })
  assert.deepEqual(of('paid').mark, { kind: 'paid', text: 'Paid' })
  assert.equal(of('overdue').mark, null)
  assert.equal(of('overdue').state.text, 'Overdue, was due on December 20, 2026')
  const owed = of('overdue').due.value
  assert.equal(
    of('overdue').terms,
    `This invoice was due on December 20, 2026. Please pay ${owed} as soon as possible.`,
  )
  assert.deepEqual(of('void').due, { label: 'Total', value: 'CA$1,059.97' })
  assert.equal(of('void').payment, null)
  assert.deepEqual(
    of('void').facts.map(({ label }) => label),
    ['Invoice number', 'Invoice date'],
  )
  assert.equal(of('paid').payment, null)
})

test("the buyer's reference is shown with the dates if it is set", () => {
  const factsOf = (reference: string, language: string) =>
    invoiceDocument({ ...posted, reference }, parties, { ...live, language }).facts.slice(3)
  assert.deepEqual(factsOf('', 'en'), [])
  assert.deepEqual(factsOf(' \u2028 ', 'en'), [])
  assert.deepEqual(factsOf('PO-4711', 'en'), [{ label: 'PO number', value: 'PO-4711' }])
  assert.deepEqual(factsOf('PO\u202e1', 'fr'), [{ label: 'Bon de commande', value: 'PO\ufffd1' }])
})

const QUEBEC: Omit<InvoiceTax, 'name' | 'rate' | 'percentage' | 'amount'> = {
  country: 'CA',
  region: 'QC',
  category: 'standard',
  reference: '',
  registration: '123456789 RT0001',
  reason: { code: 'registered', place: 'CA-QC', date: '2026-11-19' },
  inclusive: false,
  taxable: 14_000,
}

test('discounts and taxes are between subtotal and total, each with its base', () => {
  // 10.00 off 150.00; 5 % GST and 9.975 % QST of 140.00 are 7.00 and 13.97.
  const taxed: DocumentInvoice = {
    ...posted,
    subtotal: 15_000,
    discount: 1_000,
    tax: 2_097,
    total: 16_097,
    discounts: [{ ...OFF, amount: 1_000 }],
    taxes: [
      {
        ...QUEBEC,
        name: 'QST',
        rate: 'CA-QC/QST/9.975',
        percentage: '9.975',
        registration: '1234567890 TQ0001',
        amount: 1_397,
      },
      { ...QUEBEC, name: 'GST', rate: 'CA/GST/5', region: null, percentage: '5', amount: 700 },
    ],
  }
  const shown = (language: string, invoice = taxed) =>
    invoiceDocument(invoice, parties, { ...live, language })
  const rows = ({ summary }: InvoiceDocument) =>
    summary.map(({ label, value }) => `${label}: ${value}`.replaceAll(/\u00a0|\u202f/g, ' '))
  assert.deepEqual(rows(shown('en')).slice(0, 5), [
    'Subtotal: CA$150.00',
    'Welcome: −CA$10.00',
    'GST 5% on CA$140.00: CA$7.00',
    'QST 9.975% on CA$140.00: CA$13.97',
    'Total: CA$160.97',
  ])
  assert.deepEqual(rows(shown('fr')).slice(2, 4), [
    'TPS 5 % sur 140,00 $CA: 7,00 $CA',
    'TVQ 9,975 % sur 140,00 $CA: 13,97 $CA',
  ])
  // A number that is both in the profile and in a registration is shown once.
  assert.deepEqual(shown('en').seller.tax_numbers, [
    { label: 'GST/HST', value: '123456789 RT0001' },
    { label: 'QST', value: '1234567890 TQ0001' },
  ])
  // If lines are taxed differently, each line shows its taxes below its description, in the same order.
  const [first, ...others] = posted.line_items
  const both = [
    { t: 0, taxable: 14_000, amount: 1_397 },
    { t: 1, taxable: 14_000, amount: 700 },
  ]
  const differing = { ...taxed, line_items: [{ ...first, taxes: both }, ...others] }
  const { lines } = shown('en', differing as DocumentInvoice)
  assert.deepEqual([lines[0]?.detail, lines[1]?.detail], ['GST 5%, QST 9.975%', undefined])
  const [, gst] = taxed.taxes ?? []
  const included = { ...taxed, taxes: [{ ...(gst as InvoiceTax), inclusive: true }] }
  assert.equal(rows(shown('en', included))[3], 'Includes GST 5% on CA$140.00: CA$7.00')
  const plain = { ...taxed, taxes: null, discounts: null }
  assert.equal(rows(shown('en', plain))[1], 'Tax: CA$20.97')
})

test('a document has the legal statement for a tax that the customer owes', () => {
  const reversed: InvoiceTax = {
    ...QUEBEC,
    country: 'DE',
    region: null,
    name: '',
    rate: 'DE/reverse_charge',
    percentage: '0',
    category: 'reverse_charge',
    reference: 'Reverse charge, Art. 196 Directive 2006/112/EC',
    amount: 0,
  }
  const of = (language: string) =>
    invoiceDocument({ ...posted, taxes: [reversed] }, parties, { ...live, language })
  assert.deepEqual(of('en').legal, ['Reverse charge, Art. 196 Directive 2006/112/EC'])
  assert.deepEqual(of('fr').legal, ['Autoliquidation, art. 196 de la directive 2006/112/CE'])
  assert.equal(of('en').summary[1]?.label, 'Reverse charge on CA$140.00')
})

test('a document shows the number under which the customer owes the tax, and that of an export', () => {
  const zero: InvoiceTax = {
    ...QUEBEC,
    ...{ name: '', region: null, percentage: '0', amount: 0 },
    ...{ rate: 'DE/reverse_charge', country: 'DE', category: 'reverse_charge' },
    reason: { code: 'reverse_charge', place: 'FR', date: '2026-11-19' },
  }
  const number = { type: 'eu_vat', value: 'FR40303265045', status: 'well_formed' }
  const other = { type: 'other', value: 'SIREN303265045', status: 'unverifiable' }
  const numbers = (tax: InvoiceTax, tax_id: string | null, ...tax_ids: (typeof number)[]) => {
    const customer = { ...parties.customer, tax_id, tax_ids }
    const { buyer } = invoiceDocument({ ...posted, taxes: [tax] }, { ...parties, customer }, live)
    return buyer.tax_numbers.map(({ value }) => value)
  }
  // In the customer's spelling, and once.
  assert.deepEqual(numbers(zero, 'FR 40 303 265 045', number), ['FR 40 303 265 045'])
  assert.deepEqual(numbers(zero, 'SIREN 303265045', other, number), [
    'SIREN 303265045',
    'FR40303265045',
  ])
  const taxed: InvoiceTax = { ...zero, category: 'standard', name: 'VAT', percentage: '19' }
  assert.deepEqual(numbers(taxed, 'SIREN 303265045', other, number), ['SIREN 303265045'])
  const ofSeller = (tax: InvoiceTax) => {
    const seller = { ...parties.seller, tax_numbers: [] }
    const options = { ...live, language: 'en' }
    return invoiceDocument({ ...posted, taxes: [tax] }, { ...parties, seller }, options).seller
      .tax_numbers[0]?.label
  }
  assert.equal(ofSeller(zero), 'VAT')
  assert.equal(ofSeller({ ...zero, country: 'CA', category: 'export' }), 'GST')
  assert.equal(ofSeller({ ...zero, country: 'CH', category: 'export' }), 'VAT')
})

const OFF = {
  id: 'disc_1',
  coupon_id: 'coup_1',
  promotion_code_id: null,
  source: 'invoice' as const,
  name: 'Welcome',
  amount_off: 1_000,
  currency: 'cad',
  product_ids: [],
  price_ids: [],
  created_at: 0,
}

test('text supplied by clients is shown as plain text', () => {
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

test('a line of a subscription shows its days, and the document the whole period, in each language', () => {
  const june = {
    period_start: Date.parse('2027-06-01T04:00Z'),
    period_end: Date.parse('2027-07-01T04:00Z'),
  }
  const line_items = posted.line_items.map((line, at) => (at === 0 ? { ...line, ...june } : line))
  const shown = (language: string) =>
    invoiceDocument({ ...posted, line_items }, parties, { mode: 'live', language })
  assert.equal(shown('en').lines[0]?.detail, 'June 1, 2027 – June 30, 2027')
  assert.deepEqual(shown('fr').facts.at(-1), {
    label: 'Période',
    value: 'du 1er\u00a0juin\u00a02027 au 30\u00a0juin\u00a02027',
  })
  assert.equal(shown('en').lines[1]?.detail, undefined)
})
