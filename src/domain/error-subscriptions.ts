// Errors of subscriptions.

import type { CatalogueEntry } from './error-entry.ts'

export const SUBSCRIPTION_ERRORS = {
  price_not_recurring: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The price of an item is a one-time price.',
    remedy: 'Use a price with an `interval`, or create one for the product.',
  },
  subscription_incomplete: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The first invoice of the subscription must be paid first.',
    remedy: 'Wait until it is paid, or cancel the subscription.',
  },
  collection_unavailable: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'Invoices cannot be charged automatically: the environment has no payment gateway.',
    remedy: 'Use `collection: "send"`.',
  },
  intervals_incompatible: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The intervals of the items are not whole multiples of the shortest one, or a change would begin another interval within a period.',
    remedy:
      'Combine months with years, and days with weeks; or create a subscription for each interval.',
  },
  minimum_needs_one_interval: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The subscription has a `minimum_amount` for each period, and its items would have different intervals.',
    remedy:
      'Use prices with one interval, give the prices a `minimum_amount` of their own, or create a subscription for each interval.',
  },
  anchor_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The periods cannot begin on that day: it does not go with the interval, or does not exist.',
    remedy:
      'Send `day_of_month` (and `month`) for prices by the month or year, `day_of_week` for prices by the day or week, or an instant.',
  },
  too_many_lines: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The start is so far in the past that the first invoice would need more than 250 lines: one for each item and period.',
    remedy: 'Use a later start, or send `bill_past: false` to bill from the current period on.',
  },
  proration_incompatible: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The change begins a new period, which does not go with `proration: "none"`, `anchor: "keep"` or the end that is planned.',
    remedy: 'Leave out the option, or make the change `at: "period_end"`.',
  },
  change_in_past: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The change would apply from before the current period, or from before the last change.',
    remedy: 'Use `at: "now"`, or a later instant.',
  },
  subscription_ended: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The subscription has ended, and can no longer change.',
    remedy: 'Create a new subscription.',
  },
  trial_over: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The subscription is not in a trial, so its trial cannot end at another time.',
    remedy: 'To bill nothing for some time, pause it: `POST /v1/subscriptions/{id}/pause`.',
  },
  subscription_paused: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The subscription is paused, and until it is resumed it can only be canceled at once.',
    remedy: 'Resume it first: `POST /v1/subscriptions/{id}/resume`.',
  },
  subscription_not_paused: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The subscription is not paused, and no pause is planned.',
    remedy: 'Nothing has to be done: it is billed as planned.',
  },
  invoice_item_billed: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The one-off item is on an invoice, and can no longer change.',
    remedy: 'Correct the invoice with a credit note.',
  },
  price_migration_unfinished: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Another migration of the old price has not ended.',
    remedy: 'Wait for it, or cancel it: `POST /v1/price_migrations/{id}/cancel`.',
  },
  price_migration_ended: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The price migration has ended, and can no longer be canceled.',
    remedy: 'Move the subscribers back with another price migration.',
  },
  customer_has_subscriptions: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The customer has subscriptions that have not ended.',
    remedy: 'Cancel them first: `POST /v1/subscriptions/{id}/cancel` with `at: "now"`.',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>
