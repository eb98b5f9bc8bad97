// All resources of the API: names, scopes and events. Pages, the service, verification and the commands derive their
// lists from here. A resource that is missing here cannot declare an event or a search result, and `src/app/fold.ts`
// refuses counters and erased rows that it does not have.

import type { ScopeFamily } from './scopes.ts'

/** The description of one event type. */
export interface EventOf {
  /** When it is recorded, in one sentence; Markdown code is allowed. */
  when: string
  /** True if `data.previous_attributes` has the previous values of changed fields. */
  changes: boolean
}

export interface Resource {
  /** The prefix of its IDs; API keys have none. */
  prefix?: string
  /** The path of its list; the table has the same name. */
  path: string
  /** The scope family for reading and writing it (src/domain/scopes.ts). */
  scope: ScopeFamily
  /** Its page of the API reference, and the page's subject if this resource leads the page. */
  page: string
  about?: string
  en: { one: string; many: string }
  fr: { one: string; feminine?: true }
  /** Whether `<path>_count` in an environment's counters counts all rows or only rows that are not deleted. */
  counted?: 'all' | 'present'
  /** Set if its rows are kept when a test environment is reset. */
  survivesReset?: true
  /** Set if search finds it. */
  searched?: true
  /** By the name after the dot: `created` is `coupon.created`. */
  events: Readonly<Record<string, EventOf>>
}

