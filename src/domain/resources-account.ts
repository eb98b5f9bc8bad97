// The account, its events, webhooks and keys: names, scopes and events.

import type { Resource } from './resource.ts'

export const ACCOUNT = {
  account: {
    prefix: 'acct',
    path: 'account',
    scope: 'account',
    page: 'Account',
    about: 'Your billing settings and business details.',
    en: { one: 'account', many: 'accounts' },
    fr: { one: 'compte', many: 'comptes' },
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
    fr: { one: 'événement', many: 'événements' },
    hasPage: true,
    searched: true,
    events: {},
  },
  webhook_endpoint: {
    prefix: 'whe',
    path: 'webhook_endpoints',
    scope: 'webhooks',
    page: 'Webhooks',
    about: 'Events sent to your URLs, signed and in order.',
    en: { one: 'webhook endpoint', many: 'webhook endpoints' },
    fr: { one: 'point de réception', many: 'points de réception' },
    counted: 'present',
    survivesReset: true,
    searched: true,
    events: {
      created: { when: 'A webhook endpoint is created.', changes: false },
      deleted: { when: 'A webhook endpoint is deleted.', changes: false },
      disabled: {
        when: 'A webhook endpoint is disabled, because its receiver returned 410 or failed for five days.',
        changes: false,
      },
      secret_rotated: { when: 'The secret of a webhook endpoint is rotated.', changes: false },
      test: {
        when: 'A test event is requested; it is delivered to this endpoint only.',
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
    fr: { one: 'livraison', many: 'livraisons', feminine: true },
    counted: 'all',
    searched: true,
    events: {},
  },
  api_key: {
    path: 'api_keys',
    scope: 'api_keys',
    page: 'API keys',
    about: 'Keys and their scopes.',
    en: { one: 'API key', many: 'API keys' },
    fr: { one: 'clé d’API', many: 'clés d’API', feminine: true },
    searched: true,
    events: {},
  },
} as const satisfies Readonly<Record<string, Resource>>
