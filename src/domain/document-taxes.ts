// How a document shows discounts and taxes: name, base, and the statements that the law requires.

import type { DocumentCustomer, DocumentInvoice, Labelled, SummaryRow } from './document-shape.ts'
import type { Language } from './languages/language.ts'
import type { InvoiceTax } from './parts.ts'
import { decimalIn } from './pricing-sentences.ts'
import { readableLine } from './readable-text.ts'
import type { Tax } from './tax/tax.ts'
import { unionNumberOf } from './tax/union-numbers.ts'

type Money = (amount: number) => string
type Taxes = readonly InvoiceTax[]

/** The label of a tax: "QST 9.975%", or the reason for no tax. */
function taxLabel(
  { tag, document: { tax_names, tax_categories, percent } }: Language,
  { name, percentage, category }: Pick<Tax, 'name' | 'percentage' | 'category'>,
): string {
  const word = tax_categories[category]
  if (name === '') return word ?? category
  const label = `${readableLine(tax_names[name] ?? name)} ${percent(decimalIn(tag, percentage))}`
  return word === undefined ? label : `${label} (${word.toLocaleLowerCase(tag)})`
}

/** National taxes before regional ones, as GST before QST. */
const inPrintOrder = (taxes: Taxes): Taxes =>
  taxes.toSorted((a, b) => Number(a.region !== null) - Number(b.region !== null))

/** The rows between subtotal and total: discounts and exclusive taxes. */
export function discountAndTaxRows(
  { discounts, taxes, tax, tax_included }: DocumentInvoice,
  language: Language,
  money: Money,
): SummaryRow[] {
  const words = language.document
  const added = inPrintOrder(taxes ?? []).filter(({ inclusive }) => !inclusive)
  // Tax that is not listed by rate is shown as one row.
  const rest = taxes ? 0 : tax - tax_included
  return [
    ...(discounts ?? [])
      .filter(({ amount }) => amount !== 0)
      .map(({ name, amount }) => ({
        kind: 'discount' as const,
        label: readableLine(name),
        value: money(-amount),
      })),
    ...added.map((each) => ({
      kind: 'tax' as const,
      label: words.tax_on(taxLabel(language, each), money(each.taxable)),
      value: money(each.amount),
    })),
    ...(rest === 0 ? [] : [{ kind: 'tax' as const, label: words.tax, value: money(rest) }]),
  ]
}

/** The rows below the total: taxes included in prices. */
export function includedTaxRows(taxes: Taxes, language: Language, money: Money): SummaryRow[] {
  const words = language.document
  return inPrintOrder(taxes)
    .filter(({ inclusive }) => inclusive)
    .map((each) => ({
      kind: 'tax_included',
      label: words.tax_included(words.tax_on(taxLabel(language, each), money(each.taxable))),
      value: money(each.amount),
    }))
}

/** The statements about taxes that the law requires, without duplicates. */
export function referencesOf(taxes: Taxes, { document: { references } }: Language): string[] {
  const texts = taxes.map(({ reference }) => readableLine(references[reference] ?? reference))
  return [...new Set(texts)].filter((text) => text !== '')
}

/** The seller's tax numbers: those in its profile and those of its registrations for these taxes. */
export function registrationsOf(
  own: readonly Labelled[],
  taxes: Taxes,
  { document: { tax_names } }: Language,
): Labelled[] {
  const numbers = [...own]
  for (const { name, registration, country } of inPrintOrder(taxes)) {
    const value = readableLine(registration)
    if (value === '' || numbers.some((each) => bare(each.value) === bare(value))) continue
    const label = name === '' ? (CALLED[country] ?? 'VAT') : name
    numbers.push({ label: readableLine(tax_names[label] ?? label), value })
  }
  return numbers
}

/** The kind of tax number of a country where the tax has no name, as for an export; elsewhere it is VAT. */
const CALLED: Readonly<Record<string, string>> = { CA: 'GST', AU: 'GST', NZ: 'GST', SG: 'GST' }

const bare = (number: string): string => number.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

/**
 * The customer's tax numbers on documents: the first one, and the one under which the customer owes the tax, as the law
 * requires (Directive 2006/112/EC, article 226 (4)).
 */
export function buyerNumbers(
  { tax_id, tax_ids }: Pick<DocumentCustomer, 'tax_id' | 'tax_ids'>,
  taxes: Taxes,
): string[] {
  const numbers = tax_id ? [tax_id] : []
  for (const { category, reason } of taxes) {
    if (category !== 'reverse_charge') continue
    const number = unionNumberOf(tax_ids ?? [], reason.place)
    if (number && !numbers.some((each) => bare(each) === bare(number))) numbers.push(number)
  }
  return numbers.filter((number) => readableLine(number) !== '')
}

/** The taxes of a line, if the lines of a document are not all taxed alike. */
export function lineTaxes(
  lines: readonly { taxes: readonly { t: number }[] | null }[],
  taxes: Taxes,
  language: Language,
): (string | undefined)[] {
  const labels = lines.map(({ taxes: own }) =>
    inPrintOrder((own ?? []).map(({ t }) => taxes[t] as InvoiceTax))
      .map((tax) => taxLabel(language, tax))
      .join(', '),
  )
  const isAlike = new Set(labels).size <= 1
  return labels.map((text) => (isAlike || text === '' ? undefined : text))
}
