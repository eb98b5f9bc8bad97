// Customers, products, discounts and taxes: names, scopes and events.

import type { Resource } from './resource.ts'

export const CATALOG = {
  customer: {
    prefix: 'cus',
    path: 'customers',
    scope: 'customers',
    page: 'Customers',
    about: 'The companies and people you bill. Customer 1001 is `cus_1001` everywhere else.',
    en: { one: 'customer', many: 'customers' },
    fr: { one: 'client', many: 'clients' },
    counted: 'present',
    hasPage: true,
    searched: true,
    events: {
      created: { when: 'A customer is created.', changes: false },
      deleted: {
        when: 'A customer is deleted, or erased without having been deleted before.',
        changes: false,
      },
      erased: {
        when: 'The erasure of a customer starts; the object no longer contains personal data.',
        changes: false,
      },
      updated: {
        when: 'A customer changes, or its credit balance does.',
        changes: true,
      },
    },
  },
  product: {
    prefix: 'prod',
    path: 'products',
    scope: 'products',
    page: 'Products',
    about: 'The goods and services you bill.',
    en: { one: 'product', many: 'products' },
    fr: { one: 'produit', many: 'produits' },
    counted: 'all',
    hasPage: true,
    searched: true,
    events: {
      archived: { when: 'A product is archived.', changes: true },
      created: { when: 'A product is created.', changes: false },
      updated: { when: 'A product changes, or is unarchived.', changes: true },
    },
  },
  price: {
    prefix: 'price',
    path: 'prices',
    scope: 'prices',
    page: 'Prices',
    about: 'How much a quantity of a product costs, in versions.',
    en: { one: 'price', many: 'prices' },
    fr: { one: 'prix', many: 'prix' },
    counted: 'all',
    hasPage: true,
    searched: true,
    events: {
      created: {
        when: 'A price is created, also as a new version of another.',
        changes: false,
      },
      updated: { when: 'A price changes, or a new version replaces it.', changes: true },
    },
  },
  tax_rate: {
    prefix: 'txr',
    path: 'tax_rates',
    scope: 'tax',
    page: 'Taxes',
    about: 'Where you collect tax, your own rates, and the tax collected.',
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
    about: 'Discounts, and the promotion codes with which customers redeem them.',
    en: {
      one: 'coupon',
      many: 'coupons',
      properties: {
        max_redemptions: 'maximum uses',
        redeem_by: 'last day to redeem',
        times_redeemed: 'uses',
      },
    },
    fr: {
      one: 'coupon',
      many: 'coupons',
      properties: {
        max_redemptions: 'utilisations au plus',
        redeem_by: 'dernier jour d’utilisation',
        times_redeemed: 'utilisations',
      },
    },
    counted: 'all',
    hasPage: true,
    searched: true,
    events: {
      created: { when: 'A coupon is created.', changes: false },
      redeemed: {
        when: 'A coupon is redeemed, directly or with a promotion code, for a customer or a draft.',
        changes: true,
      },
      released: {
        when: 'A redemption is released: its discount is removed before it was used on a finalized invoice, or its draft is voided.',
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
        when: 'A promotion code changes, or its number of redemptions does.',
        changes: true,
      },
    },
  },
} as const satisfies Readonly<Record<string, Resource>>
