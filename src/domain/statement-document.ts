// The document of a statement, in the layout of an invoice: movements for lines, and the balance after each.

import { currencyExponent } from './currencies.ts'
import { customerRef } from './customer.ts'
import { invoiceDocument, signed } from './document.ts'
import type { DocumentOptions, DocumentParties, InvoiceDocument } from './document-shape.ts'
import { chooseLanguage } from './languages/choose.ts'
import type { Language } from './languages/language.ts'
import { fromLedger, LEDGER_SCALE } from './ledger.ts'
import { formatExactMoneyIn, formatMoneyIn } from './money.ts'
import type { Span, Standing, Statement } from './statement.ts'

interface Shown extends Span {
  customer: number
  statement: Statement
}

/** Formats the figures of a statement; those of credit with all their digits. */
interface Figures {
  money(amount: bigint): string
  credit(amount: bigint): string
}

/** Makes the document of a statement in one currency, with the parties as they are now. */
export function statementDocument(
  { customer: id, from, to, statement }: Shown,
  parties: DocumentParties,
  options: DocumentOptions,
): InvoiceDocument {
  const { seller, customer } = parties
  const language = chooseLanguage(options.language, customer.language, seller.language)
  const { statement: words, period, period_heading, columns } = language.document
  const { currency, opening, movements, closing } = statement
  const figures = figuresIn(language, currency)
  const { money } = figures
  const days = period(language.date(from), language.date(to))
  const base = invoiceDocument(emptyInvoice(statement, days, to), parties, options)
  const increases = movements.map(({ change }) => (change.balance > 0n ? change.balance : 0n))
  const charges = increases.reduce((sum, each) => sum + each, 0n)
  return {
    ...base,
    title: base.title.replace(base.heading, words.heading),
    heading: words.heading,
    mark: null,
    test: base.test && words.test,
    facts: [
      { label: words.customer, value: customerRef(id) },
      { label: period_heading, value: days },
    ],
    columns: {
      date: words.columns.date,
      description: columns.description,
      quantity: '',
      unit_price: words.columns.amount,
      amount: words.columns.balance,
    },
    lines: [
      {
        ...{ date: language.date(from), description: words.opening, quantity: '' },
        ...{ unit_price: '', amount: money(opening.balance) },
      },
      ...movements.map((movement) => lineOf(movement, language, figures)),
    ],
    summary: [
      { kind: 'subtotal', label: words.opening, value: money(opening.balance) },
      { kind: 'subtotal', label: words.charges, value: money(charges) },
      {
        kind: 'subtotal',
        label: words.payments,
        value: money(closing.balance - opening.balance - charges),
      },
    ],
    due: { label: words.closing, value: money(closing.balance) },
    terms: termsOf(closing, language, figures),
  }
}

/** An invoice without lines: for the parties, and for how to pay while something is due. */
const emptyInvoice = ({ currency, closing }: Statement, number: string, due_date: string) => ({
  ...({ status: closing.balance > 0n ? 'posted' : 'paid' } as const),
  ...{ number, currency, due_date, notes: '', reference: '', finalized_at: null },
  ...{ line_items: [], taxes: null, discounts: null, subtotal: 0, discount: 0, tax: 0 },
  ...{ tax_included: 0, total: 0, credit_applied: 0 },
  ...{ amount_due: 0, amount_paid: 0, amount_credited: 0, credit_applied_later: 0 },
})

function figuresIn({ tag }: Language, currency: string): Figures {
  const scale = LEDGER_SCALE - currencyExponent(currency)
  return {
    money: (amount) => signed(formatMoneyIn(tag, fromLedger(amount, currency), currency)),
    credit: (digits) => signed(formatExactMoneyIn(tag, { digits, scale }, currency)),
  }
}

function lineOf(
  {
    date,
    kind,
    invoice_number,
    credit_note_number,
    method,
    change,
    after,
  }: Statement['movements'][number],
  language: Language,
  { money, credit }: Figures,
): InvoiceDocument['lines'][number] {
  const { kinds, credit_change, refund_change } = language.document.statement
  const plus = (amount: bigint, shown: string) => (amount > 0n ? `+${shown}` : shown)
  const details = [
    ...(method === null ? [] : [language.mail.methods[method]]),
    ...(change.credit === 0n ? [] : [credit_change(plus(change.credit, credit(change.credit)))]),
    ...(change.refunds === 0n ? [] : [refund_change(plus(change.refunds, money(change.refunds)))]),
  ]
  return {
    date: language.date(date),
    description: kinds[kind](invoice_number ?? '', credit_note_number ?? ''),
    quantity: '',
    unit_price: change.balance === 0n ? '' : money(change.balance),
    amount: money(after.balance),
    ...(details.length > 0 && { detail: details.join(' · ') }),
  }
}

/** Credit and refunds that the customer still has, or that nothing is due. */
function termsOf(
  { balance, credit, refunds }: Standing,
  { document: { statement: words } }: Language,
  figures: Figures,
): string {
  return [
    ...(balance > 0n ? [] : [words.nothing_due]),
    ...(credit === 0n ? [] : [words.credit_left(figures.credit(credit))]),
    ...(refunds === 0n ? [] : [words.refunds_left(figures.money(refunds))]),
  ].join(' ')
}
