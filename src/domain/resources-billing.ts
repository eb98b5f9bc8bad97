// Resources of billing: names, scopes and events.

import type { Resource } from './resource.ts'

export const BILLING = {
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
  invoice: {
    prefix: 'inv',
    path: 'invoices',
    scope: 'invoices',
    page: 'Invoices',
    about: 'Drafts, finalized invoices and their documents.',
    en: { one: 'invoice', many: 'invoices' },
    fr: { one: 'facture', many: 'factures', feminine: true },
    counted: 'all',
    hasPage: true,
    searched: true,
    events: {
      created: { when: 'A draft is created.', changes: false },
      credit_note_voided: {
        when: 'A credit note of the invoice is voided, and the amount that it credited is due again.',
        changes: true,
      },
      credited: {
        when: 'A credit note corrects the invoice; `invoice.paid` follows if nothing remains.',
        changes: true,
      },
      finalized: {
        when: 'A draft is finalized: it gets its definitive number, and its amounts and texts are frozen.',
        changes: true,
      },
      overdue: {
        when: 'The due date of an open invoice ends, in the time zone of the account, or a reversed payment reopens an invoice after its due date.',
        changes: true,
      },
      paid: {
        when: 'A payment or a credit note covers the balance due, or an invoice with nothing due is finalized.',
        changes: true,
      },
      partially_paid: { when: 'A payment is recorded and a balance is still due.', changes: true },
      payment_failed: {
        when: 'An automatic payment of the invoice is declined, or the customer has to confirm it.',
        changes: false,
      },
      payment_reversed: {
        when: 'A payment of the invoice is reversed or deallocated, and its amount is due again.',
        changes: true,
      },
      reminded: {
        when: 'A payment reminder is sent to the customer, on a day set by `reminder_days`.',
        changes: false,
      },
      send_failed: {
        when: 'The email with the invoice has failed: the email server rejected it, or could not be reached for two days. Live environments only.',
        changes: true,
      },
      sent: {
        when: 'The email server accepts the email with the invoice. Live environments only.',
        changes: true,
      },
      updated: {
        when: 'A draft is updated, an invoice is sent again, or its hosted page gets another link.',
        changes: true,
      },
      voided: {
        when: 'An invoice is voided; credit applied to it is restored.',
        changes: true,
      },
      write_off_reversed: {
        when: 'A write-off is reversed, by hand or because a payment, credit, a credit note or voiding recovers it.',
        changes: true,
      },
      written_off: {
        when: 'An amount of the invoice is written off as bad debt; its status stays.',
        changes: true,
      },
    },
  },
  credit_note: {
    prefix: 'cn',
    path: 'credit_notes',
    scope: 'credit_notes',
    page: 'Credit notes',
    about: 'Documents that correct finalized invoices.',
    en: { one: 'credit note', many: 'credit notes' },
    fr: { one: 'avoir', many: 'avoirs' },
    counted: 'all',
    hasPage: true,
    searched: true,
    events: {
      issued: {
        when: 'A credit note is issued; `invoice.credited` follows if less is due then.',
        changes: false,
      },
      send_failed: {
        when: 'The email with the credit note has failed: the email server rejected it, or could not be reached for two days. Live environments only.',
        changes: true,
      },
      sent: {
        when: 'The email server accepts the email with the credit note. Live environments only.',
        changes: true,
      },
      updated: { when: 'A credit note is sent by email.', changes: true },
      voided: {
        when: 'A credit note is voided; `invoice.credit_note_voided` follows if more is due then.',
        changes: true,
      },
    },
  },
} as const satisfies Readonly<Record<string, Resource>>
