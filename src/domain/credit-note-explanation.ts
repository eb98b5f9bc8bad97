// Explains the figures of a credit note: the amounts credited per line, before it and by it, and the resulting taxes
// (credit notes, section 2). Uses the notes that counted when it was issued, so the explanation never changes.

import { baseOf, type Creditable, shareOf } from './credit-note.ts'
import type { LineItem } from './invoice-lines.ts'
import { en } from './languages/en.ts'
import { formatMoney, sumAmounts } from './money.ts'
import type { Credited, InvoiceTax } from './parts.ts'
import { daysIn, moneyOf } from './pricing-sentences.ts'
import type { ExplainedUnused } from './unused-time.ts'

interface ExplainedTax {
  rate: string
  name: string
  percentage: string
  inclusive: boolean
  /** The tax of the whole line on the invoice. */
  tax: number
  /** The share of the tax for everything credited on the line up to then, rounded. */
  share: number
  credited_before: number
  /** Added so that the parts sum to the line or the note; usually 0. */
  adjustment: number
  amount: number
}

export interface ExplainedLine {
  /** Its position on the invoice, from 1. */
  line: number
  description: string
  /** The amount billed after discounts, before tax unless the price includes it. */
  base: number
  credited_before: number
  amount: number
  /** Set if the note returns unused time. */
  unused: ExplainedUnused | null
  taxes: ExplainedTax[]
}

/** An issued note, and the amounts credited on its invoice's lines before it. */
export interface ExplainedNote {
  currency: string
  credits: readonly (Credited | null)[]
  /** The credits of notes that were issued before and were not void then. */
  before: readonly (readonly (Credited | null)[])[]
  subtotal: number
  tax: number
  tax_included: number
  total: number
  to_open: number
  to_balance: number
  refund: number
  outside: number
}

/** Explains the lines that a note credits. */
export function explainedLines(
  { line_items: lines, taxes }: Pick<Creditable, 'line_items' | 'taxes'>,
  { credits, before }: Pick<ExplainedNote, 'credits' | 'before'>,
  unusedOf: (line: LineItem, base: number) => ExplainedLine['unused'],
): ExplainedLine[] {
  return lines.flatMap((line, at) => {
    const credited = credits[at]
    if (!credited) return []
    const earlier = before.flatMap((note) => note[at] ?? [])
    const credited_before = sumAmounts(earlier.map(({ base }) => base))
    return {
      line: at + 1,
      description: line.description,
      base: baseOf(line),
      credited_before,
      amount: credited.base,
      unused: unusedOf(line, credited.base),
      taxes: (line.taxes ?? []).map(({ t, amount: tax }, n) => {
        const { rate, name, percentage, inclusive } = (taxes ?? [])[t] as InvoiceTax
        const was = sumAmounts(earlier.map((each) => each.taxes[n] ?? 0))
        const share = shareOf(tax, credited_before + credited.base, baseOf(line))
        const amount = credited.taxes[n] ?? 0
        const adjustment = amount - (share - was)
        const of = { rate, name, percentage, inclusive }
        return { ...of, tax, share, credited_before: was, adjustment, amount }
      }),
    }
  })
}

/** A credit note as sentences: lines with their taxes, the sum, and how it is settled. */
export function noteSentences(lines: readonly ExplainedLine[], note: ExplainedNote): string[] {
  const money = (amount: number) => formatMoney(amount, note.currency)
  return [
    ...lines.flatMap((line) => [
      lineSentence(line, money, note.currency),
      ...line.taxes.filter(({ tax }) => tax !== 0).map((tax) => taxSentence(line, tax, money)),
    ]),
    totalSentence(note, money),
    `Of it, ${partsOf(note, money).join(', ')}.`,
  ]
}

type Money = (amount: number) => string

function lineSentence(
  { line, description, base, credited_before, amount, unused }: ExplainedLine,
  money: Money,
  currency: string,
): string {
  const earlier = credited_before === 0 ? '' : ` ${money(credited_before)} was credited before.`
  const returned = unused ? `${unusedSentence(unused, money, currency)} ` : ''
  return `Line ${line}, ${description}: ${returned}${money(amount)} of ${money(base)}.${earlier}`
}

/** "June 12, 2027 – June 30, 2027, 19 of 30 days: CA$47.00 × 19 ÷ 30 = CA$29.77 rounded." */
function unusedSentence(
  { first_day, last_day, price, seconds, period_seconds, ...of }: ExplainedUnused,
  money: Money,
  currency: string,
): string {
  const { amount, adjustment, discount } = of
  const [days, all] = [daysIn('en', seconds), daysIn('en', period_seconds)]
  const span = en.document.period(en.date(first_day), en.date(last_day))
  const computed = `${moneyOf('en', price, currency)} × ${days} ÷ ${all} = ${money(amount)} rounded`
  const by = money(Math.abs(adjustment))
  const more = `, plus ${by} that other lines of the item cannot return`
  const less = `, less ${by} that another line of the item returns`
  const adjusted = adjustment === 0 ? '' : adjustment > 0 ? more : less
  const discounted = discount === 0 ? '' : `, less ${money(discount)} of its discount`
  return `${span}, ${days} of ${all} days: ${computed}${adjusted}${discounted}.`
}

function taxSentence(
  { line, base, ...of }: ExplainedLine,
  tax: ExplainedTax,
  money: Money,
): string {
  const { name, percentage, inclusive, share, credited_before: before, adjustment, amount } = tax
  const until = of.credited_before + of.amount
  const called = `${name} ${percentage}%${inclusive ? ', included' : ''}`
  const rule = `${money(tax.tax)} × ${money(until)} ÷ ${money(base)} = ${money(share)} rounded`
  const less = before === 0 ? '' : `, less ${money(before)} credited before`
  const by = money(Math.abs(adjustment))
  const adjusted =
    adjustment === 0 ? '' : `, ${adjustment > 0 ? 'plus' : 'less'} ${by} so that the parts add up`
  const result = less === '' && adjusted === '' ? '' : `: ${money(amount)}`
  return `Line ${line}, ${called}: ${rule}${less}${adjusted}${result}.`
}

function totalSentence(
  { subtotal, tax, tax_included, total }: ExplainedNote,
  money: Money,
): string {
  const added = tax - tax_included
  const included = tax_included === 0 ? '' : `, which includes ${money(tax_included)} of tax`
  if (added === 0) return `Total: ${money(total)}${included}.`
  return `Total: ${money(subtotal)} + ${money(added)} of tax = ${money(total)}${included}.`
}

function partsOf(note: ExplainedNote, money: Money): string[] {
  const parts: [amount: number, does: string][] = [
    [note.to_open, 'reduces what was still to be paid'],
    [note.to_balance, 'becomes credit of the customer'],
    [note.refund, 'is refunded'],
    [note.outside, 'was returned outside of Reckoner'],
  ]
  return parts.flatMap(([amount, does]) => (amount === 0 ? [] : `${money(amount)} ${does}`))
}
