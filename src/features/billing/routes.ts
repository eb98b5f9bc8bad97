// The API routes of subscriptions.

import { Type } from 'typebox'
import { parseCustomerId } from '../../domain/customer.ts'
import { billingError, validationError } from '../../domain/errors.ts'
import { SUBSCRIPTION_STATUSES } from '../../domain/subscription-state.ts'
import { invariant } from '../../invariant.ts'
import { OPERATORS } from '../../platform/db/page.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import { type Call, type Reply, type Route, route } from '../../platform/http/route.ts'
import { Body, momentFilter, Text } from '../../platform/http/shapes.ts'
import type { Action } from '../accounts/store.ts'
import { crud } from '../crud.ts'
import { DISCOUNT_ERRORS, decodeDiscounts } from '../discounts.ts'
import { anyOf, equals, type Filter, filter, ofCustomer } from '../filters.ts'
import { idInPath, idSchema } from '../identifiers.ts'
import { decodePreviewSent } from '../invoices/decode.ts'
import { priceIds } from '../prices/record.ts'
import type { Service } from '../service.ts'
import { subscriptionIds, subscriptionRecord } from '../subscriptions/record.ts'
import { keepSubscription, removeChange, updateSubscription } from './actions.ts'
import { cancelWith } from './cancel.ts'
import { changeWith, returning } from './change-now.ts'
import { createSubscription, type NewSubscription } from './create.ts'
import { forecastSubscription, previewChange, previewSubscription } from './forecast.ts'
import type { ChangeSent } from './new-period.ts'
import { withCharges } from './open-charges.ts'
import { discountRoutes } from './routes-discounts.ts'
import { itemRoutes } from './routes-items.ts'
import { pauseRoutes } from './routes-pause.ts'
import { BILLING_ERRORS, PATH, params, tag, VERB_ERRORS, verb } from './routes-verb.ts'
import {
  SubscriptionCancel,
  SubscriptionChange,
  SubscriptionChangePreview,
  SubscriptionCreate,
  SubscriptionPatch,
  SubscriptionPreview,
  SubscriptionPreviewCreate,
  UpcomingInvoices,
} from './schemas.ts'
import { retryBilling } from './step.ts'

const ITEM_ERRORS = [
  'price_not_recurring',
  'intervals_incompatible',
  'currency_mismatch',
  'price_inactive',
  'product_archived',
]

// The schema has already validated the IDs.
const decodeNew = ({
  preview,
  customer_id,
  items,
  discounts,
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
      ...BILLING_ERRORS,
    ],
    example,
    handle: async (call, service: Service) =>
      service.write(call, createSubscription, decodeNew(call.body)),
  },
  update: {
    description: 'Omitted properties keep their values; null clears. Items change with `change`.',
    body: SubscriptionPatch,
    action: updateSubscription,
    errors: ['external_id_taken', 'subscription_ended'],
    example: { summary: 'Your own ID for it', body: { external_id: 'team-42' } },
  },
})

/** Always a dry run; its result is the response. */
/** Invoices that a preview shows: the first one, and the next three. */
const PREVIEWED = 4
/** Approximate bytes written by one billing step. */
const PERIOD_BYTES = 20_000

async function forecastReply<I>(
  call: Call,
  service: Service,
  action: Action<I>,
  input: I & { periods?: number },
): Promise<Reply> {
  // A forecast takes as long as writing its invoices, so a batch has few of them.
  const bytes = call.bytes + (input.periods ?? PREVIEWED) * PERIOD_BYTES
  const look = { ...call, bytes, claim: undefined, dryRun: true }
  const reply = await service.write(look, action, input)
  if (call.dryRun) return reply
  invariant(reply.foreseen, 'A forecast is never done.')
  return { json: reply.foreseen.answer.json, etag: true }
}

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
    'What the subscription will bill if nothing changes, computed as the invoices themselves will be. Fewer are returned if it ends before, and periods without an amount are left out.',
  tag,
  permission: 'subscriptions:read',
  query: Body({
    periods: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 24, default: 3, description: 'Number of invoices.' }),
    ),
  }),
  response: UpcomingInvoices,
  errors: ['resource_missing', ...BILLING_ERRORS],
  handle: (call, service: Service) =>
    forecastReply(call, service, forecastSubscription, {
      id: idInPath(subscriptionIds, call),
      periods: call.query.periods ?? 3,
    }),
})

const changeExample = {
  summary: 'Another item from the next period on',
  body: {
    items: [{ price_id: 'price_01h2xcejqtf2nbrexx3vqjhp42', quantity: 1 }],
    at: 'period_end' as const,
  },
}

