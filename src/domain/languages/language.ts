// The interface of a document language: every text that is not data.

import type { CalendarDate } from '../calendar.ts'
import type { PaymentMethod } from '../payment.ts'
import type { IntervalUnit } from '../recurrence.ts'
import type { PlanEnd } from '../retry-plan.ts'
import type { StatedKind } from '../statement.ts'
import type { TaxCategory } from '../tax/tax.ts'

export interface Language {
  /** The language tag of documents, such as `en`. */
  tag: string
  /** Formats an amount in the smallest unit with its currency. */
  money(amount: number, currency: string): string
  /** Formats a whole number with digit grouping. */
  count(number: number): string
  date(date: CalendarDate): string
  /** The name of a country, by its upper-case ISO 3166-1 code. */
  country(code: string): string
  document: DocumentWords
  mail: MailWords
  links: LinkWords
  hosted: HostedWords
}

/** The texts of the invoice itself, wherever it is shown. */
export interface DocumentWords {
  invoice: string
  number: string
  invoice_date: string
  due: string
  /** The buyer's purchase order. */
  reference: string
  not_finalized: string
  from: string
  billed_to: string
  attention(name: string): string
  tax_id: string
  columns: { description: string; quantity: string; unit_price: string; amount: string }
  subtotal: string
  tax: string
  /** The names of taxes in this language, by their English names; other names are not translated. */
  tax_names: Readonly<Record<string, string>>
  /** The reason why a tax is 0, by category; absent for categories that are taxed. */
  tax_categories: Partial<Record<TaxCategory, string>>
  /** The heading of the billed period. */
  period_heading: string
  supply_date: string
  relates_to: string
  /** The day of supply on a line. */
  supplied(date: string): string
  /** Names a credit note on the invoice of a change: the returned amount, and the period of it. */
  unused(number: string, amount: string, parts: string): string
  /** What is missing of the minimum of a product. */
  minimum(product: string, minimum: string, billed: string): string
  /** What is missing of the minimum of a subscription, or the part of one product in it. */
  minimumOfAll(product: string | undefined, minimum: string, billed: string): string
  /** The period of a line, first to last day, inclusive. */
  period(first: string, last: string): string
  percent(figure: string): string
  tax_on(tax: string, base: string): string
  /** The label of a tax that is included in prices. */
  tax_included(tax: string): string
  /** Statements that the law requires, by their English text in the tax rates. */
  references: Readonly<Record<string, string>>
  total: string
  credit_applied: string
  /** The amount credited by credit notes. */
  credited: string
  credit_note: {
    heading: string
    number: string
    date: string
    /** The invoice that a credit note corrects. */
    invoice: string
    total: string
    unused_time: string
    to_open(amount: string, invoice: string): string
    to_balance(amount: string): string
    refund(amount: string): string
    outside(amount: string): string
    void: string
    test: string
  }
  statement: StatementWords
  paid: string
  amount_due: string
  amount_remaining: string
  all_amounts_in(currencyCode: string): string
  marks: { draft: string; void: string; paid: string }
  /** The notice on documents of a test environment. */
  test: string
  /** The contents of the sample document. */
  sample: { number: string; customer: string; item: string }
  terms: {
    pay_by(amount: string, date: string): string
    overdue(amount: string, dueDate: string): string
    draft: string
    paid: string
    void: string
  }
  /** The state of an invoice in a few words; draft, void and paid are shown as marks instead. */
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

/** The texts of the statement of an account. */
export interface StatementWords {
  heading: string
  customer: string
  columns: { date: string; amount: string; balance: string }
  opening: string
  /** The sum of the movements that increased the balance. */
  charges: string
  /** The sum of the movements that reduced it. */
  payments: string
  closing: string
  nothing_due: string
  /** The name of each kind of entry, given the numbers of its invoice and credit note, or "". */
  kinds: Readonly<Record<StatedKind, (invoice: string, note: string) => string>>
  /** A change of the customer's credit, with its sign. */
  credit_change(amount: string): string
  refund_change(amount: string): string
  credit_left(amount: string): string
  refunds_left(amount: string): string
  test: string
}

/** The texts of emails. `number` is an invoice's; amounts and dates are already formatted. */
export interface MailWords {
  subjects: {
    invoice(number: string, seller: string): string
    reminder(number: string, seller: string, dueDate: string): string
    overdue(number: string, seller: string, dueDate: string): string
    receipt(number: string, seller: string): string
    credit_note(number: string, seller: string): string
    payment_failed(number: string, seller: string): string
    payment_failed_again(number: string, seller: string): string
    collection_ended(number: string, seller: string): string
    card_expiring(seller: string): string
    confirm_payment(number: string, seller: string): string
    price_change(product: string, date: string): string
  }
  greeting(name: string): string
  greeting_unnamed: string
  invoice(number: string): string
  /** Why a subscription was billed within or after its period. */
  reasons: Record<'change' | 'cancel', (items: string) => string>
  credit_note(number: string, invoice: string): string
  nothing_due: string
  /** Instead of the terms of an invoice that is charged automatically. */
  charged(method: string): string
  /** A payment method without a brand or bank. */
  account: string
  saved_method: string
  charge_failed(amount: string, number: string): string
  charge_failed_again(amount: string, number: string): string
  tries_again(date: string): string
  /** `month` such as 12/2028. */
  card_expires(card: string, month: string): string
  card_replaced: string
  /** After the last attempt. */
  not_collected(amount: string, number: string): string
  collection_ends: Readonly<Record<PlanEnd, string>>
  confirm_payment(amount: string, number: string): string
  pay: string
  due_soon(number: string, amount: string, dueDate: string, days: number): string
  due_today(number: string, amount: string): string
  overdue(number: string, amount: string, dueDate: string, days: number): string
  /** For customers who have paid in the meantime. */
  crossed: string
  received(amount: string, number: string): string
  paid_in_full(number: string): string
  remains(amount: string): string
  amount_received: string
  received_on: string
  paid_by: string
  methods: Record<PaymentMethod, string>
  /** The link and the attachment of each document. */
  about: Record<'invoice' | 'credit_note', { view: string; attached: string }>
  /** Announces a new price; the prices name their interval. */
  price_change(product: string, of: { before: string; after: string; date: string }): string
  price_change_terms: string
  current_price: string
  new_price: string
  product: string
  starts_on: string
  /** After an amount: per month, or every three months. */
  per: Record<IntervalUnit, (count: number) => string>
  reply: string
}

/** The texts of emails with a one-time link; `account` is the account's name. */
export interface LinkWords {
  subjects: { invitation(account: string): string; password_reset(account: string): string }
  invited(account: string): string
  /** For users who requested the link, and for users whose administrator created it. */
  requested(account: string): string
  helped(account: string): string
  join: string
  set_password: string
  lasts(count: number, unit: 'hours' | 'days'): string
  unexpected: { invitation: string; password_reset: string }
}

/** The texts around the document on its hosted page. */
export interface HostedWords {
  download: string
  /** The text of a page without a document. It does not reveal the reason. */
  missing: { title: string; text: string }
  busy: { title: string; text: string }
  down: { title: string; text: string }
  /** After a card was saved without a payment, if no other page was named. */
  saved: { title: string; text: string }
  payment: {
    /** At the top of a page on which a test invoice can be paid. */
    test: string
    pay(amount: string): string
    processing(amount: string): string
    /** After the gateway's page, until its outcome is known. */
    waiting: string
    failed(reason: string): string
    /** Why a payment failed, by the bank's code; `other` for codes that are not here. */
    reasons: Readonly<Record<'other', string> & Record<string, string>>
  }
}
