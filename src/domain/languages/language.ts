// What a language of documents must bring: everything that people read and that is not data.
import type { CalendarDate } from '../calendar.ts'
import type { PaymentMethod } from '../payment.ts'
import type { TaxCategory } from '../tax/tax.ts'

export interface Language {
  /** The tag documents are marked with, such as `en`. */
  tag: string
  /** An amount in the smallest unit, written out with its currency. */
  money(amount: number, currency: string): string
  /** A whole number, grouped. */
  count(number: number): string
  /** A date, written out. */
  date(date: CalendarDate): string
  /** The name of a country, by its ISO 3166-1 code in upper case. */
  country(code: string): string
  document: DocumentWords
  mail: MailWords
  links: LinkWords
  hosted: HostedWords
}

/** The words of the invoice itself, wherever it is shown. */
export interface DocumentWords {
  invoice: string
  number: string
  issued: string
  due: string
  /** The buyer's purchase order. */
  reference: string
  not_issued: string
  from: string
  billed_to: string
  attention(name: string): string
  tax_id: string
  columns: { description: string; quantity: string; unit_price: string; amount: string }
  subtotal: string
  tax: string
  /** What taxes are called in this language, by their English names; others keep theirs. */
  tax_names: Readonly<Record<string, string>>
  /** Why a tax is 0; none for those that are not. */
  tax_categories: Partial<Record<TaxCategory, string>>
  percent(figure: string): string
  tax_on(tax: string, base: string): string
  /** Of a tax that prices include. */
  tax_included(tax: string): string
  /** What the law wants said, by how rates say it in English. */
  references: Readonly<Record<string, string>>
  total: string
  credit_applied: string
  paid: string
  amount_due: string
  amount_remaining: string
  all_amounts_in(currencyCode: string): string
  marks: { draft: string; void: string; paid: string }
  /** What a document of a test environment says of itself. */
  test: string
  /** What stands in the document that only shows how documents look. */
  sample: { number: string; customer: string; item: string }
  terms: {
    pay_by(amount: string, date: string): string
    overdue(amount: string, dueDate: string): string
    draft: string
    paid: string
    void: string
  }
  /** The state of an invoice in a few words; for draft, void and paid the marks say it. */
  states: {
    posted(dueDate: string): string
    overdue(dueDate: string): string
    paid: string
    void: string
    draft: string
  }
  how_to_pay: string
  methods: { bank_transfer: string; cheque: string; other: string }
  notes: string
  page(current: string, count: string): string
}

/** The words of mails. `number` is an invoice's; amounts and dates come written out. */
export interface MailWords {
  subjects: {
    invoice(number: string, seller: string): string
    reminder(number: string, seller: string, dueDate: string): string
    overdue(number: string, seller: string, dueDate: string): string
    receipt(number: string, seller: string): string
  }
  greeting(name: string): string
  greeting_unnamed: string
  invoice(number: string): string
  nothing_due: string
  due_soon(number: string, amount: string, dueDate: string, days: number): string
  due_today(number: string, amount: string): string
  overdue(number: string, amount: string, dueDate: string, days: number): string
  /** For whoever has paid in the meantime. */
  crossed: string
  received(amount: string, number: string): string
  paid_in_full(number: string): string
  remains(amount: string): string
  amount_received: string
  received_on: string
  paid_by: string
  methods: Record<PaymentMethod, string>
  view: string
  attached: string
  reply: string
}

/** The words of mails that bring a one-time link; `account` is the name of one. */
export interface LinkWords {
  subjects: { invitation(account: string): string; password_reset(account: string): string }
  invited(account: string): string
  /** To whoever asked themselves, and to whom an administrator made the link. */
  asked(account: string): string
  helped(account: string): string
  join: string
  set_password: string
  lasts(count: number, unit: 'hours' | 'days'): string
  unexpected: { invitation: string; password_reset: string }
}

/** The words around the document on its hosted page. */
export interface HostedWords {
  download: string
  /** Said of the page without a document, of which nobody learns why. */
  missing: { title: string; text: string }
  busy: { title: string; text: string }
  down: { title: string; text: string }
}
