// The document of a credit note: that of its invoice, with the credited lines and amounts (Directive 2006/112/EC, Art.
// 219: it names the invoice that it corrects).

import { dateIn } from './calendar.ts'
import { type CreditNoteStatus, noteFigures } from './credit-note.ts'
import { invoiceDocument } from './document.ts'
import type {
  DocumentInvoice,
  DocumentOptions,
  DocumentParties,
  InvoiceDocument,
} from './document-shape.ts'
import type { LineItem } from './invoice-lines.ts'
import { chooseLanguage } from './languages/choose.ts'
import type { Credited } from './parts.ts'
import { decimalIn } from './pricing-sentences.ts'

/** The fields of a note that its document uses. */
interface DocumentNote {
  number: string
  status: CreditNoteStatus
  note: string
  credits: readonly (Credited | null)[]
  /** Its lines, in the order of the credited lines of the invoice; `period` is the returned time. */
  lines: readonly { period?: { start: string; end: string } | null }[]
  reason: string
  to_open: number
  to_balance: number
  refund: number
  outside: number
  created_at: number
}

/** Makes the document of a note, with the parties as on its invoice. */
export function noteDocument(
  note: DocumentNote,
  invoice: DocumentInvoice,
  parties: DocumentParties,
  options: DocumentOptions,
): InvoiceDocument {
  const { seller, customer } = parties
  const language = chooseLanguage(options.language, customer.language, seller.language)
  const { credit_note: words, marks, invoice_date } = language.document
  const { line_items, taxes, ...figures } = noteFigures(invoice, note.credits)
  const kept = [...(taxes ?? []).entries()].filter(
    ([, { taxable, amount }]) => taxable + amount > 0,
  )
  const credited = note.credits.flatMap((each, at) => (each ? [{ ...each, at }] : []))
  const isVoid = note.status === 'void'
  const returned = note.lines.flatMap(({ period }) => period ?? [])
  const base = invoiceDocument(
    {
      ...invoice,
      ...(returned.length > 0 && {
        period_start: Math.min(...returned.map(({ start }) => Date.parse(start))),
        period_end: Math.max(...returned.map(({ end }) => Date.parse(end))),
      }),
      ...figures,
      taxes: kept.map(([, tax]) => tax),
      // A note shows only the amount of a line, whatever its pricing.
      line_items: credited.flatMap(({ at }, place) => {
        const line = withReturned(line_items[at] as LineItem, note.lines[place])
        const own = (line.taxes ?? []).flatMap(({ t, ...tax }) => {
          const own = kept.findIndex(([index]) => index === t)
          return own < 0 ? [] : [{ t: own, ...tax }]
        })
        const price = { quantity: '1', unit_price: String(line.amount), pricing: null }
        return [{ ...line, ...price, taxes: own }]
      }),
      ...{ discount: 0, discounts: null, credit_applied: 0, amount_paid: 0, amount_credited: 0 },
      credit_applied_later: 0,
      ...{ amount_due: figures.total, notes: note.note, number: note.number },
      status: isVoid ? 'void' : 'paid',
    },
    parties,
    options,
  )
  const tag = language.tag === 'fr' ? 'fr' : 'en'
  const money = (amount: number) => language.money(amount, invoice.currency)
  const date = (at: number) => language.date(dateIn(at, seller.time_zone))
  const { to_open, to_balance, refund, outside } = note
  const terms = [
    ...(to_open > 0 ? [words.to_open(money(to_open), invoice.number)] : []),
    ...(to_balance > 0 ? [words.to_balance(money(to_balance))] : []),
    ...(refund > 0 ? [words.refund(money(refund))] : []),
    ...(outside > 0 ? [words.outside(money(outside))] : []),
  ]
  const why = note.reason === 'unused_time' ? [words.unused_time] : []
  const said = isVoid ? words.void : [...why, ...terms].join(' ')
  return {
    ...base,
    title: base.title.replace(base.heading, words.heading),
    heading: words.heading,
    mark: isVoid ? { kind: 'void', text: marks.void } : null,
    test: base.test && words.test,
    state: { status: isVoid ? 'void' : 'paid', text: said },
    facts: [
      { label: words.number, value: note.number },
      { label: words.date, value: date(note.created_at) },
      { label: words.invoice, value: invoice.number },
      { label: invoice_date, value: date(invoice.finalized_at ?? note.created_at) },
      ...base.facts.filter(({ label }) => label === language.document.period_heading),
    ],
    lines: base.lines.map((line, index) => {
      const quantity = credited[index]?.quantity ?? '0'
      return { ...line, quantity: quantity === '0' ? '' : decimalIn(tag, quantity), unit_price: '' }
    }),
    due: { label: words.total, value: money(figures.total) },
    terms: said,
    payment: null,
  }
}

/** A line with the period that a note returns of it, instead of the billed one. */
const withReturned = (line: LineItem, note: DocumentNote['lines'][number] | undefined): LineItem =>
  note?.period
    ? {
        ...line,
        period_start: Date.parse(note.period.start),
        period_end: Date.parse(note.period.end),
      }
    : line
