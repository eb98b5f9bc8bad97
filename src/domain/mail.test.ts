// Emails: texts of each kind and language, when they are still valid, and when they are retried.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceDocument } from './document.ts'
import { isTimely, type MailFacts, mailMessage, mailSubject, mailWaitMs } from './mail.ts'
import { figuresOf, settle } from './settle.ts'

// 3 × 19.99 = 59.97.
const line = {
  ...{ id: null, description: 'Seats', quantity: '3', unit_price: '1999' },
  ...{ product_id: null, price_id: null, pricing: null },
}
const invoice = {
  ...figuresOf(settle({ currency: 'cad', lines: [line] })),
  status: 'posted' as const,
  number: 'INV-000042',
  currency: 'cad',
  due_date: '2026-12-20',
  notes: '',
  reference: '',
  amount_paid: 0,
  credit_applied: 0,
  amount_credited: 0,
  credit_applied_later: 0,
  finalized_at: Date.UTC(2026, 10, 20, 12),
}
const seller = { name: 'Nordlicht Inc.', time_zone: 'UTC', city: 'Montréal', country: 'CA' }

function said(facts: MailFacts, language: string, recipient = 'Ada', figures = {}, more = {}) {
  const { status, amount_paid } = facts
  const parties = { seller, customer: { name: 'Maple Inc.' } }
  const document = invoiceDocument({ ...invoice, ...figures, status, amount_paid }, parties, {
    mode: 'live',
    language,
  })
  const subject = mailSubject(invoice, facts, seller.name, language)
  const hostedUrl = 'https://billing.example.com/i/1-x'
  const parts = {
    invoice: { ...invoice, ...more },
    facts,
    document,
    recipient,
    subject,
    hostedUrl,
    attached: true,
  }
  return mailMessage({ ...parts, message: '' })
}

const reminder = (days: number): MailFacts => ({
  kind: 'reminder',
  days,
  amount_paid: 1000,
  status: days > 0 ? 'overdue' : 'posted',
})

// 59.97 − 10.00 = 49.97.
const REMINDERS: [days: number, language: string, subject: RegExp, first: RegExp][] = [
  [
    -3,
    'en',
    /^Reminder: invoice INV-000042 .* due December 20, 2026$/,
    /in 3 days\. .* CA\$49\.97/,
  ],
  [-1, 'en', /^Reminder/, /is due tomorrow\. Please pay CA\$49\.97 by December 20, 2026\./],
  [0, 'en', /^Reminder/, /is due today\. Please pay CA\$49\.97\./],
  [
    1,
    'en',
    /^Overdue: .* due December 20, 2026$/,
    /was due on December 20, 2026 and is 1 day overdue\. Please pay CA\$49\.97\./,
  ],
  [10, 'en', /^Overdue/, /was due on December 20, 2026 and is 10 days overdue\./],
  [-3, 'fr', /^Rappel\u00a0: .* échéance le 20\u00a0décembre\u00a02026$/, /dans 3 jours\. Merci/],
  [0, 'fr', /^Rappel/, /aujourd’hui\. Merci de payer 49,97\u00a0\$CA\./],
  [
    1,
    'fr',
    /^En retard\u00a0: .* échue le 20/,
    /au plus tard le 20\u00a0décembre\u00a02026 \(1 jour de retard\)\. Merci de payer 49,97\u00a0\$CA/,
  ],
]
for (const [days, language, subject, first] of REMINDERS) {
  test(`the reminder of day ${days} has its texts in ${language}`, () => {
    const message = said(reminder(days), language)
    assert.match(message.subject, subject)
    assert.match(message.paragraphs[0] ?? '', first)
    assert.match(message.figure?.value ?? '', /49[.,]97/)
  })
}

