// Shared parts of all invoice actions, and updates of drafts.

import { isDeepStrictEqual } from 'node:util'
import { parseCurrency } from '../../domain/currencies.ts'
import { billingError } from '../../domain/errors.ts'
import { assertDraft, dueDate, invoiceCan } from '../../domain/invoice.ts'
import type { LineItem } from '../../domain/invoice-lines.ts'
import { mergeMetadata } from '../../domain/metadata.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import type { Discount } from '../../domain/parts.ts'
import type { PreviewSent } from '../../domain/preview.ts'
import { nextReminder } from '../../domain/reminder.ts'
import { type Figures, figuresOf } from '../../domain/settle.ts'
import type { NamedRow, Subject } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type Customer, customers } from '../customers/store.ts'
import type { DiscountSent } from '../discounts.ts'
import { missingInBody } from '../identifiers.ts'
import type { Cause } from '../ledger/post.ts'
import { assertFollows, type LineRequest, lineRows, pricedLines } from './lines.ts'
import { events, type Invoice, invoiceIds } from './record.ts'
import type { InvoicePatch } from './schemas.ts'
import { type Carried, settleDraft } from './settle.ts'
import { invoices } from './store.ts'
import { invoiceJson } from './text.ts'

/** Request bodies with IDs decoded: integers for customers, UUIDs for products. */
export type Decoded<T extends { customer_id?: unknown; line_items?: unknown }> = Omit<
  T,
  'customer_id' | 'line_items' | 'preview' | 'discounts'
> & { customer_id: number; line_items: LineRequest[] } & ('preview' extends keyof T
    ? { preview?: PreviewSent }
    : unknown) &
  ('discounts' extends keyof T ? { discounts?: DiscountSent[] } : unknown)

export function getInvoice(work: Work, id: string): Invoice {
  const invoice = work.find(invoices, id)
  if (!invoice) throw invoiceIds.missing(invoiceIds.ref(id))
  return invoice
}

/** The invoice that a body names; a missing one is 400. */
export function invoiceInBody(work: Work, id: string, param = 'invoice_id'): Invoice {
  const invoice = work.find(invoices, id)
  if (!invoice) {
    throw missingInBody(invoiceIds, id, param, ' Use a finalized invoice.')
  }
  return invoice
}

export function presentInvoice(work: Work, invoice: Invoice): string {
  return invoiceJson(invoice, work.environment.public_url)
}

/** The objects that the events of an invoice are about. */
export const aboutInvoice = ({
  id,
  customer_id,
}: Pick<Invoice, 'id' | 'customer_id'>): Subject => ({
  id: invoiceIds.ref(id),
  customer_id,
})

/** The cause of postings that this invoice makes. */
export const causeOf = (kind: Cause['kind'], invoice: Invoice): Cause => ({
  kind,
  object_id: invoice.id,
  customer_id: invoice.customer_id,
  invoice_id: invoice.id,
  currency: invoice.currency,
})

/** A reopened invoice gets the reminders whose days are still in the future. */
export function reminderOf(work: Work, { due_date }: Invoice, timeZone: string): number | null {
  return nextReminder({ due_date, days: work.environment.reminder_days, timeZone }, work.now)
}

/** The customer an invoice names; throws 400, since the ID is in the body. */
export function getBilledCustomer(work: Work, id: number): Customer {
  const customer = work.find(customers, id)
  if (customer && customer.deleted_at === null) return customer
  throw billingError(
    'resource_missing',
    `There is no customer cus_${id} in this environment. Create it first, or use another customer.`,
    { param: 'customer_id', status: 400 },
  )
}

/** Throws unless every line has a description. */
export function assertDescribed(lines: readonly LineRequest[], before?: Invoice): void {
  assertNewTexts(
    lines.map(({ description }, index) => ({
      param: `line_items[${index}].description`,
      be: 'visible',
      text: description ?? undefined,
      stored: before?.line_items[index]?.description,
    })),
  )
}

/** The customer, and the previous draft if there was one. */
export interface Billing {
  customer: Customer
  currency: string
  before?: readonly LineItem[]
  discounts?: readonly Discount[]
  /** The subscription that it bills, and when it was scheduled. */
  subscription_id?: string | null | undefined
  scheduled_for?: number | null | undefined
  /** For a change within a period: the discounts of that period. */
  carried?: Carried | undefined
}

