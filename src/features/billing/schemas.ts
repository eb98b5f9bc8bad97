// What clients send about subscriptions.

import { type Static, Type } from 'typebox'
import { MOST_HELD } from '../../domain/coupon.ts'
import { CUSTOMER_REF } from '../../domain/customer.ts'
import { WEEKDAYS } from '../../domain/recurrence.ts'
import { ANCHORS, INVOICES, PRORATIONS } from '../../domain/subscription-change.ts'
import { FIRST_PAYMENTS } from '../../domain/subscription-incomplete.ts'
import { ITEMS_MOST } from '../../domain/subscription-state.ts'
import { CREDIT_TO } from '../../domain/unused-time.ts'
import {
  Body,
  Clearable,
  ClosedOneOf,
  KEPT_TIMESTAMP,
  Line,
  TIMESTAMP,
} from '../../platform/http/shapes.ts'
import { mergedMetadata, PreviewSent, sent, undescribed } from '../bodies.ts'
import { DiscountAdd } from '../discounts.ts'
import { idSchema } from '../identifiers.ts'
import { quantity, subscriptionRecord } from '../subscriptions/record.ts'

const PriceRef = idSchema(
  'price',
  'A recurring price. Items of a subscription have one currency, and intervals that are whole multiples of the shortest.',
  'price_01h2xcejqtf2nbrexx3vqjhp42',
)
const ItemRef = Type.String({
  pattern: '^si_[0-7][0-9a-hjkmnp-tv-z]{25}$',
  description: 'The item to change; omitted for a new one.',
  examples: ['si_01h2xcejqtf2nbrexx3vqjhp46'],
})

const itemsCalled = (title: string) =>
  Type.Array(
    Type.Object(
      { price_id: PriceRef, quantity: Type.Optional({ ...quantity, default: 1 }) },
      { title, additionalProperties: false },
    ),
    { minItems: 1, maxItems: ITEMS_MOST, description: 'What is billed for each period.' },
  )

const billingDay = (title: string) =>
  Type.Object(
    {
      day_of_month: Type.Optional(
        Type.Union([Type.Integer({ minimum: 1, maximum: 31 }), Type.Literal('last')]),
      ),
      month: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 12, description: '1 for January.' }),
      ),
      day_of_week: Type.Optional(ClosedOneOf(WEEKDAYS, 'For prices by the day or week.')),
    },
    { title, additionalProperties: false },
  )

const anchorCalled = (title: string) =>
  Type.Optional(
    Type.Union([billingDay(title), Type.String(KEPT_TIMESTAMP)], {
      description:
        'When a period begins: the first such day at or after the start, at local midnight, or an instant. Default: the start, or the end of the trial.',
    }),
  )

const pauseCalled = (title: string) =>
  Type.Optional(
    Type.Object(
      { resume_at: Type.Optional(Type.String(KEPT_TIMESTAMP)) },
      {
        title,
        additionalProperties: false,
        description: 'Paused from its start, until `resume_at` or until it is resumed.',
      },
    ),
  )

const create = {
  customer_id: Type.Union(
    [
      Type.String({ pattern: CUSTOMER_REF, examples: ['cus_1001'] }),
      Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 }),
    ],
    { description: 'The customer to bill: `cus_1001`, or 1001.' },
  ),
  items: itemsCalled('SubscriptionItemCreate'),
  start: Type.Optional(
    Type.Union(
      [Type.String({ format: 'date', examples: ['2027-01-31'] }), Type.String(TIMESTAMP)],
      {
        description:
          'When it starts: a date, as local midnight of the account, or an instant, from 2000 on. Default: now. From a start in the past, the first invoice has a line for each period since.',
      },
    ),
  ),
  anchor: anchorCalled('SubscriptionAnchor'),
  first_period: Type.Optional({
    ...subscriptionRecord.item.properties.first_period,
    default: 'prorate',
  }),
  bill_past: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'With a start in the past: false to bill from the current period on.',
    }),
  ),
  trial_end: Type.Optional(
    Type.String({
      ...KEPT_TIMESTAMP,
      description: 'When a trial ends and the first period begins. Nothing is billed before.',
    }),
  ),
  trial_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 730,
      description: 'The days of a trial, instead of `trial_end`.',
    }),
  ),
  payment: Type.Optional(
    ClosedOneOf(
      FIRST_PAYMENTS,
      '`must_succeed`: it is `incomplete` until its first invoice is paid, and is canceled with that invoice after 23 hours. Without an invoice at once, as with a trial, nothing has to be paid.',
    ),
  ),
  pause: pauseCalled('SubscriptionPausedStart'),
  discounts: Type.Optional(
    Type.Array(DiscountAdd, {
      maxItems: MOST_HELD,
      description: 'Discounts of this subscription only. Months count from the first billed day.',
    }),
  ),
  ...sent(subscriptionRecord, {
    optional: ['metadata', 'collection'],
    clearable: ['external_id', 'payment_terms_days', 'payment_method_id', 'minimum_amount'],
  }),
}

export const Subscription = subscriptionRecord.item

export const SubscriptionWithDocuments = Type.Object(
  {
    ...Subscription.properties,
    invoice_ids: Type.Array(idSchema('invoice'), {
      description: 'The invoices that this request made, with those of the periods that were due.',
    }),
    credit_note_ids: Type.Array(idSchema('credit_note'), {
      description: 'The credit notes that it made.',
    }),
    dropped_changes: Type.Array(
      Type.Index(subscriptionRecord.item.properties.scheduled_changes, Type.Number()),
      {
        description: 'Scheduled changes that it withdrew.',
      },
    ),
  },
  { title: 'SubscriptionWithDocuments', additionalProperties: false },
)

