// What a key or a person may be allowed to do: every scope there is.

/** Every scope, beside `*` for all. Write implies read of the same resource (contract: keys). */
export const SCOPES = [
  'account:read',
  'account:write',
  'api_keys:read',
  'api_keys:write',
  'audit_log:read',
  'customers:read',
  'customers:write',
  'products:read',
  'products:write',
  'prices:read',
  'prices:write',
  'coupons:read',
  'coupons:write',
  'invoices:read',
  'invoices:write',
  'emails:read',
  'credit:read',
  'credit:write',
  'payments:read',
  'payments:write',
  'events:read',
  'ledger:read',
  'members:read',
  'members:write',
  'requests:read',
  'sessions:read',
  'sessions:write',
  'tax:read',
  'tax:write',
  'test_clock:read',
  'test_clock:write',
  'webhooks:read',
  'webhooks:write',
] as const

/** What a key can be given: a scope, or `*`. */
export const GRANTS: readonly string[] = ['*', ...SCOPES]