/** The figures of requested lines. */
export function settleLines(work: Work, lines: readonly LineRequest[], billing: Billing): Figures {
  const { discounts = [], ...options } = billing
  const priced = pricedLines(work, lines, options)
  const settled = settleDraft(work, { ...options, lines: priced, discounts })
  assertFollows(lines, settled.line_items, options.before)
  return figuresOf(settled)
}

export interface UpdateInvoice {
  id: string
  /** True if the patch contains read-only members, as when a client sends back the whole object. */
  read_back?: boolean
  patch: Partial<Decoded<InvoicePatch>>
}

export const updateInvoice: Action<UpdateInvoice> = {
  name: 'invoices.update',
  rows: ({ id, patch }) => [
    { table: invoices, id },
    ...(patch.customer_id === undefined ? [] : [{ table: customers, id: patch.customer_id }]),
    ...lineRows(patch.line_items),
    ...relatedRows(patch),
  ],
  decide(work, { id, patch, read_back = false }) {
    // Errors in the body (400) are reported before errors about the invoice (404, 409).
    const found = work.find(invoices, id)
    if (patch.customer_id !== undefined) getBilledCustomer(work, patch.customer_id)
    const currency = found && currencyPatch(work, found, patch)
    assertDiscounts(found, currency, patch)
    const settled = settlePatch(work, patch, { currency, before: found })
    const before = getInvoice(work, id)
    // A due date that a client only read and sent back was not set by it.
    const { due_date } = patch
    const isSet = !(read_back && due_date === before.due_date)
    const after: Invoice = {
      ...before,
      ...settled,
      ...(isSet && dueDatePatch(work, due_date)),
      currency: currency ?? before.currency,
      ...textsPatch(patch),
      ...relatedPatch(work, patch, before),
      ...(patch.metadata !== undefined && {
        metadata: mergeMetadata(before.metadata, patch.metadata),
      }),
      updated_at: work.now,
    }
    work.assertMatch(() => presentInvoice(work, before))
    // An empty patch is accepted whatever the status of the invoice.
    if (Object.keys(patch).length > 0) assertDraft(before)
    return work.change(events.updated, aboutInvoice(after), {
      table: invoices,
      before,
      after,
      present: (invoice) => presentInvoice(work, invoice),
    })
  },
}

/** Texts are taken as sent, and null clears them. A new body member without a rule here does not compile. */
function textsPatch({
  customer_id: _,
  line_items: __,
  due_date: ___,
  currency: ____,
  metadata: _____,
  relates_to: ______,
  supply_date,
  ...texts
}: UpdateInvoice['patch']): Partial<Pick<Invoice, keyof typeof texts>> {
  const set = Object.entries(texts).map(([name, text]) => [name, text ?? ''])
  return { ...Object.fromEntries(set), ...(supply_date !== undefined && { supply_date }) }
}

/** The row of the invoice that a request relates to. */
export const relatedRows = ({ relates_to }: { relates_to?: string | null }): NamedRow[] =>
  relates_to ? [{ table: invoices, id: relates_to }] : []

/** The earlier invoice of the same customer that another one refers to, with its number. */
export function related(
  work: Work,
  relates_to: string | null,
  customer_id: number,
): Pick<Invoice, 'relates_to' | 'related_number'> {
  if (relates_to === null) return { relates_to, related_number: null }
  const invoice = work.find(invoices, relates_to)
  if (!invoice) throw missingInBody(invoiceIds, relates_to, 'relates_to', '')
  const { number, finalized_at } = invoice
  if (finalized_at === null || invoice.customer_id !== customer_id) {
    const why = finalized_at === null ? 'is not finalized' : 'is for another customer'
    throw billingError(
      'parameter_invalid',
      `Invoice ${number} ${why}. An invoice can relate to a finalized invoice of its own customer.`,
      { param: 'relates_to' },
    )
  }
  return { relates_to, related_number: number }
}

function relatedPatch(
  work: Work,
  { relates_to, customer_id }: UpdateInvoice['patch'],
  before: Invoice,
): Partial<ReturnType<typeof related>> {
  if (relates_to !== undefined) return related(work, relates_to, customer_id ?? before.customer_id)
  if (customer_id === undefined || customer_id === before.customer_id || !before.relates_to)
    return {}
  throw billingError(
    'parameter_invalid',
    `Invoice ${before.number} relates to ${before.related_number}, an invoice of its customer. To change the customer, also send relates_to: null.`,
    { param: 'customer_id' },
  )
}

