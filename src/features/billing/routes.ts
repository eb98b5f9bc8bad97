// The API routes of subscriptions.

import { Type } from 'typebox'
import { parseCustomerId } from '../../domain/customer.ts'
import { validationError } from '../../domain/errors.ts'
import { SUBSCRIPTION_STATUSES } from '../../domain/subscription-state.ts'
import { OPERATORS } from '../../platform/db/page.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { Body, momentFilter, Text } from '../../platform/http/shapes.ts'
import { crud } from '../crud.ts'
import { DISCOUNT_ERRORS, decodeDiscounts } from '../discounts.ts'
import { anyOf, equals, type Filter, filter, ofCustomer } from '../filters.ts'
import { idInPath, idSchema } from '../identifiers.ts'
import { decodePreviewSent } from '../invoices/decode.ts'
import { decodeMethod } from '../payment-methods/own.ts'
import { priceIds } from '../prices/record.ts'
import type { Service } from '../service.ts'
import { subscriptionIds, subscriptionRecord } from '../subscriptions/record.ts'
import { updateSubscription } from './actions.ts'
import { changeItems, returning } from './change-now.ts'
import { createSubscription, type NewSubscription } from './create.ts'
import { forecastSubscription } from './forecast.ts'
import { withCharges } from './open-charges.ts'
import { previewSubscription } from './preview-create.ts'
import { discountRoutes } from './routes-discounts.ts'
import { endRoutes } from './routes-end.ts'
import { itemRoutes } from './routes-items.ts'
import { pauseRoutes } from './routes-pause.ts'
import {
  BILLING_ERRORS,
  commandRoutes,
  forecastReply,
  PATH,
  params,
  tag,
  withNewPreview,
} from './routes-verb.ts'
import {
  SubscriptionChange,
  SubscriptionCreate,
  SubscriptionPatch,
  SubscriptionPreviewCreate,
} from './schemas.ts'
import { SubscriptionPreview, UpcomingInvoices } from './schemas-previews.ts'

const ITEM_ERRORS = [
  'price_not_recurring',
  'intervals_incompatible',
  'minimum_needs_one_interval',
  'currency_mismatch',
  'price_inactive',
  'product_archived',
]

const COLLECTION_ERRORS = ['collection_unavailable', 'method_not_reusable']

// The schema has already validated the IDs.
const decodeNew = ({
  preview,
  customer_id,
  items,
  discounts,
  payment_method_id,
  ...body
}: SubscriptionCreate): NewSubscription => {
  if (body.trial_days !== undefined && body.trial_end !== undefined) {
    const constraint = { kind: 'exclusive', with: 'trial_end' } as const
    throw validationError('trial_days', constraint, { code: 'parameters_exclusive' })
  }
  return {
    ...body,
    customer_id: parseCustomerId(customer_id) as number,
    items: items.map(({ price_id, ...item }) => ({
      ...item,
      price_id: priceIds.parse(price_id) as string,
    })),
    ...decodeMethod({ payment_method_id }),
    ...decodeDiscounts({ discounts }),
    ...decodePreviewSent({ preview }),
  }
}

/** Matches subscriptions with an item that has this ID in a property. */
const havingItem = (of: 'price' | 'product', description: string): Filter =>
  filter(idSchema(of, description), (ref) => {
    const item = JSON.stringify([{ [`${of}_id`]: ref }])
    return sql`items::jsonb @> ${item}::jsonb`
  })

const dueFilter = (operator: keyof typeof OPERATORS, description: string): Filter =>
  filter(momentFilter(description), (text) => {
    const at = new Date(Date.parse(text as string))
    return sql`due_at ${raw(OPERATORS[operator])} ${at}::timestamptz`
  })

const example = {
  summary: 'Three seats, after a trial',
  body: {
    customer_id: 'cus_1001',
    items: [{ price_id: 'price_01h2xcejqtf2nbrexx3vqjhp42', quantity: 3 }],
    trial_days: 14,
  },
}