/** The request with its IDs decoded. */
const decodeChange = (call: Pick<Call, 'params'> & { body: SubscriptionChange }): ChangeSent => {
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

const CHANGE_ERRORS = [
  ...VERB_ERRORS,
  ...ITEM_ERRORS,
  ...['subscription_ended', 'subscription_paused', 'parameters_exclusive'],
  ...['proration_incompatible', 'anchor_invalid', 'change_in_past', 'trial_over'],
]

const changeRoute = route({
  method: 'POST',
  path: `${PATH}/change`,
  ...verb,
  operation: 'changeSubscription',
  summary: 'Change items',
  description:
    'At once, a credit note returns the unused time of what changes, and an invoice bills the rest of the period. A later change is scheduled; it replaces what was scheduled for the same item and instant.',
  body: SubscriptionChange,
  refers: true,
  errors: [...CHANGE_ERRORS, 'preview_outdated'],
  example: changeExample,
  handle: (call, service: Service) => changeWith(service, call, decodeChange(call)),
})

const previewChangeRoute = route({
  method: 'POST',
  path: `${PATH}/preview`,
  ...verb,
  operation: 'previewSubscriptionChange',
  summary: 'Preview a change of items',
  description:
    'Shows what a change would bill and return at once, and the next three invoices. To get exactly this, send `at` and `hash` as `preview` with the change.',
  body: SubscriptionChange,
  refers: true,
  response: SubscriptionChangePreview,
  errors: CHANGE_ERRORS,
  example: changeExample,
  handle: (call, service: Service) => {
    const input = decodeChange(call)
    return withCharges(service, call, returning(input), (names) =>
      forecastReply(call, service, previewChange, { ...input, ...names }),
    )
  },
})

const removeChangeRoute = route({
  method: 'DELETE',
  path: `${PATH}/scheduled_changes/:change_id`,
  ...verb,
  params: {
    ...params,
    change_id: Type.String({ description: 'The scheduled change, such as `sch_…`.' }),
  },
  operation: 'deleteScheduledChange',
  summary: 'Withdraw a scheduled change',
  errors: [...VERB_ERRORS, 'subscription_ended'],
  handle: async (call, service: Service) =>
    service.write(call, removeChange, {
      id: idInPath(subscriptionIds, call),
      change_id: String(call.params.change_id),
    }),
})

const cancelRoute = route({
  method: 'POST',
  path: `${PATH}/cancel`,
  ...verb,
  operation: 'cancelSubscription',
  summary: 'Cancel a subscription',
  description:
    'At once, or when the current period or trial ends. What was billed stays, unless `unused: "credit"` returns the time after the end: a credit note first reduces what is due.',
  body: SubscriptionCancel,
  errors: [...VERB_ERRORS, 'subscription_ended', 'subscription_paused'],
  example: {
    summary: 'At once, with credit',
    body: { at: 'now', unused: 'credit', reason: 'too_expensive' },
  },
  handle: (call, service: Service) =>
    cancelWith(service, call, { id: idInPath(subscriptionIds, call), ...decodeCancel(call.body) }),
})

/** The body with one way to return unused time. Throws if it is returned and the subscription does not end at once. */
function decodeCancel({ unused, credit_to, ...body }: SubscriptionCancel) {
  const returns = unused === 'credit'
  if (returns && body.at !== 'now') {
    throw billingError(
      'parameter_invalid',
      'At the end of a period no time is unused. Send at: "now" to return unused time.',
      { param: 'unused' },
    )
  }
  if (credit_to !== undefined && !returns) {
    throw billingError(
      'parameter_invalid',
      'credit_to says where unused time goes. Send unused: "credit" with it.',
      { param: 'credit_to' },
    )
  }
  return { ...body, credit_to: returns ? (credit_to ?? 'balance') : null }
}

const keepRoute = route({
  method: 'POST',
  path: `${PATH}/keep`,
  ...verb,
  operation: 'keepSubscription',
  summary: 'Keep a subscription after all',
  description: 'Withdraws a cancellation that has not taken effect.',
  errors: [...VERB_ERRORS, 'subscription_ended'],
  handle: async (call, service: Service) =>
    service.write(call, keepSubscription, { id: idInPath(subscriptionIds, call) }),
})

const retryRoute = route({
  method: 'POST',
  path: `${PATH}/retry_billing`,
  ...verb,
  operation: 'retrySubscriptionBilling',
  summary: 'Bill at once what could not be billed',
  description: 'Without waiting for the next attempt, such as after you have completed an address.',
  errors: VERB_ERRORS,
  handle: async (call, service: Service) =>
    service.write(call, retryBilling, { id: idInPath(subscriptionIds, call) }),
})

export const subscriptionRoutes: Route<Service>[] = [
  ...crudRoutes,
  previewRoute,
  upcomingRoute,
  changeRoute,
  previewChangeRoute,
  removeChangeRoute,
  cancelRoute,
  keepRoute,
  retryRoute,
  ...pauseRoutes,
  ...discountRoutes,
  ...itemRoutes,
]
