// The document of an invoice: every text of its PDF, its hosted page and its emails, formatted once.
import { dateIn } from './calendar.ts'
import { exactText, isWhole } from './decimal.ts'
import type {
  DocumentCustomer,
  DocumentInvoice,
  DocumentOptions,
  DocumentParties,
  DocumentParty,
  DocumentSeller,
  InvoiceDocument,
  Labelled,
  SummaryRow,
} from './document-shape.ts'
import {
  buyerNumbers,
  discountAndTaxRows,
  includedTaxRows,
  lineTaxes,
  referencesOf,
  registrationsOf,
} from './document-taxes.ts'
import { amountRemaining, type InvoiceStatus } from './invoice.ts'
import { type LineItem, lineTerms, priceBefore, wholeNumbersOf } from './invoice-lines.ts'
import { chooseLanguage } from './languages/choose.ts'
import type { DocumentWords, Language } from './languages/language.ts'
import type { InvoiceTax } from './parts.ts'
import { addressLines, type PostalAddress } from './postal-address.ts'
import { priceOf } from './pricing.ts'
import { decimalIn, moneyOf, pricingSentence } from './pricing-sentences.ts'
import { readableLine, readableText } from './readable-text.ts'
import { restsOf } from './rest.ts'

/** Makes the document of an invoice. Pure: the same arguments give the same texts. */
export function invoiceDocument(
  invoice: DocumentInvoice,
  { seller, customer }: DocumentParties,
  { mode, language: requested }: DocumentOptions,
): InvoiceDocument {
  const language = chooseLanguage(requested, customer.language, seller.language)
  const words = language.document
  const money = (amount: number) => signed(language.money(amount, invoice.currency))
  const { status, line_items } = invoice
  const taxes = invoice.taxes ?? []
  const taxed = lineTaxes(line_items, taxes, language)
  const sellerName = readableLine(seller.legal_name || seller.name)
  return {
    language: language.tag,
    title: `${words.invoice} ${invoice.number} – ${sellerName}`,
    heading: words.invoice,
    number: invoice.number,
    mark: isMarked(status) ? { kind: status, text: words.marks[status] } : null,
    test: mode === 'test' ? words.test : null,
    state: { status, text: stateText(invoice, language) },
    logo: seller.logo ?? null,
    color: seller.color ?? null,
    seller: sellerParty(seller, taxes, language),
    buyer: buyerParty(customer, taxes, language),
    facts: facts(invoice, seller.time_zone, language),
    columns: words.columns,
    lines: line_items.map((line, index) =>
      withDetails(
        lineShown(line, invoice.currency, language),
        periodOf(line, seller.time_zone, language) ?? suppliedOf(line, language),
        taxed[index],
      ),
    ),
    summary: summary(invoice, language, money),
    legal: referencesOf(taxes, language),
    due: due(invoice, words, money),
    terms: terms(invoice, language, money),
    currency: words.all_amounts_in(invoice.currency.toUpperCase()),
    payment: payment(invoice, seller, words),
    notes: section(words.notes, invoice.notes),
    footer: readableText(seller.footer ?? ''),
    page: words.page('{page}', '{pages}'),
  }
}

/**
 * The invoice as its document shows it: as finalized, or void. The hosted page and emails show later payments and
 * whether it is overdue.
 */
export function asFinalized<
  I extends Pick<
    DocumentInvoice,
    'status' | 'amount_due' | 'amount_paid' | 'amount_credited' | 'credit_applied_later'
  >,
>(invoice: I): I {
  const { status, amount_due } = invoice
  if (status === 'draft') return invoice
  // Voiding returns credit to the customer.
  if (status === 'void') return { ...invoice, credit_applied_later: 0 }
  return {
    ...invoice,
    status: amount_due === 0 ? 'paid' : 'posted',
    amount_paid: 0,
    amount_credited: 0,
    credit_applied_later: 0,
  }
}

/** Adds the period of a line and, if the lines are not all taxed alike, its taxes. */
function withDetails(
  line: InvoiceDocument['lines'][number],
  period: string | undefined,
  taxed: string | undefined,
): InvoiceDocument['lines'][number] {
  const details = [period, line.detail, taxed].filter((each) => each !== undefined)
  return details.length === 0 ? line : { ...line, detail: details.join(' · ') }
}

