// The events that `reckoner trigger` cannot cause, and what to do instead.

import type { EventType } from '../domain/event.ts'

const IN_LIVE_ONLY =
  'Test environments do not send emails, so this event happens in live environments only.'

const BY_THE_CLOCK =
  'It happens at the end of a period: create a subscription, and advance the test clock.'

const BY_A_CUSTOMER =
  'It happens when a customer pays online: finalize an invoice, open its hosted_url, and choose Pay.'

const OF_GATEWAYS =
  'It happens when money of a gateway is recorded: let a customer pay online, then POST /v1/payouts, and reverse it.'

const BY_A_BANK =
  'It happens when a customer contests a payment: pay an invoice with the card 4000 0000 0000 0259, advance the test clock by a day, and POST /v1/simulated_gateway/disputes/:id.'

/** Events that no request can cause in a test environment, and why. */
export const NOT_TRIGGERED = {
  'subscription.billing_failed':
    'It happens if a period cannot be billed: set incomplete_seller to "refuse" (PATCH /v1/account), and advance the test clock to the next period.',
  'subscription.change_applied': BY_THE_CLOCK,
  'subscription.past_due':
    'It happens when an invoice is overdue: create a subscription with payment_terms_days 0, and advance the test clock by two days.',
  'subscription.renewed': BY_THE_CLOCK,
  'subscription.trial_will_end': BY_THE_CLOCK,
  'subscription.trial_ended': BY_THE_CLOCK,
  'payment.pending': BY_A_CUSTOMER,
  'payment.requires_action': BY_A_CUSTOMER,
  'payment.processing': BY_A_CUSTOMER,
  'payment.settled': BY_A_CUSTOMER,
  'payment.failed': BY_A_CUSTOMER,
  'payment.canceled': BY_A_CUSTOMER,
  'payment.unexpected': BY_A_CUSTOMER,
  'payment_method.attached': BY_A_CUSTOMER,
  'payment_method.detached': BY_A_CUSTOMER,
  'payment_method.expiring':
    'It happens 30 days before a card expires: let a customer save a test card, and advance the test clock to December of the year after next.',
  'invoice.collection_ended':
    'It happens after the last retry of a declined charge: let one fail as for invoice.payment_failed, and advance the test clock by eight days.',
  'invoice.payment_failed':
    'It happens when a saved card is declined: pay an invoice with a card that declines later, save it, and finalize an invoice of a customer with auto_pay_enabled.',
  'dispute.created': BY_A_BANK,
  'dispute.updated': BY_A_BANK,
  'dispute.closed': BY_A_BANK,
  'payout.created': OF_GATEWAYS,
  'payout.reversed': OF_GATEWAYS,
  'invoice.reminded':
    'Reminders are sent on set days: set reminder_days (PATCH /v1/account), finalize an invoice, and advance the test clock.',
  'invoice.sent': IN_LIVE_ONLY,
  'invoice.send_failed': IN_LIVE_ONLY,
  'credit_note.sent': IN_LIVE_ONLY,
  'credit_note.send_failed': IN_LIVE_ONLY,
} as const satisfies Partial<Record<EventType, string>>
