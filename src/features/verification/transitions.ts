// The event types of each kind of object, what each can change, and how its rows are read. Special operations are
// written a second time here, from the guide; plain create and update follow from the record, in editable.ts.

import type { EventObject, RecordedPrefix } from '../../domain/event.ts'
import type { Resources } from '../../domain/resources.ts'
import type { Tx } from '../../platform/db/table.ts'
import { couponRecord } from '../coupons/record.ts'
import { creditNotes } from '../credit-notes/record.ts'
import { creditTransactions } from '../credit-transactions/record.ts'
import { disputes } from '../disputes/record.ts'
import { invoiceItemRecord } from '../invoice-items/record.ts'
import { invoiceRecord } from '../invoices/record.ts'
import { paymentMethods } from '../payment-methods/record.ts'
import { payments } from '../payments/store.ts'
import { payouts } from '../payouts/record.ts'
import { productRecord } from '../products/record.ts'
import { refunds } from '../refunds/record.ts'
import {
  type StoredRecord,
  streamCreditNotes,
  streamEndpoints,
  streamGateways,
  streamInvoiceItems,
  streamMigrations,
  streamPayments,
  streamPrices,
  streamRows,
  streamSubscriptions,
} from './store-objects.ts'
import {
  counts,
  created,
  from,
  type JsonObject,
  still,
  type Transition,
  updated,
} from './transition.ts'
import { NOTE, SEND_FAILED, SENT } from './transitions-notes.ts'
import { DISPUTE, PAYMENT, PAYMENT_METHOD, PAYOUT } from './transitions-payments.ts'
import { REFUND } from './transitions-refunds.ts'
import {
  INVOICE_ITEM,
  PRICE_MIGRATION,
  PROGRESS,
  SUBSCRIPTION,
} from './transitions-subscriptions.ts'
import { WEBHOOK_ENDPOINT } from './transitions-webhooks.ts'

/** Rules for the events of one kind of object. */
export interface Kind {
  /** Value of the `object` property, if the kind has one. */
  noun: string | undefined
  /** Members that are checked separately, or depend on more than the object. */
  apart: readonly string[]
  /** Members that are left out while null. */
  optional: readonly string[]
  /** Members that events of the previous version lack; it can run in parallel with this one. */
  later: readonly string[]
  /** The properties that these events lack in the entries of a list, by its name. */
  laterIn: Readonly<Record<string, readonly string[]>>
  /** The customer that its events belong to. */
  customerOf(object: JsonObject): unknown
  transitions: Readonly<Record<string, Transition>>
  /** Its rows, in the order of their IDs; invoices, customers and settings are read separately. */
  rows?(tx: Tx, environmentId: number): AsyncGenerator<StoredRecord>
}

/** Resources with no other events can be left out of the list below. */
type EditablePrefix = {
  [Name in EventObject]: keyof Resources[Name]['events'] extends 'created' | 'updated'
    ? Resources[Name]['prefix']
    : never
}[EventObject]

export type Kinds = Readonly<Record<RecordedPrefix, Kind>>

/** The fields of a draft that clients can change, and those that depend on them. */
const DRAFTED = [
  ...['customer_id', 'currency', 'due_date', 'line_items', 'subtotal', 'discount', 'discounts'],
  ...['tax', 'tax_included', 'taxes', 'total', 'supply_date', 'relates_to'],
  ...Object.keys(invoiceRecord.left),
]
const OWED = ['amount_due', 'amount_remaining']
/** Anything that reduces the balance due can recover part of the write-off. */
const PAID = ['status', 'amount_paid', 'amount_remaining', 'amount_written_off']
const credited: Transition = {
  ...updated('status', 'amount_credited', 'amount_remaining', 'amount_written_off'),
  former: 'unless still',
}

