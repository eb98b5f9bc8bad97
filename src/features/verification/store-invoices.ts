// Reads invoices and their lines for verification, as they are stored.

import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { invoiceRecord, SHAPE } from '../invoices/record.ts'
import { stream, time } from './store.ts'
import { storedMembers } from './store-members.ts'

/** A line as stored; amounts as exact text. */
export interface BooksLine {
  position: number
  description: string
  quantity: string
  unit_price: string | null
  amount: string
  product_id: string | null
  id: string | null
  price_id: string | null
  /** Its pricing, if it has no unit price. */
  pricing: BooksPricing | null
  discount: string
  tax: string
  /** Its stored tax choices. */
  taxing: { rates?: string[] } | null
  discounts: { id: string; amount: number }[] | null
  /** `t` is the index among the taxes of the invoice. */
  taxes: { t: number; taxable: number; amount: number }[] | null
  subscription_item_id: string | null
  period_start: string | null
  period_end: string | null
  supply_date: string | null
  invoice_item_id: string | null
}

/** A line of the same subscription that was billed in the time of another one. */
export type BooksLater = Pick<
  BooksLine,
  'id' | 'quantity' | 'unit_price' | 'amount' | 'pricing' | 'period_start' | 'period_end'
> & { item: string }

/** A tax of an invoice, and a discount, as stored: possibly forged. */
export type BooksTax = Record<string, unknown> & {
  rate: string
  inclusive: boolean
  taxable: number
  amount: number
}
export type BooksDiscount = Record<string, unknown> & { id: string; amount: number }

interface BooksPricing {
  /** Missing if forged. */
  terms?: Record<string, unknown> & { model?: string }
  events?: string[]
  /** The part of a period, if the line is for one. */
  part?: Record<string, unknown>
}

/** A credit note as stored, possibly forged; amounts as exact text. */
export interface BooksNote {
  id: string
  number: string
  status: string
  customer_id: string
  subscription_id: string | null
  currency: string
  reason: string
  created_at: string
  /** The subscription of the invoice, if the note returns its unused time. */
  ended: BooksEnded | null
  lines: {
    invoice_line_id: string
    quantity: string | null
    amount: number
    taxes: { amount: number }[]
    period?: { start: string; end: string } | null
  }[]
  subtotal: string
  tax: string
  tax_included: string
  taxes: BooksTax[] | null
  total: string
  to_open: string
  to_balance: string
  refund: string
  outside: string
  credits: (BooksCredited | null)[]
}

/** When a subscription ended, and the unit of its time. */
export interface BooksEnded {
  canceled_at: string | null
  /** True if a change divided its last period. */
  is_divided: boolean
  proration_unit: string
  zone: string
}

/** The amounts credited on a line, as stored. */
interface BooksCredited {
  base: number
  taxes: number[]
  quantity: string
}

/** Seller and customer at the time of finalizing. */
export interface Frozen {
  seller?: Record<string, unknown>
  customer?: Record<string, unknown>
}

/** An invoice as stored; timestamps as in the API, amounts as exact text. */
export interface BooksInvoice {
  id: string
  customer_id: string
  status: string
  number: string
  currency: string
  due_date: string
  due_date_set: boolean
  /** The columns that clients see, by name, as in JSON. */
  members: Record<string, unknown>
  subtotal: string
  discount: string
  tax: string
  tax_included: string
  total: string
  amount_due: string
  amount_paid: string
  amount_credited: string
  amount_returned: string
  credited: BooksCredited[] | null
  credit_applied: string
  credit_applied_later: string
  amount_written_off: string
  hosted_token: string | null
  subscription_id: string | null
  period_start: string | null
  period_end: string | null
  email_status: string | null
  sent_at: string | null
  created_at: string
  updated_at: string
  finalized_at: string | null
  voided_at: string | null
  overdue_at: string | null
  reminder_at: string | null
  snapshot: Frozen | null
  derivation: unknown
  discounts: BooksDiscount[] | null
  taxes: BooksTax[] | null
  lines: BooksLine[]
  /** If its time was returned, what its subscription was billed until then, its own lines included, in this order. */
  later: BooksLater[]
  notes: BooksNote[]
  /** The text that reads return instead; null if missing. */
  text: string | null
}