/** The days of a line's period, both inclusive, in the seller's time zone. */
export function periodOf(
  { period_start: start, period_end: end }: Pick<LineItem, 'period_start' | 'period_end'>,
  zone: string,
  language: Language,
): string | undefined {
  if (typeof start !== 'number' || typeof end !== 'number') return undefined
  const [first, last] = [dateIn(start, zone), dateIn(end - 1, zone)]
  if (first === last) return language.date(first)
  return language.document.period(language.date(first), language.date(last))
}

/** The day on which a line was supplied. */
const suppliedOf = (
  { supply_date }: Pick<LineItem, 'supply_date'>,
  { date, document }: Language,
): string | undefined => (supply_date ? document.supplied(date(supply_date)) : undefined)

/** A line as billed. If it has no unit price, the computation is shown below its description. */
function lineShown(
  line: LineItem,
  currency: string,
  language: Language,
): InvoiceDocument['lines'][number] {
  const money = (units: number) => signed(language.money(units, currency))
  const { quantity, unit_price, pricing, amount } = line
  const shown = { description: readableLine(line.description), amount: money(amount) }
  const whole = wholeNumbersOf(line)
  if (whole) {
    return {
      ...shown,
      quantity: language.count(whole.quantity),
      unit_price: money(whole.unit_amount),
    }
  }
  const tag = language.tag === 'fr' ? 'fr' : 'en'
  if (!pricing) {
    const price = moneyOf(tag, unit_price ?? '', currency)
    return { ...shown, quantity: decimalIn(tag, quantity), unit_price: price }
  }
  const { terms, events, part } = pricing
  const { exact, parts = [] } = priceOf(terms, { quantity, events })
  const billed = lineTerms(line)
  const rests = part && restsOf(exact, part, billed ? priceBefore(billed) : undefined)
  const priced = {
    ...{ terms, quantity, parts, rests, amount, before: part?.quantity_before },
    minimum: part?.minimum,
    exact: isWhole(exact) ? undefined : exactText(exact),
  }
  const isFlat = terms.model === 'flat' && !part
  return {
    ...shown,
    // The quantity of a percentage price is an amount of money.
    quantity:
      terms.model === 'percentage' ? moneyOf(tag, quantity, currency) : decimalIn(tag, quantity),
    unit_price: isFlat ? money(terms.unit_amount) : '',
    ...(!isFlat && { detail: pricingSentence(tag, priced, currency) }),
  }
}

/** Uses the typographic minus: a hyphen before a figure is too short to notice. */
export function signed(money: string): string {
  return money.replace(/^-/, '\u2212')
}

function isMarked(status: InvoiceStatus): status is 'draft' | 'void' | 'paid' {
  return status === 'draft' || status === 'void' || status === 'paid'
}

function stateText({ status, due_date }: DocumentInvoice, { date, document }: Language): string {
  const text = document.states[status]
  return typeof text === 'string' ? text : text(date(due_date))
}

export function sellerParty(
  seller: DocumentSeller,
  taxes: readonly InvoiceTax[],
  language: Language,
): DocumentParty {
  const { legal_name, phone, email, website, tax_numbers } = seller
  const reach = [phone, email, website].map((text) => readableLine(text ?? ''))
  return {
    heading: language.document.from,
    name: readableLine(legal_name || seller.name),
    lines: [...address(seller, language), ...reach.filter((line) => line !== '')],
    tax_numbers: registrationsOf(
      (tax_numbers ?? []).map(({ label, value }) => ({
        label: readableLine(label),
        value: readableLine(value),
      })),
      taxes,
      language,
    ),
  }
}

function buyerParty(
  customer: DocumentCustomer,
  taxes: readonly InvoiceTax[],
  language: Language,
): DocumentParty {
  const { billed_to, attention, tax_id } = language.document
  const contact = readableLine(customer.contact_name ?? '')
  return {
    heading: billed_to,
    name: readableLine(customer.name),
    lines: [
      ...(contact === '' ? [] : [attention(contact)]),
      ...address(customer, language),
      ...[readableLine(customer.email ?? '')].filter((line) => line !== ''),
    ],
    tax_numbers: buyerNumbers(customer, taxes).map((number) => ({
      label: tax_id,
      value: readableLine(number),
    })),
  }
}

