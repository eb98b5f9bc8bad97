// Customers, what they are sold, and what is taken off or added: names, scopes and events.

import type { Resource } from './resource.ts'

export const CATALOG = {
  customer: {
    prefix: 'cus',
    path: 'customers',
    scope: 'customers',
    page: 'Customers',
    about: 'Who is billed. Customer 1001 is `cus_1001` everywhere else.',
    en: { one: 'customer', many: 'customers' },
    fr: { one: 'client', many: 'clients' },
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
    fr: { one: 'produit', many: 'produits' },
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
    fr: { one: 'prix', many: 'prix' },
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
    fr: { one: 'taux de taxe', many: 'taux de taxe' },
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
    fr: { one: 'inscription aux taxes', many: 'inscriptions aux taxes', feminine: true },
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
    fr: { one: 'coupon', many: 'coupons' },
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
    fr: { one: 'code promotionnel', many: 'codes promotionnels' },
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
} as const satisfies Readonly<Record<string, Resource>>
