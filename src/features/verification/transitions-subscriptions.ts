// The changes that events of subscriptions and their one-off items can record.

import { created, from, still, type Transition, updated } from './transition.ts'

/** The fields that any step of a subscription can change. */
const STEPPED = ['current_period', 'due_at', 'next_invoice_at', 'billing_error']

/** A subscription that has not ended and is not paused keeps its status. */
const STAYS = ['scheduled scheduled', 'trialing trialing', 'active active', 'past_due past_due']
export const SUBSCRIPTION: Record<string, Transition> = {
  'subscription.created': created('created_at', 'updated_at'),
  'subscription.started': {
    ...updated('status', ...STEPPED),
    former: 'unless still',
    leads: from(
      ...['scheduled active', 'scheduled trialing', 'scheduled paused'],
      ...['active active', 'trialing trialing', 'paused paused', 'incomplete active'],
    ),
  },
  'subscription.trial_will_end': {
    ...updated('due_at', 'billing_error'),
    leads: from('trialing trialing'),
  },
  'subscription.trial_ended': { ...updated('status', ...STEPPED), leads: from('trialing active') },
  'subscription.renewed': {
    ...updated(...STEPPED),
    leads: from('active active', 'past_due past_due'),
  },
  'subscription.paused': {
    ...updated('status', 'pause', ...STEPPED),
    leads: from('trialing paused', 'active paused', 'past_due paused'),
  },
  'subscription.resumed': {
    ...updated('status', 'pause', 'anchor', ...STEPPED),
    leads: from('paused trialing', 'paused active', 'paused past_due'),
  },
  'subscription.past_due': { ...updated('status'), leads: from('active past_due') },
  'subscription.updated': {
    ...updated(
      ...['external_id', 'payment_terms_days', 'collection', 'payment_method_id', 'metadata'],
      ...['cancel_at', 'cancellation'],
      ...['scheduled_changes', 'discounts', 'due_at', 'next_invoice_at', 'billing_error', 'status'],
      ...['pause', 'trial_end', 'anchor', 'current_period'],
    ),
    leads: (before, after) =>
      before.status === after.status || (before.status === 'past_due' && after.status === 'active'),
  },
  'subscription.change_scheduled': {
    ...updated('scheduled_changes', 'due_at', 'next_invoice_at', 'billing_error'),
    leads: from(...STAYS, 'incomplete incomplete'),
  },
  'subscription.change_applied': {
    ...updated(
      ...['items', 'interval', 'interval_count', 'anchor', 'current_period', 'scheduled_changes'],
      ...['due_at', 'next_invoice_at', 'billing_error'],
    ),
    leads: from(...STAYS, 'paused paused'),
  },
  'subscription.canceled': {
    ...updated(
      ...['status', 'cancel_at', 'canceled_at', 'cancellation', 'pause', 'scheduled_changes'],
      ...['due_at', 'next_invoice_at', 'billing_error'],
    ),
    leads: from(
      ...['scheduled canceled', 'trialing canceled', 'active canceled', 'past_due canceled'],
      ...['paused canceled', 'incomplete canceled'],
    ),
  },
  'subscription.billing_failed': updated('billing_error'),
}

/** The progress of a price migration, which creates no version: it is checked against its subscriptions. */
export const PROGRESS = [
  ...['subscriptions_scheduled', 'subscriptions_applied', 'subscriptions_withdrawn'],
  ...['subscriptions_skipped', 'subscriptions_total', 'amount_before', 'amount_after'],
]

export const PRICE_MIGRATION: Record<string, Transition> = {
  'price_migration.created': created('created_at', 'updated_at'),
  'price_migration.updated': {
    ...updated('status'),
    leads: from('running scheduled', 'running canceling', 'scheduled canceling'),
  },
  'price_migration.completed': {
    ...updated('status'),
    leads: from('running completed', 'scheduled completed'),
  },
  'price_migration.canceled': {
    ...updated('status'),
    leads: from('running canceled', 'scheduled canceled', 'canceling canceled'),
  },
}

export const INVOICE_ITEM: Record<string, Transition> = {
  'invoice_item.created': created('created_at', 'updated_at'),
  'invoice_item.updated': {
    ...updated('description', 'unit_amount', 'quantity', 'amount', 'period', 'metadata'),
    leads: from('pending pending'),
  },
  'invoice_item.billed': {
    ...updated('status', 'invoice_id'),
    leads: from('pending billed'),
  },
  'invoice_item.deleted': { ...still, leads: from('pending pending') },
}