export const SubscriptionCreate = Body({ ...create, preview: PreviewSent })
export type SubscriptionCreate = Static<typeof SubscriptionCreate>

export const SubscriptionPreviewCreate = undescribed(
  Body({
    ...create,
    items: itemsCalled('SubscriptionPreviewItem'),
    anchor: anchorCalled('SubscriptionPreviewAnchor'),
    pause: pauseCalled('SubscriptionPreviewPausedStart'),
  }),
)

export const SubscriptionPatch = Body({
  ...sent(subscriptionRecord, {
    optional: ['collection'],
    clearable: ['external_id', 'payment_terms_days', 'payment_method_id'],
  }),
  ...mergedMetadata,
})

export const SubscriptionChange = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.Optional(ItemRef),
          price_id: Type.Optional(PriceRef),
          quantity: Type.Optional(quantity),
          remove: Type.Optional(Type.Boolean({ description: 'True to end the item.' })),
        },
        { title: 'SubscriptionItemChange', additionalProperties: false },
      ),
      {
        maxItems: ITEMS_MOST,
        description:
          'What changes of items, and new items; can be empty if `anchor` begins a new period.',
      },
    ),
    at: Type.Union(
      [
        ...[Type.Literal('now'), Type.Literal('auto'), Type.Literal('period_end')],
        Type.String(KEPT_TIMESTAMP),
      ],
      {
        description:
          'When: at once, at the end of the current period of each item, or at a later boundary; or from an instant of the current period on. `auto`: new items, longer intervals and higher amounts at once, the rest at the end of the period.',
      },
    ),
    proration: Type.Optional(
      ClosedOneOf(
        PRORATIONS,
        'At once: whether the rest of the period is billed (default), or only later periods.',
      ),
    ),
    invoice: Type.Optional(
      ClosedOneOf(
        INVOICES,
        'At once: whether the rest of the period is billed and returned now (default), or with the next invoice.',
      ),
    ),
    anchor: Type.Optional(
      Type.Union(
        [
          ClosedOneOf(ANCHORS, 'Whether a new period begins.'),
          billingDay('SubscriptionBillingDay'),
          Type.String(KEPT_TIMESTAMP),
        ],
        {
          description:
            'At once: `reset` begins a new period now, as another interval does by default. A day or an instant moves the billing day: a first part up to it is billed now.',
        },
      ),
    ),
    end_trial: Type.Optional(
      Type.Boolean({ description: 'At once: true to end a trial, and bill the first period.' }),
    ),
    preview: PreviewSent,
  },
  { title: 'SubscriptionChange', additionalProperties: false },
)
export type SubscriptionChange = Static<typeof SubscriptionChange>

export const SubscriptionCancel = Body({
  at: Type.Union([Type.Literal('now'), Type.Literal('period_end')], {
    description:
      'When it ends: at once, or when the current period (the last one of its items) or trial ends.',
  }),
  unused: Type.Optional(
    Type.Union([Type.Literal('none'), Type.Literal('credit')], {
      description: 'With `at: "now"`: whether the time after the end is credited. Default: none.',
    }),
  ),
  credit_to: Type.Optional(
    ClosedOneOf(
      CREDIT_TO,
      "Where what is not still to be paid goes: the customer's credit (default), or refunds, at most the money received.",
    ),
  ),
  reason: Type.Optional(Clearable(Line(100, 'Why, as a word of yours.'))),
  comment: Type.Optional(Clearable(Line(500, 'What the customer said.'))),
  preview: PreviewSent,
})
export type SubscriptionCancel = Static<typeof SubscriptionCancel>

export const SubscriptionTrialEnd = Body({
  trial_end: Type.Union([Type.Literal('now'), Type.String(KEPT_TIMESTAMP)], {
    description: 'When the trial ends: now, or at an instant to come.',
  }),
  preview: PreviewSent,
})

export const SubscriptionPause = Body({
  at: Type.Optional(
    Type.Union([Type.Literal('now'), Type.Literal('period_end'), Type.String(KEPT_TIMESTAMP)], {
      description: 'When it begins. Default: now. Before its start, it begins with the start.',
      default: 'now',
    }),
  ),
  credit_unused: Type.Optional(
    Type.Boolean({
      description: 'With `at: "now"`: whether the time that was billed is credited.',
      default: false,
    }),
  ),
  resume_at: Type.Optional(
    Type.String({
      ...KEPT_TIMESTAMP,
      description: 'When it is billed again. Default: once it is resumed.',
    }),
  ),
  preview: PreviewSent,
})
export type SubscriptionPause = Static<typeof SubscriptionPause>

export const SubscriptionResume = Body({
  at: Type.Optional(
    Type.Union([Type.Literal('now'), Type.String(KEPT_TIMESTAMP)], {
      description: 'When it is billed again: now (default), or the new `resume_at`.',
      default: 'now',
    }),
  ),
  anchor: Type.Optional(
    ClosedOneOf(
      ANCHORS,
      '`keep` (default) bills the rest of the period that contains it; `reset` begins a new one now.',
    ),
  ),
  preview: PreviewSent,
})
export type SubscriptionResume = Static<typeof SubscriptionResume>