export const RESOURCES = {
  customer: {
    prefix: 'cus',
    path: 'customers',
    scope: 'customers',
    page: 'Customers',
    about: 'Who is billed. Customer 1001 is `cus_1001` everywhere else.',
    en: { one: 'customer', many: 'customers' },
    fr: { one: 'client' },
    counted: 'present',
    searched: true,
    events: {
      created: { when: 'A customer is created.', changes: false },
      deleted: {
        when: 'A customer is deleted, or erased without having been deleted before.',
        changes: false,
      },
      erased: {
        when: 'The erasure of a person begins; the object no longer holds any personal data.',
        changes: false,
      },
      updated: {
        when: 'A field of a customer changes, or its credit balance does.',
        changes: true,
      },
    },
  },
  product: {
    prefix: 'prod',
    path: 'products',
    scope: 'products',
    page: 'Products',
    about: 'What can stand on an invoice line.',
    en: { one: 'product', many: 'products' },
    fr: { one: 'produit' },
    counted: 'all',
    searched: true,
    events: {
      archived: { when: 'A product is archived.', changes: true },
      created: { when: 'A product is created.', changes: false },
      updated: { when: 'A product changes, or is made active again.', changes: true },
    },
  },
  price: {
    prefix: 'price',
    path: 'prices',
    scope: 'prices',
    page: 'Prices',
    about: 'What a quantity of a product costs, in versions.',
    en: { one: 'price', many: 'prices' },
    fr: { one: 'prix' },
    counted: 'all',
    searched: true,
    events: {
      created: {
        when: 'A price is created, by itself or as a new version of another.',
        changes: false,
      },
      updated: { when: 'A field of a price changes, or a new version replaces it.', changes: true },
    },
  },
  tax_rate: {
    prefix: 'txr',
    path: 'tax_rates',
    scope: 'tax',
    page: 'Taxes',
    about: 'Where you collect tax, rates of your own, and what was collected.',
    en: { one: 'tax rate', many: 'tax rates' },
    fr: { one: 'taux de taxe' },
    counted: 'all',
    survivesReset: true,
    events: {
      created: { when: 'A tax rate is created.', changes: false },
      updated: {
        when: 'A tax rate changes, such as the last day on which it applies.',
        changes: true,
      },
    },
  },
  tax_registration: {
    prefix: 'trg',
    path: 'tax_registrations',
    scope: 'tax',
    page: 'Taxes',
    en: { one: 'tax registration', many: 'tax registrations' },
    fr: { one: 'inscription aux taxes', feminine: true },
    counted: 'all',
    survivesReset: true,
    events: {
      created: { when: 'A tax registration is created.', changes: false },
      updated: {
        when: 'A tax registration changes, such as its number or its last day.',
        changes: true,
      },
    },
  },
  coupon: {
    prefix: 'coup',
    path: 'coupons',
    scope: 'coupons',
    page: 'Coupons',
    about: 'What is taken off, and the promotion codes by which customers redeem it.',
    en: { one: 'coupon', many: 'coupons' },
    fr: { one: 'coupon' },
    counted: 'all',
    searched: true,
    events: {
      created: { when: 'A coupon is created.', changes: false },
      redeemed: {
        when: 'A coupon is redeemed, by itself or by a promotion code: a customer or a draft has its discount.',
        changes: true,
      },
      released: {
        when: 'A redemption is taken back: its discount is removed before anything is issued with it, or its draft is voided.',
        changes: true,
      },
      updated: { when: 'A coupon changes, such as its limit.', changes: true },
    },
  },
  promotion_code: {
    prefix: 'promo',
    path: 'promotion_codes',
    scope: 'coupons',
    page: 'Coupons',
    en: { one: 'promotion code', many: 'promotion codes' },
    fr: { one: 'code promotionnel' },
    counted: 'all',
    searched: true,
    events: {
      created: { when: 'A promotion code is created.', changes: false },
      updated: {
        when: 'A promotion code changes, or how often it has been redeemed does.',
        changes: true,
      },
    },
  },
  invoice: {
    prefix: 'inv',
    path: 'invoices',
    scope: 'invoices',
    page: 'Invoices',
    about: 'Drafted, finalized, and then as they are for ever.',
    en: { one: 'invoice', many: 'invoices' },
    fr: { one: 'facture', feminine: true },
    counted: 'all',
    searched: true,
    events: {
      created: { when: 'A draft is created.', changes: false },
      finalized: {
        when: 'A draft is finalized: it takes its definitive number, and its amounts and texts are frozen.',
        changes: true,
      },
      overdue: {
        when: 'The due date of an open invoice ends in the time zone of the account while it has a balance due, or a reversed payment reopens an invoice after its due date.',
        changes: true,
      },
      paid: {
        when: 'A payment settles all that remained, or an invoice with nothing due is finalized.',
        changes: true,
      },
      partially_paid: { when: 'A payment is recorded and a balance is still due.', changes: true },
      payment_reversed: {
        when: 'A payment of the invoice is reversed, so that its amount is due again.',
        changes: true,
      },
      reminded: {
        when: 'A payment reminder is written to the customer, on a day that `reminder_days` names.',
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
        when: 'A draft is edited, an invoice is sent again, or its hosted page gets another link.',
        changes: true,
      },
      voided: {
        when: 'An invoice is voided; credit applied to it goes back to the customer.',
        changes: true,
      },
    },
  },
  payment: {
    prefix: 'pay',
    path: 'payments',
    scope: 'payments',
    page: 'Payments',
    about: 'Money received on invoices, and taken back.',
    en: { one: 'payment', many: 'payments' },
    fr: { one: 'paiement' },
    counted: 'all',
    searched: true,
    events: {
      created: {
        when: 'A payment is recorded; `invoice.paid` or `invoice.partially_paid` follows.',
        changes: false,
      },
      reversed: {
        when: 'A payment is reversed; `invoice.payment_reversed` follows.',
        changes: true,
      },
    },
  },
  credit_transaction: {
    prefix: 'cbt',
    path: 'credit_transactions',
    scope: 'credit',
    page: 'Credit',
    about: 'What is owed to customers, and pays for their invoices.',
    en: { one: 'credit transaction', many: 'credit transactions' },
    fr: { one: 'mouvement de crédit' },
    counted: 'all',
    searched: true,
    events: {
      created: {
        when: 'Credit of a customer is granted, expires, is applied to an invoice, or is given back because that invoice is voided.',
        changes: false,
      },
    },
  },
  email: {
    prefix: 'eml',
    path: 'emails',
    scope: 'emails',
    page: 'Emails',
    about: 'Emails to customers and their status.',
    en: { one: 'email', many: 'emails' },
    fr: { one: 'courriel' },
    counted: 'all',
    searched: true,
    events: {},
  },
  ledger_entry: {
    prefix: 'led',
    path: 'ledger_entries',
    scope: 'ledger',
    page: 'Ledger',
    about: 'The books under the documents, and their proof.',
    en: { one: 'ledger entry', many: 'ledger entries' },
    fr: { one: 'écriture', feminine: true },
    counted: 'all',
    events: {},
  },
  account: {
    prefix: 'acct',
    path: 'account',
    scope: 'account',
    page: 'Account',
    about: 'What you bill with, and what your documents show.',
    en: { one: 'account', many: 'accounts' },
    fr: { one: 'compte' },
    events: {
      updated: { when: 'A setting or the logo of this environment changes.', changes: true },
    },
  },
  event: {
    prefix: 'evt',
    path: 'events',
    scope: 'events',
    page: 'Events',
    about: 'Every change, in order, without a gap.',
    en: { one: 'event', many: 'events' },
    fr: { one: 'événement' },
    searched: true,
    events: {},
  },
  webhook_endpoint: {
    prefix: 'whe',
    path: 'webhook_endpoints',
    scope: 'webhooks',
    page: 'Webhooks',
    about: 'Events posted to addresses of yours, signed and in order.',
    en: { one: 'webhook endpoint', many: 'webhook endpoints' },
    fr: { one: 'point de réception' },
    counted: 'present',
    survivesReset: true,
    searched: true,
    events: {
      created: { when: 'A webhook endpoint is created.', changes: false },
      deleted: { when: 'A webhook endpoint is deleted.', changes: false },
      disabled: {
        when: 'A webhook endpoint is disabled, because its receiver answered 410 or failed for five days.',
        changes: false,
      },
      secret_rotated: { when: 'The secret of a webhook endpoint is rotated.', changes: false },
      test: {
        when: 'A test event is asked for; it is delivered to this endpoint only.',
        changes: false,
      },
      updated: { when: 'A webhook endpoint changes, is paused, or is resumed.', changes: true },
    },
  },
  webhook_delivery: {
    prefix: 'whd',
    path: 'webhook_deliveries',
    scope: 'webhooks',
    page: 'Webhooks',
    en: { one: 'webhook delivery', many: 'webhook deliveries' },
    fr: { one: 'livraison', feminine: true },
    counted: 'all',
    searched: true,
    events: {},
  },
  api_key: {
    path: 'api_keys',
    scope: 'api_keys',
    page: 'API keys',
    about: 'Create, roll and revoke keys, and their scopes.',
    en: { one: 'API key', many: 'API keys' },
    fr: { one: 'clé d’API', feminine: true },
    searched: true,
    events: {},
  },
} as const satisfies Readonly<Record<string, Resource>>

export type Resources = typeof RESOURCES

/** The `object` value of API objects: `coupon`, `tax_rate`. */
export type ResourceName = keyof Resources