const crudRoutes = crud({
  ids: subscriptionIds,
  record: subscriptionRecord,
  list: {
    filters: {
      customer_id: ofCustomer('Subscriptions of this customer'),
      status: anyOf(SUBSCRIPTION_STATUSES, 'Subscriptions in this state.'),
      price_id: havingItem('price', 'Subscriptions with an item at this price.'),
      product_id: havingItem('product', 'Subscriptions with an item of this product.'),
      external_id: equals(Text(255, 'The subscription with exactly this external ID.')),
      'due_at[gte]': dueFilter('gte', 'Something is due at this time or later.'),
      'due_at[gt]': dueFilter('gt', 'Something is due later than this.'),
      'due_at[lte]': dueFilter('lte', 'Something is due at this time or earlier.'),
      'due_at[lt]': dueFilter('lt', 'Something is due earlier than this.'),
    },
    weight: sql`octet_length(t.items::text) + coalesce(octet_length(t.scheduled_changes::text), 0) + coalesce(octet_length(t.discounts::text), 0) + octet_length(t.metadata::text)`,
    example: { summary: 'Those in a trial', query: { status: 'trialing' } },
  },
  create: {
    description:
      'Bills the first period at once, unless it starts later or with a trial: the invoice is created and finalized with the subscription. Every later period is billed when it begins.',
    body: SubscriptionCreate,
    refers: true,
    errors: [
      ...ITEM_ERRORS,
      ...DISCOUNT_ERRORS,
      'coupon_exhausted',
      'anchor_invalid',
      'too_many_lines',
      'external_id_taken',
      'preview_outdated',
      ...COLLECTION_ERRORS,
      ...BILLING_ERRORS,
    ],
    example,
    handle(call, service: Service) {
      const input = decodeNew(call.body)
      const look = { ...call, dryRun: false }
      return withNewPreview(
        () => service.write(call, createSubscription, input),
        () => forecastReply(look, service, previewSubscription, input),
      )
    },
  },
  update: {
    description: 'Omitted properties keep their values; null clears. Items change with `change`.',
    body: SubscriptionPatch,
    refers: true,
    handle: (call, service: Service, id) =>
      withCharges(service, call, { id }, (names) =>
        service.write(call, updateSubscription, {
          ...{ id, ...names },
          patch: { ...call.body, ...decodeMethod(call.body) },
        }),
      ),
    errors: ['external_id_taken', 'subscription_ended', ...COLLECTION_ERRORS],
    example: { summary: 'Your own ID for it', body: { external_id: 'team-42' } },
  },
})

const previewRoute = route({
  method: 'POST',
  path: '/subscriptions/preview',
  operation: 'previewSubscription',
  summary: 'Preview a subscription',
  description:
    'Shows what creating it would bill at once, and the next three invoices. To get exactly this, send `at` and `hash` as `preview` when you create it.',
  tag,
  permission: 'subscriptions:write',
  body: SubscriptionPreviewCreate,
  refers: true,
  response: SubscriptionPreview,
  errors: [
    'resource_missing',
    ...ITEM_ERRORS,
    ...DISCOUNT_ERRORS,
    'coupon_exhausted',
    'anchor_invalid',
    'too_many_lines',
    'external_id_taken',
    ...COLLECTION_ERRORS,
    ...BILLING_ERRORS,
  ],
  example,
  handle: (call, service: Service) =>
    forecastReply(call, service, previewSubscription, decodeNew(call.body)),
})

const upcomingRoute = route({
  method: 'GET',
  path: `${PATH}/upcoming`,
  params,
  operation: 'listUpcomingInvoices',
  summary: 'Forecast the next invoices',
  description:
    'The invoices of the subscription if nothing changes, computed as they will be when they are billed. Fewer are returned if it ends before, and periods without an amount are left out.',
  tag,
  permission: 'subscriptions:read',
  query: Body({
    periods: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 24, default: 3, description: 'Number of invoices.' }),
    ),
  }),
  response: UpcomingInvoices,
  errors: ['resource_missing', ...BILLING_ERRORS],
  handle: (call, service: Service) => {
    const id = idInPath(subscriptionIds, call)
    const periods = call.query.periods ?? 3
    return withCharges(service, call, { id }, (names) =>
      forecastReply(call, service, forecastSubscription, { id, periods, ...names }),
    )
  },
})

/** The request with its IDs decoded. */
const decodeChange = (call: Pick<Call, 'params'> & { body: SubscriptionChange }) => {
  const { items, at, preview, ...options } = call.body
  return {
    ...options,
    ...decodePreviewSent({ preview }),
    id: idInPath(subscriptionIds, call),
    items: items.map(({ price_id, ...item }) => ({
      ...item,
      ...(price_id && { price_id: priceIds.parse(price_id) as string }),
    })),
    at: at === 'now' || at === 'auto' || at === 'period_end' ? at : Date.parse(at),
  }
}

const changeRoutes = commandRoutes({
  path: `${PATH}/change`,
  operation: 'changeSubscription',
  summary: 'Change items',
  description:
    'At once, a credit note returns the unused time of what changes, and an invoice bills the rest of the period. A later change is scheduled; it replaces what was scheduled for the same item and instant.',
  body: SubscriptionChange,
  refers: true,
  errors: [
    ...ITEM_ERRORS,
    ...['subscription_ended', 'subscription_paused', 'subscription_incomplete'],
    'parameters_exclusive',
    ...['proration_incompatible', 'anchor_invalid', 'change_in_past', 'trial_over'],
    'too_many_lines',
  ],
  example: {
    summary: 'Another item from the next period on',
    body: {
      items: [{ price_id: 'price_01h2xcejqtf2nbrexx3vqjhp42', quantity: 1 }],
      at: 'period_end' as const,
    },
  },
  previewed: {
    path: `${PATH}/preview`,
    operation: 'previewSubscriptionChange',
    summary: 'Preview a change of items',
  },
  command: changeItems,
  sent(call) {
    const change = decodeChange(call)
    return { ...change, returns: returning(change) }
  },
})

export const subscriptionRoutes: Route<Service>[] = [
  ...crudRoutes,
  previewRoute,
  upcomingRoute,
  ...changeRoutes,
  ...endRoutes,
  ...pauseRoutes,
  ...discountRoutes,
  ...itemRoutes,
]