test('an invoice email asks for the amount due, or for nothing if nothing is due', () => {
  const { subject, paragraphs, greeting } = said(
    { kind: 'invoice', status: 'posted', amount_paid: 0 },
    'en',
  )
  assert.equal(subject, 'Invoice INV-000042 from Nordlicht Inc.')
  assert.equal(greeting, 'Hi Ada,')
  assert.deepEqual(paragraphs, [
    'Here is your invoice INV-000042.',
    'Please pay CA$59.97 by December 20, 2026.',
  ])
  const paid = said({ kind: 'invoice', status: 'paid', amount_paid: 5997 }, 'en', '')
  assert.equal(paid.paragraphs[1], 'No payment is due.')
  assert.equal(paid.greeting, 'Hi,')
})

test('the email of an invoice for a change says what it bills, and what was credited', () => {
  const facts: MailFacts = { kind: 'invoice', status: 'posted', amount_paid: 0 }
  const notes = 'Credit note CN-000012 for CA$29.77: unused time, Team, June 12, 2027'
  const more = { billing_reason: 'change' }
  assert.deepEqual(said(facts, 'en', 'Ada', { notes }, more).paragraphs.slice(1, 3), [
    'It bills a change of your subscription: Seats.',
    `${notes}.`,
  ])
  assert.equal(
    said(facts, 'fr', 'Ada', {}, { billing_reason: 'cancel' }).paragraphs[1],
    'Elle porte sur ce qui restait à facturer à la fin de votre abonnement\u00a0: Seats.',
  )
})

test('the email of an invoice with tax shows how its total is made up', () => {
  const gst = {
    ...{ rate: 'CA/GST/5', name: 'GST', country: 'CA', region: null, percentage: '5' },
    ...{ category: 'standard' as const, reference: '', registration: '' },
    reason: { code: 'registered' as const, place: 'CA-AB', date: '2026-11-20' },
  }
  // 5 % of 59.97 is 2.9985.
  const settled = settle({
    ...{ currency: 'cad', lines: [line], taxing: [{ inclusive: false, taxes: [gst] }] },
  })
  const facts: MailFacts = { kind: 'invoice', status: 'posted', amount_paid: 0 }
  const rows = (facts: MailFacts) =>
    said(facts, 'en', 'Ada', figuresOf(settled))
      .facts.slice(3)
      .map(({ label, value }) => `${label}: ${value}`)
  assert.deepEqual(rows(facts), [
    'Subtotal: CA$59.97',
    'GST 5% on CA$59.97: CA$3.00',
    'Total: CA$62.97',
  ])
  assert.equal(said(facts, 'en').facts.length, 3, 'without tax the figure above is all')
  assert.deepEqual(rows(reminder(-3)), [])
})

test('a receipt names the payment and the remaining amount, if any', () => {
  const receipt = {
    kind: 'receipt',
    amount: 4997,
    method: 'card',
    received_on: '2026-12-01',
  } as const
  const whole = said({ ...receipt, status: 'paid', amount_paid: 5997 }, 'fr')
  assert.equal(whole.subject, 'Paiement reçu\u00a0: facture INV-000042 de Nordlicht Inc.')
  assert.deepEqual(whole.figure, { label: 'Montant reçu', value: '49,97\u00a0$CA' })
  assert.deepEqual(
    whole.facts.map(({ value }) => value),
    ['INV-000042', '1er\u00a0décembre\u00a02026', 'Carte'],
  )
  const part = said({ ...receipt, amount: 1000, status: 'posted', amount_paid: 1000 }, 'en')
  assert.equal(part.paragraphs[1], 'Balance due: CA$49.97.')
})

test('no payment is requested for a void or paid invoice', () => {
  assert.equal(isTimely('invoice', 'paid'), true)
  assert.equal(isTimely('invoice', 'void'), false)
  assert.equal(isTimely('reminder', 'overdue'), true)
  assert.equal(isTimely('reminder', 'paid'), false)
  assert.equal(isTimely('reminder', 'void'), false)
})

test('an email has nine attempts in 46 hours', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => mailWaitMs(attempts) ?? 0)
  const minutes = waits.map((ms) => ms / 60_000)
  assert.deepEqual(minutes, [1, 5, 15, 60, 180, 360, 720, 1440])
  assert.equal(mailWaitMs(9), undefined)
})