/** The customer and lines that a patch names, once they are known to exist and add up. */
function settlePatch(
  work: Work,
  { customer_id, line_items }: UpdateInvoice['patch'],
  { currency, before }: { currency: string | undefined; before: Invoice | undefined },
): Partial<Invoice> {
  if (line_items) assertDescribed(line_items, before)
  const billed = customer_id === undefined ? undefined : getBilledCustomer(work, customer_id)
  // Errors in the lines are reported even if the invoice does not exist.
  const customer = billed ?? (before ? work.get(customers, before.customer_id) : NO_CUSTOMER)
  const options: Billing = {
    customer,
    currency: currency ?? work.environment.default_currency,
    ...(before && { before: before.line_items, discounts: ownDiscounts(before) }),
  }
  return {
    ...(customer_id !== undefined && { customer_id }),
    ...(line_items && replacedBy(settleLines(work, line_items, options), before)),
    // A different customer can mean different taxes.
    ...(!line_items && billed && before && replacedBy(resettled(work, before, options), before)),
  }
}

/** Throws if the discounts of a draft do not allow its new currency or customer. */
function assertDiscounts(
  draft: Invoice | undefined,
  currency: string | undefined,
  { customer_id = draft?.customer_id }: UpdateInvoice['patch'],
): void {
  if (!draft || !invoiceCan('update', draft)) return
  for (const discount of ownDiscounts(draft)) {
    const { id, currency: own = currency, promotion_code_id } = discount
    if (own !== currency) {
      throw billingError(
        'currency_mismatch',
        `The discount ${id} of invoice ${draft.number} is in ${own}. Remove it to change the currency to ${currency}.`,
        { param: 'currency' },
      )
    }
    if (promotion_code_id !== null && customer_id !== draft.customer_id) {
      throw billingError(
        'promotion_code_not_eligible',
        `Invoice ${draft.number} has the discount ${id} from a promotion code that its customer redeemed. Remove it to change the customer.`,
        { param: 'customer_id' },
      )
    }
  }
}

const NO_CUSTOMER = {
  country: '',
  state_province: '',
  postal_code: '',
  tax_exempt: false,
} as Customer

/** The invoice's own discounts, without those of its customer. */
export const ownDiscounts = ({ discounts }: Pick<Invoice, 'discounts'>): Discount[] =>
  (discounts ?? []).filter(({ source }) => source === 'invoice')

/** Current figures of a draft's stored lines. */
function resettled(
  work: Work,
  { line_items: lines }: Invoice,
  { customer, currency, discounts = [] }: Billing,
): Figures {
  return figuresOf(settleDraft(work, { customer, currency, lines, discounts }))
}

/** Lines that are sent back unchanged are not written again. */
export function replacedBy(settled: Figures, before: Invoice | undefined): Partial<Invoice> {
  const isSame = isDeepStrictEqual(settled.line_items, before?.line_items)
  return isSame ? settled : { ...settled, lines_replaced: true }
}

/**
 * The currency from now on. Amounts are whole numbers of its smallest unit: 1999 is 19.99 in cad, and a hundred times
 * as much in jpy. A new currency therefore requires new lines.
 */
function currencyPatch(
  work: Work,
  before: Invoice,
  { currency: wanted, line_items }: UpdateInvoice['patch'],
): string {
  if (wanted === undefined) return before.currency
  const currency = wanted ? parseCurrency(wanted) : work.environment.default_currency
  if (currency === before.currency || line_items || !invoiceCan('update', before)) return currency
  throw billingError(
    'parameter_missing',
    `The line items of invoice ${before.number} are in ${before.currency}. To change the currency to ${currency}, also send line_items with amounts in ${currency}.`,
    { param: 'line_items' },
  )
}

/** A cleared due date is counted from today by the payment terms, and again at finalize. */
function dueDatePatch(
  work: Work,
  due_date: string | null | undefined,
): Pick<Invoice, 'due_date' | 'due_date_set'> | undefined {
  if (due_date === undefined) return undefined
  const { time_zone, payment_terms_days } = work.environment
  if (due_date !== null) return { due_date, due_date_set: true }
  return {
    due_date: dueDate(work.now, time_zone, payment_terms_days),
    due_date_set: false,
  }
}