const INVOICE: Record<string, Transition> = {
  'invoice.created': created('created_at', 'updated_at'),
  'invoice.updated': {
    ...updated(...DRAFTED, ...OWED, 'hosted_url', 'email_status'),
    leads(before, after) {
      if (before.status !== after.status) return false
      const isDraft = before.status === 'draft'
      const closed = isDraft ? ['hosted_url', 'email_status'] : [...DRAFTED, ...OWED]
      return closed.every(
        (name) => !(name in before) || JSON.stringify(before[name]) === JSON.stringify(after[name]),
      )
    },
  },
  'invoice.finalized': {
    changes: [
      ...['status', 'number', 'due_date', 'credit_applied', ...OWED, 'finalized_at'],
      ...['hosted_url', 'email_status', 'updated_at'],
      // Taxes are computed as of the day of finalizing.
      ...['line_items', 'discount', 'discounts', 'tax', 'tax_included', 'taxes', 'total'],
      'warnings',
    ],
    former: 'perhaps',
    at: ['finalized_at', 'updated_at'],
    leads: from('draft posted', 'draft paid'),
  },
  'invoice.paid': {
    ...updated(...PAID, 'credit_applied_later'),
    former: 'unless still',
    leads: from('posted paid', 'overdue paid', 'paid paid'),
  },
  'invoice.partially_paid': {
    ...updated(...PAID, 'credit_applied_later'),
    leads: from('posted posted', 'overdue overdue'),
  },
  'invoice.payment_reversed': {
    ...updated(...PAID),
    leads: from('paid posted', 'paid overdue', 'posted posted', 'overdue overdue'),
  },
  'invoice.credited': {
    ...credited,
    leads: from('posted posted', 'overdue overdue', 'posted paid', 'overdue paid', 'paid paid'),
  },
  'invoice.credit_note_voided': {
    ...credited,
    leads: from('posted posted', 'overdue overdue', 'paid posted', 'paid overdue', 'paid paid'),
  },
  'invoice.overdue': {
    ...updated('status'),
    former: 'unless still',
    leads: from('posted overdue', 'overdue overdue'),
  },
  'invoice.voided': {
    ...updated('status', 'voided_at', 'amount_remaining', 'amount_written_off'),
    at: ['voided_at', 'updated_at'],
    leads: from('draft void', 'posted void', 'overdue void', 'paid void'),
  },
  'invoice.written_off': {
    ...updated('amount_written_off', 'write_off_reason'),
    leads: from('posted posted', 'overdue overdue'),
  },
  'invoice.write_off_reversed': {
    ...updated('amount_written_off'),
    former: 'unless still',
    leads: from('posted posted', 'overdue overdue', 'paid paid', 'void void'),
  },
  'invoice.sent': SENT,
  'invoice.send_failed': SEND_FAILED,
  'invoice.reminded': { ...still, leads: from('posted posted', 'overdue overdue') },
  'invoice.payment_failed': { ...still, leads: from('posted posted', 'overdue overdue') },
  'invoice.collection_ended': { ...still, leads: from('posted posted', 'overdue overdue') },
}

/** Personal data and texts: removed from all events of an erased person. */
const PERSON = [
  ...['name', 'contact_name', 'email', 'phone', 'address_line1', 'address_line2', 'city'],
  ...['state_province', 'postal_code', 'tax_id', 'tax_ids', 'auto_pay_enabled', 'language'],
  'default_payment_method_id',
  ...['external_id', 'metadata'],
]
const RECORDS = [
  invoiceItemRecord,
  invoiceRecord,
  creditNotes,
  payments,
  refunds,
  creditTransactions,
]
export const PERSONAL: ReadonlySet<string> = new Set([
  ...[...PERSON, 'line_items', 'lines'],
  ...RECORDS.flatMap(({ left }) => Object.keys(left)),
])

/** `updated_at` stays the same, unless the customer was erased and the event has no name. */
const staysUnlessErased: Transition['leads'] = (before, after) =>
  after.name === undefined || before.updated_at === after.updated_at

const billed = (object: JsonObject) => object.customer_id
export const noCustomer = () => null
const TAX_SETTINGS = [
  ...['automatic_tax', 'tax_behavior', 'tax_address', 'tax_unknown_rate', 'tax_particulars'],
]
export const plain = { noun: undefined, apart: [], optional: [], later: [], laterIn: {} }