function address(party: PostalAddress, { country }: Language): string[] {
  const lines = addressLines(party, party.country ? country(party.country) : '')
  // A country without an address is not shown: it is only a default.
  const isMore = [party.address_line1, party.address_line2, party.city, party.postal_code].some(
    (part) => part,
  )
  return isMore ? lines.map(readableLine) : []
}

function facts(invoice: DocumentInvoice, timeZone: string, language: Language): Labelled[] {
  const { date, document: words } = language
  const { status, number, finalized_at, due_date, reference, line_items } = invoice
  const { supply_date, related_number } = invoice
  const period = periodOf(wholePeriod(line_items), timeZone, language)
  const invoiceDate =
    finalized_at === null ? words.not_finalized : date(dateIn(finalized_at, timeZone))
  const named = readableLine(reference)
  return [
    { label: words.number, value: number },
    { label: words.invoice_date, value: invoiceDate },
    ...(status === 'void' ? [] : [{ label: words.due, value: date(due_date) }]),
    ...(period === undefined ? [] : [{ label: words.period_heading, value: period }]),
    ...(!supply_date ? [] : [{ label: words.supply_date, value: date(supply_date) }]),
    ...(!related_number ? [] : [{ label: words.relates_to, value: related_number }]),
    ...(named === '' ? [] : [{ label: words.reference, value: named }]),
  ]
}

/** From the first to the last instant of the periods of lines. */
function wholePeriod(lines: readonly LineItem[]): Pick<LineItem, 'period_start' | 'period_end'> {
  const starts = lines.flatMap(({ period_start }) => period_start ?? [])
  const ends = lines.flatMap(({ period_end }) => period_end ?? [])
  if (starts.length === 0 || ends.length === 0) return {}
  return { period_start: Math.min(...starts), period_end: Math.max(...ends) }
}

function summary(
  invoice: DocumentInvoice,
  language: Language,
  money: (amount: number) => string,
): SummaryRow[] {
  const words = language.document
  const { subtotal, total, taxes, amount_credited, amount_paid } = invoice
  const credit = invoice.credit_applied + invoice.credit_applied_later
  return [
    { kind: 'subtotal', label: words.subtotal, value: money(subtotal) },
    ...discountAndTaxRows(invoice, language, money),
    { kind: 'total', label: words.total, value: money(total) },
    ...includedTaxRows(taxes ?? [], language, money),
    ...taken('credit_applied', words.credit_applied, credit, money),
    ...taken('credited', words.credited, amount_credited, money),
    ...taken('paid', words.paid, amount_paid, money),
  ]
}

/** A row that reduces the amount to be paid; omitted if zero. */
function taken(
  kind: SummaryRow['kind'],
  label: string,
  amount: number,
  money: (amount: number) => string,
): SummaryRow[] {
  return amount === 0 ? [] : [{ kind, label, value: money(-amount) }]
}

function due(
  invoice: DocumentInvoice,
  words: DocumentWords,
  money: (amount: number) => string,
): Labelled {
  if (invoice.status === 'void') return { label: words.total, value: money(invoice.total) }
  const remaining = amountRemaining(invoice)
  const label = remaining < invoice.amount_due ? words.amount_remaining : words.amount_due
  return { label, value: money(remaining) }
}

function terms(
  invoice: DocumentInvoice,
  { date, document: { terms } }: Language,
  money: (amount: number) => string,
): string {
  const { status, due_date } = invoice
  const owed = money(amountRemaining(invoice))
  if (status === 'posted') return terms.pay_by(owed, date(due_date))
  if (status === 'overdue') return terms.overdue(owed, date(due_date))
  return terms[status]
}

/** Payment instructions, while something is due. */
function payment(
  { status }: DocumentInvoice,
  { payment_instructions }: DocumentSeller,
  { how_to_pay, methods }: DocumentWords,
): InvoiceDocument['payment'] {
  if (status === 'paid' || status === 'void') return null
  const ways = (['bank_transfer', 'cheque', 'other'] as const).flatMap((method) => {
    const text = readableText(payment_instructions?.[method] ?? '')
    return text === '' ? [] : [{ label: methods[method], text }]
  })
  return ways.length === 0 ? null : { heading: how_to_pay, ways }
}

function section(heading: string, text: string): { heading: string; text: string } | null {
  const shown = readableText(text)
  return shown === '' ? null : { heading, text: shown }
}