/** Invoices with their lines, ordered by ID. */
export function streamInvoices(tx: Tx, environmentId: number): AsyncGenerator<BooksInvoice> {
  return stream(
    tx,
    sql`select i.id, 'cus_' || i.customer_id as customer_id, i.status, i.number, i.currency,
          i.due_date::text as due_date, i.subtotal::text as subtotal,
          i.discount::text as discount, i.tax_included::text as tax_included,
          i.discounts, i.taxes, i.tax::text as tax, i.total::text as total, i.amount_due::text as amount_due,
          i.amount_paid::text as amount_paid, i.amount_credited::text as amount_credited,
          i.amount_returned::text as amount_returned, i.credited, i.credit_applied::text as credit_applied,
          i.credit_applied_later::text as credit_applied_later,
          i.amount_written_off::text as amount_written_off,
          i.hosted_token, i.subscription_id, ${time(sql`i.period_start`)} as period_start,
          ${time(sql`i.period_end`)} as period_end, i.email_status, ${time(sql`i.sent_at`)} as sent_at,
          ${time(sql`i.created_at`)} as created_at,
          ${time(sql`i.updated_at`)} as updated_at, ${time(sql`i.finalized_at`)} as finalized_at,
          ${time(sql`i.voided_at`)} as voided_at, ${time(sql`i.overdue_at`)} as overdue_at,
          case when i.shown_of = i.updated_at and i.shown_shape = ${SHAPE} then i.shown end as text,
          i.due_date_set, ${storedMembers(invoiceRecord, 'i')} as members,
          ${time(sql`i.reminder_at`)} as reminder_at, i.snapshot, i.derivation,
          coalesce((
            select json_agg(json_build_object('position', l.position,
                'description', l.description, 'quantity', l.quantity::text,
                'unit_price', l.unit_price::text, 'amount', l.amount::text,
                'product_id', l.product_id, 'id', l.id, 'price_id', l.price_id,
                'pricing', l.pricing, 'discount', l.discount::text, 'tax', l.tax::text,
                'taxing', l.taxing, 'discounts', l.discounts, 'taxes', l.taxes,
                'subscription_item_id', l.subscription_item_id,
                'period_start', ${time(sql`l.period_start`)}, 'period_end', ${time(sql`l.period_end`)},
                'supply_date', l.supply_date, 'invoice_item_id', l.invoice_item_id)
              order by l.position)
            from invoice_lines l
            where l.environment_id = ${environmentId} and l.invoice_id = i.id), '[]') as lines,
          coalesce((
            select json_agg(json_build_object('id', l.id, 'item', l.subscription_item_id, 'quantity', l.quantity::text,
                'unit_price', l.unit_price::text, 'amount', l.amount::text, 'pricing', l.pricing,
                'period_start', ${time(sql`l.period_start`)}, 'period_end', ${time(sql`l.period_end`)})
              order by later.created_at, length(later.number), later.number, l.position)
            from invoices later
            join invoice_lines l on l.environment_id = ${environmentId} and l.invoice_id = later.id
            where later.environment_id = ${environmentId} and later.subscription_id = i.subscription_id
              and l.subscription_item_id is not null and later.created_at between i.created_at and (
                select max(n.created_at) from credit_notes n
                where n.environment_id = ${environmentId} and n.invoice_id = i.id
                  and n.reason = 'unused_time')), '[]') as later,
          coalesce((
            select json_agg(json_build_object('id', n.id, 'number', n.number, 'status', n.status,
                'customer_id', 'cus_' || n.customer_id, 'subscription_id', n.subscription_id,
                'currency', n.currency, 'reason', n.reason, 'created_at', ${time(sql`n.created_at`)},
                'ended', case n.reason when 'unused_time' then (
                  select json_build_object('canceled_at', ${time(sql`s.canceled_at`)},
                    'is_divided', s.open_charges is not null, 'proration_unit', s.proration_unit, 'zone', s.zone)
                  from subscriptions s
                  where s.environment_id = ${environmentId} and s.id = i.subscription_id) end,
                'lines', n.lines, 'subtotal', n.subtotal::text,
                'tax', n.tax::text, 'tax_included', n.tax_included::text, 'taxes', n.taxes,
                'total', n.total::text, 'to_open', n.to_open::text,
                'to_balance', n.to_balance::text, 'refund', n.refund::text, 'outside', n.outside::text,
                'credits', n.credits) order by n.created_at, n.id)
            from credit_notes n
            where n.environment_id = ${environmentId} and n.invoice_id = i.id), '[]') as notes
        from invoices i where i.environment_id = ${environmentId} order by i.id`,
  )
}
