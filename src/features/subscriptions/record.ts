// The table of subscriptions. Structured values are stored in the form that clients see.

import { type TSchema, Type } from 'typebox'
import { COLLECTIONS } from '../../domain/collection.ts'
import { eventsOf } from '../../domain/event.ts'
import { QUANTITY_MAX } from '../../domain/invoice-lines.ts'
import { INTERVALS } from '../../domain/recurrence.ts'
import { PRORATION_UNITS } from '../../domain/rest.ts'
import {
  CHANGES_MOST,
  FIRST_PERIODS,
  ITEMS_MOST,
  type MinimumPeriod,
  type OpenCharge,
  type ScheduledChange,
  SUBSCRIPTION_STATUSES,
  type SubscriptionItem,
  type UnbilledSpan,
  type WaitingChange,
} from '../../domain/subscription-state.ts'
import { type Column, NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { ClosedOneOf, Line, Timestamp } from '../../platform/http/shapes.ts'
import { customers } from '../customers/store.ts'
import { heldDiscounts } from '../held-discounts.ts'
import { idSchema, objectIds } from '../identifiers.ts'
import { invoiceItemRecord } from '../invoice-items/record.ts'
import {
  cents,
  closedOneOf,
  currency,
  customerId,
  fixed,
  hidden,
  id,
  instant,
  line,
  listed,
  metadata,
  nullable,
  oneOf,
  small,
  stored,
  structured,
  words,
} from '../kinds.ts'
import { paymentMethods } from '../payment-methods/record.ts'
import { PeriodShown } from '../period.ts'
import { entriesOf, migrationIdsOf } from '../price-migrations/outcomes.ts'
import { migrated, priceMigrations } from '../price-migrations/record.ts'
import { priceIds } from '../prices/record.ts'
import { prices } from '../prices/store.ts'
import { resourceRecord } from '../resource.ts'

export const subscriptionIds = objectIds('subscription')

const object = <P extends Record<string, TSchema>>(title: string, properties: P) =>
  Type.Object(properties, { title, additionalProperties: false })

const itemId = Type.String({ pattern: '^si_[0-9a-z]{26}$', description: 'The item.' })

export const quantity = Type.Integer({
  minimum: 1,
  maximum: QUANTITY_MAX,
  description: 'Number of units, such as seats.',
})

export const itemShape = {
  id: itemId,
  price_id: idSchema('price', 'What each period costs.'),
  product_id: idSchema('product', 'The product of the price.'),
  quantity,
  interval: Type.Optional(ClosedOneOf(INTERVALS, 'Its own interval, if it is a longer one.')),
  interval_count: Type.Optional(Type.Integer({ minimum: 1 })),
  billing: Type.Optional(
    Type.Literal('arrears', { description: 'Set if each period is billed when it ends.' }),
  ),
}
const SubscriptionItems = Type.Array(object('SubscriptionItem', itemShape), {
  maxItems: ITEMS_MOST,
  description: 'What is billed for each period.',
})

const ItemChange = object('ScheduledItemChange', {
  id: itemId,
  add: Type.Optional(Type.Literal(true, { description: 'Set if the item is new.' })),
  remove: Type.Optional(Type.Literal(true, { description: 'Set if the item ends.' })),
  price_id: Type.Optional(itemShape.price_id),
  product_id: Type.Optional(itemShape.product_id),
  quantity: Type.Optional(quantity),
  interval: itemShape.interval,
  interval_count: itemShape.interval_count,
  billing: itemShape.billing,
  price_migration_id: Type.Optional(
    idSchema('price_migration', 'Set if a migration scheduled it.'),
  ),
})

const changeId = Type.String({ pattern: '^sch_[0-9a-z]{26}$', description: 'The change.' })

const ScheduledChanges = Type.Array(
  object('ScheduledChange', {
    id: changeId,
    at: Timestamp,
    items: Type.Array(ItemChange, {
      description: 'What changes of each item; absent properties stay as they are by then.',
    }),
    interval: ClosedOneOf(INTERVALS, 'The interval from then on.'),
    interval_count: Type.Integer({ minimum: 1 }),
  }),
  { maxItems: CHANGES_MOST, description: 'Changes of items at later periods, in their order.' },
)

const Anchor = Type.Object(
  {
    year: Type.Integer(),
    month: Type.Integer({ minimum: 1, maximum: 12 }),
    day: Type.Integer({
      minimum: 1,
      maximum: 31,
      description: 'The wanted day: 31 is the last day of each month.',
    }),
    second: Type.Integer({ minimum: 0, description: 'Seconds since local midnight.' }),
  },
  {
    title: 'BillingAnchor',
    additionalProperties: false,
    description:
      'The first boundary between periods, in the time of `zone`; the others follow from it.',
  },
)

const BillingError = object('BillingError', {
  code: Type.String({ description: 'The code of the error.' }),
  message: Type.String({ description: 'What to do.' }),
  at: Timestamp,
  attempts: Type.Integer({ minimum: 1, description: 'Number of failed attempts.' }),
})

const Pause = object('SubscriptionPause', {
  from: Timestamp,
  resume_at: Type.Union([Timestamp, Type.Null()], {
    description: 'When it ends; null until it is resumed.',
  }),
  until_paid: Type.Optional(
    Type.Literal(true, {
      description: 'Set if a retry plan paused it: it resumes once its invoices are paid.',
    }),
  ),
})

const Cancellation = object('Cancellation', {
  reason: Type.Union([Line(100, 'Why, as a word of yours.'), Type.Null()]),
  comment: Type.Union([Line(500, 'What the customer said.'), Type.Null()]),
})

export const subscriptionRecord = resourceRecord(
  'subscription',
  {
    customer_id: customerId('The customer who is billed.'),
    external_id: nullable(
      line('Your ID for the subscription; unique in the environment.', {
        max: 255,
        min: 1,
        erased: null,
      }),
    ),
    status: oneOf(
      SUBSCRIPTION_STATUSES,
      'Whether it has not started, waits for its first payment, is in a trial, is billed, is billed while an invoice of it is overdue or its automatic payment failed, is paused, or has ended.',
    ),
    currency: fixed(currency('The currency of its prices.')),
    items: listed<SubscriptionItem, typeof SubscriptionItems>(SubscriptionItems, {
      erased: NOT_PERSONAL,
    }),
    interval: closedOneOf(INTERVALS, 'The shortest interval of its prices.'),
    interval_count: small({ minimum: 1, description: 'Number of intervals in a period.' }),
    start: fixed(instant()),
    anchor: structured(Anchor, NOT_PERSONAL),
    first_period: fixed(
      closedOneOf(FIRST_PERIODS, 'What the part before the first boundary costs.'),
    ),
    proration_unit: fixed(
      closedOneOf(
        PRORATION_UNITS,
        'What parts of periods are counted in: the `proration_unit` of the account when it was created.',
      ),
    ),
    zone: fixed({
      ...oneOf([], ''),
      schema: Type.String({
        pattern: '^[A-Za-z0-9_+/-]+$',
        description: 'The time zone of its periods: that of the account when it was created.',
      }),
    } as Column<string, ReturnType<typeof Type.String>>),
    current_period: nullable(
      structured(PeriodShown, NOT_PERSONAL),
      'The trial, or the last period that was billed; null before the start.',
    ),
    trial_end: nullable(instant(), 'When its trial ends; null without a trial.'),
    cancel_at: nullable(instant(), 'When it will end, or has ended; null if it continues.'),
    canceled_at: nullable(instant(), 'When it ended; null until then.'),
    cancellation: nullable(structured(Cancellation, null), 'Why it ends; null if it continues.'),
    pause: nullable(
      structured(Pause, NOT_PERSONAL),
      'A pause, planned or in effect; null otherwise. Nothing is billed in it.',
    ),
    scheduled_changes: listed<ScheduledChange, typeof ScheduledChanges>(ScheduledChanges, {
      erased: NOT_PERSONAL,
    }),
    discounts: heldDiscounts('SubscriptionDiscount', 'Discounts on each of its invoices'),
    payment_terms_days: nullable(
      small({ minimum: 0, maximum: 365 }),
      'Days from an invoice to its due date; null for the terms of the account.',
    ),
    collection: closedOneOf(
      COLLECTIONS,
      'Whether its invoices are charged automatically to a saved payment method, or only sent.',
    ),
    payment_method_id: nullable(
      id('payment_method'),
      'The method that they are charged to; null for the default of the customer.',
    ),
    minimum_amount: fixed(
      nullable(
        cents('The minimum of each period.'),
        "The least that all items together cost for each period, in the currency's smallest unit; null for no minimum.",
      ),
    ),
    due_at: nullable(
      instant(),
      'When a background job next processes it; null if nothing is scheduled.',
    ),
    next_invoice_at: nullable(
      instant(),
      'When it is billed next; null if it ends before, or is paused without an end.',
    ),
    billing_error: nullable(
      structured(BillingError, NOT_PERSONAL),
      'Why what is due could not be billed; null if all is well.',
    ),
    metadata: metadata(),
    created_at: fixed(instant()),
    updated_at: instant(),

    /** When the billing run processes it: at `due_at`, or later after a refusal. */
    run_at: hidden(nullable(instant())),
    /** When its first invoice is voided unless it is paid; null if it does not have to be paid. */
    expires_at: hidden(nullable(instant())),
    /** How many of its invoices are overdue or could not be charged. */
    overdue_invoices: hidden(small()),
    /** From when its last change in the current period applies; null for none. */
    changed_at: hidden(nullable(instant())),
    /** The lines that a change returns, once a change has divided the current period. */
    open_charges: nullable(stored<OpenCharge[]>({ erased: NOT_PERSONAL })),
    /** Time of the current period that is billed later, once its items do not determine it. */
    unbilled: nullable(stored<UnbilledSpan[]>({ erased: NOT_PERSONAL })),
    /** Changes that are billed with the next invoice. */
    waiting: nullable(stored<WaitingChange[]>({ erased: NOT_PERSONAL })),
    /** What is billed of items whose prices or subscription have a minimum, in the periods that are open. */
    minimums: nullable(stored<MinimumPeriod[]>({ erased: NOT_PERSONAL })),
    /** When to announce the end of its trial; null once announced. */
    notice_at: hidden(nullable(instant())),
    /** The IDs of its pending one-off items, oldest first; null for none. */
    pending_items: hidden(nullable(words(Type.Array(Type.String())))),
  },
  {
    owners: [
      { table: customers, of: (row) => row.customer_id },
      { table: prices, of: (row) => pricesOf(row) },
      { table: paymentMethods, of: (row) => row.payment_method_id },
      { table: invoiceItemRecord, of: (row) => row.pending_items },
      { table: priceMigrations, of: migrationIdsOf },
      { table: migrated, of: entriesOf },
    ],
  },
)

/** The prices of the items, now, as scheduled, and as they are still to be billed. */
function pricesOf({
  items,
  scheduled_changes,
  unbilled,
  waiting,
  minimums,
}: Pick<
  SubscriptionRow,
  'items' | 'scheduled_changes' | 'unbilled' | 'waiting' | 'minimums'
>): string[] {
  const changed = (scheduled_changes ?? []).flatMap((change) => change.items)
  const spans = (waiting ?? []).flatMap((change) => change.spans)
  const refs = [
    ...(items ?? []),
    ...(unbilled ?? []),
    ...spans,
    ...changed,
    ...(minimums ?? []),
  ].flatMap((item) => (item.price_id === undefined ? [] : [item.price_id]))
  return [...new Set(refs)].flatMap((ref) => priceIds.parse(ref) ?? [])
}

export interface SubscriptionRow extends RowOf<typeof subscriptionRecord.members> {}

export const events = eventsOf('subscription')
