// Resources of recurring billing: names, scopes and events.

import type { Resource } from './resource.ts'

export const SUBSCRIPTIONS = {
  subscription: {
    prefix: 'sub',
    path: 'subscriptions',
    scope: 'subscriptions',
    page: 'Subscriptions',
    about: 'Bill customers automatically for every period.',
    en: { one: 'subscription', many: 'subscriptions' },
    fr: { one: 'abonnement', many: 'abonnements' },
    counted: 'all',
    hasPage: true,
    searched: true,
    events: {
      billing_failed: {
        when: 'What is due cannot be billed, such as a period of a customer without an address. It is tried again.',
        changes: true,
      },
      canceled: { when: 'A subscription ends.', changes: true },
      change_applied: {
        when: 'Scheduled changes of items apply; `subscription.renewed` follows.',
        changes: true,
      },
      change_scheduled: {
        when: 'Changes of items are scheduled for a later period.',
        changes: true,
      },
      created: { when: 'A subscription is created.', changes: false },
      paused: { when: 'A pause begins.', changes: true },
      resumed: { when: 'A pause ends; an invoice can follow.', changes: true },
      past_due: {
        when: 'An invoice of an active subscription becomes overdue, or its automatic payment fails.',
        changes: true,
      },
      renewed: { when: 'A period begins, and is billed.', changes: true },
      started: {
        when: 'A subscription starts: its trial or its first period begins.',
        changes: true,
      },
      trial_will_end: {
        when: 'A trial ends in three days. Trials of three days or less are not announced.',
        changes: true,
      },
      trial_ended: { when: 'A trial ends, and the first period is billed.', changes: true },
      updated: {
        when: 'A subscription changes: its properties, discounts, its cancellation at the end of a period, or what was scheduled; or it is no longer past due.',
        changes: true,
      },
    },
  },
  invoice_item: {
    prefix: 'ii',
    path: 'invoice_items',
    scope: 'subscriptions',
    page: 'Subscriptions',
    en: { one: 'invoice item', many: 'invoice items' },
    fr: {
      one: 'élément ponctuel',
      many: 'éléments ponctuels',
      properties: {
        unit_amount: 'prix unitaire',
        quantity: 'quantité',
        amount: 'montant',
        period: 'période',
      },
    },
    counted: 'present',
    searched: true,
    events: {
      billed: { when: 'An invoice of its subscription bills the item.', changes: true },
      created: { when: 'A one-off item is added to a subscription.', changes: false },
      deleted: { when: 'An item that is not billed is deleted.', changes: false },
      updated: { when: 'An item that is not billed changes.', changes: true },
    },
  },
  price_migration: {
    prefix: 'pmig',
    path: 'price_migrations',
    scope: 'subscriptions',
    page: 'Subscriptions',
    en: { one: 'price migration', many: 'price migrations' },
    fr: {
      one: 'migration de prix',
      many: 'migrations de prix',
      feminine: true,
      properties: {
        from_price_id: 'ancien prix',
        to_price_id: 'nouveau prix',
        effective_from: 'date d’effet',
        notice_days: 'jours de préavis',
        subscriptions_total: 'abonnements',
        subscriptions_scheduled: 'abonnements planifiés',
        subscriptions_applied: 'abonnements déplacés',
        subscriptions_withdrawn: 'abonnements retirés',
        subscriptions_skipped: 'abonnements ignorés',
        amount_before: 'montant avant',
        amount_after: 'montant après',
      },
    },
    counted: 'all',
    hasPage: true,
    searched: true,
    events: {
      canceled: {
        when: 'A price migration is canceled, and nothing of it is scheduled.',
        changes: true,
      },
      completed: { when: 'The last scheduled change of a price migration applies.', changes: true },
      created: { when: 'A price migration begins to schedule changes.', changes: false },
      updated: {
        when: 'A price migration has scheduled all changes, or is being canceled.',
        changes: true,
      },
    },
  },
  migrated_subscription: {
    prefix: 'pms',
    path: 'price_migration_subscriptions',
    scope: 'subscriptions',
    page: 'Subscriptions',
    en: { one: 'migrated subscription', many: 'migrated subscriptions' },
    fr: { one: 'abonnement migré', many: 'abonnements migrés' },
    events: {},
  },
} as const satisfies Readonly<Record<string, Resource>>