/** The kinds that do not follow from a record. */
export const WRITTEN: Omit<Kinds, EditablePrefix> & Partial<Kinds> = {
  inv: {
    ...plain,
    later: [
      ...['subscription_id', 'billing_reason', 'period', 'scheduled_for'],
      ...['amount_credited', 'credit_applied_later', 'supply_date', 'relates_to'],
      ...['amount_written_off', 'write_off_reason'],
    ],
    laterIn: {
      line_items: [
        ...['kind', 'subscription_id', 'subscription_item_id', 'invoice_item_id', 'period'],
        'supply_date',
      ],
    },
    customerOf: billed,
    transitions: INVOICE,
  },
  sub: {
    ...plain,
    noun: 'subscription',
    later: ['pause', 'collection', 'payment_method_id'],
    customerOf: billed,
    rows: streamSubscriptions,
    transitions: SUBSCRIPTION,
  },
  ii: {
    ...plain,
    noun: 'invoice_item',
    customerOf: billed,
    rows: streamInvoiceItems,
    transitions: INVOICE_ITEM,
  },
  pmig: {
    ...plain,
    noun: 'price_migration',
    apart: PROGRESS,
    customerOf: noCustomer,
    rows: streamMigrations,
    transitions: PRICE_MIGRATION,
  },
  cus: {
    ...plain,
    noun: 'customer',
    apart: ['credit_balance', 'credit_balances'],
    optional: ['contact_name'],
    laterIn: { discounts: ['ends_at'] },
    customerOf: ({ id }) => `cus_${id}`,
    transitions: {
      'customer.created': created('created_at', 'updated_at'),
      'customer.updated': updated(...PERSON, 'country', 'tax_exempt', 'discounts'),
      // If the person is erased, the record is deleted at once.
      'customer.deleted': { ...still, changes: ['updated_at'], leads: staysUnlessErased },
      'customer.erased': { changes: ['updated_at'], former: 'never', at: ['updated_at'] },
    },
  },
  prod: {
    ...plain,
    customerOf: noCustomer,
    rows: (tx, environmentId) => streamRows(tx, environmentId, productRecord),
    transitions: {
      'product.created': created('created_at', 'updated_at'),
      'product.updated': {
        ...updated('name', 'description', 'status', 'metadata', 'tax_code'),
        leads: from('active active', 'archived archived', 'archived active'),
      },
      'product.archived': {
        ...updated('name', 'description', 'status', 'metadata', 'tax_code'),
        leads: from('active archived'),
      },
    },
  },
  price: {
    ...plain,
    noun: 'price',
    later: ['interval', 'interval_count', 'billing', 'minimum_amount'],
    customerOf: noCustomer,
    rows: streamPrices,
    transitions: {
      'price.created': created('created_at', 'updated_at'),
      'price.updated': updated(
        ...['model', 'unit_amount', 'unit_amount_decimal', 'tiers', 'size', 'free_units', 'rate'],
        ...['per_event', 'free_events', 'free_amount', 'minimum_amount'],
        ...['description', 'lookup_key', 'active', 'metadata', 'tax_behavior'],
      ),
    },
  },
  coup: {
    ...plain,
    noun: 'coupon',
    customerOf: noCustomer,
    rows: (tx, environmentId) => streamRows(tx, environmentId, couponRecord),
    transitions: {
      'coupon.created': created('created_at', 'updated_at'),
      'coupon.updated': updated('name', 'max_redemptions', 'redeem_by', 'active', 'metadata'),
      'coupon.redeemed': { ...updated('times_redeemed'), leads: counts(1) },
      'coupon.released': { ...updated('times_redeemed'), leads: counts(-1) },
    },
  },
  pay: {
    ...plain,
    noun: 'payment',
    later: ['to_balance', 'unallocated', 'allocations', 'fee', 'amount_reversed'],
    customerOf: billed,
    rows: streamPayments,
    transitions: PAYMENT,
  },
  dp: {
    ...plain,
    noun: 'dispute',
    customerOf: billed,
    rows: (tx, environmentId) => streamRows(tx, environmentId, disputes),
    transitions: DISPUTE,
  },
  payout: {
    ...plain,
    noun: 'payout',
    customerOf: noCustomer,
    rows: (tx, environmentId) => streamRows(tx, environmentId, payouts),
    transitions: PAYOUT,
  },
  pm: {
    ...plain,
    noun: 'payment_method',
    customerOf: billed,
    rows: (tx, environmentId) => streamRows(tx, environmentId, paymentMethods),
    transitions: PAYMENT_METHOD,
  },
  re: {
    ...plain,
    later: ['by_gateway'],
    noun: 'refund',
    customerOf: billed,
    rows: (tx, environmentId) => streamRows(tx, environmentId, refunds),
    transitions: REFUND,
  },
  cn: {
    ...plain,
    later: ['refund', 'email_status', 'sent_at'],
    noun: 'credit_note',
    customerOf: billed,
    rows: streamCreditNotes,
    transitions: NOTE,
  },
  cbt: {
    ...plain,
    later: ['credit_note_id'],
    noun: 'credit_transaction',
    customerOf: billed,
    rows: (tx, environmentId) => streamRows(tx, environmentId, creditTransactions),
    transitions: { 'credit_transaction.created': created('created_at') },
  },
  acct: {
    ...plain,
    later: [
      ...['proration_unit', 'books_closed_until', 'overpayment', 'void_invoices', 'apply_credit'],
      ...['retry_plan', 'emails_off'],
    ],
    noun: 'account',
    customerOf: noCustomer,
    transitions: {
      'account.updated': {
        ...updated(
          ...['name', 'legal_name', 'address_line1', 'address_line2', 'city', 'state_province'],
          ...['postal_code', 'country', 'tax_numbers', 'phone', 'email', 'website', 'color'],
          ...['default_currency', 'time_zone', 'language', 'payment_terms_days', 'footer', 'logo'],
          ...['payment_instructions', 'mail_from_name', 'reply_to', 'reminder_days'],
          ...['first_invoice_number', 'incomplete_seller', 'proration_unit', 'books_closed_until'],
          ...['overpayment', 'void_invoices', 'apply_credit', 'retry_plan', 'emails_off'],
          ...TAX_SETTINGS,
        ),
      },
    },
  },
  gw: {
    ...plain,
    noun: 'gateway',
    customerOf: noCustomer,
    rows: streamGateways,
    transitions: {
      'gateway.created': created('created_at', 'updated_at'),
      'gateway.updated': updated(
        ...['name', 'status', 'currencies', 'default', 'key_hint', 'has_webhook_secret'],
      ),
    },
  },
  whe: {
    ...plain,
    noun: 'webhook_endpoint',
    customerOf: noCustomer,
    rows: streamEndpoints,
    transitions: WEBHOOK_ENDPOINT,
  },
}
