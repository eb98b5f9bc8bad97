// What people may do: each role as the scopes that a key would need for the same.

import { SCOPES } from './scopes.ts'

export const ROLES = ['owner', 'admin', 'developer', 'accountant', 'viewer'] as const
export type Role = (typeof ROLES)[number]

const READ: readonly string[] = SCOPES.filter((scope) => scope.endsWith(':read'))
const WRITE: readonly string[] = SCOPES.filter((scope) => scope.endsWith(':write'))

/** Where others are signed in is for those who answer for the account. */
const FOR_ADMINS = ['sessions:read', 'sessions:write']

const without = (scopes: readonly string[], kept: readonly string[]): string[] =>
  scopes.filter((scope) => !kept.includes(scope))

const SCOPES_OF: Readonly<Record<Role, readonly string[]>> = {
  owner: ['*'],
  // What sets an owner apart is no scope: only owners make, change and remove owners.
  admin: ['*'],
  developer: without([...READ, ...WRITE], [...FOR_ADMINS, 'members:write', 'account:write']),
  accountant: [
    ...without(READ, [...FOR_ADMINS, 'api_keys:read', 'requests:read', 'webhooks:read']),
    ...[
      'customers:write',
      'products:write',
      'prices:write',
      'coupons:write',
      'invoices:write',
      'payments:write',
      'credit:write',
      'tax:write',
    ],
  ],
  viewer: without(READ, [...FOR_ADMINS, 'api_keys:read', 'requests:read']),
}

export function scopesOf(role: Role): readonly string[] {
  return SCOPES_OF[role]
}

/** Whether somebody of one role may give, change or take away another. */
export function mayManage(own: Role, other: Role): boolean {
  return own === 'owner' || (own === 'admin' && other !== 'owner')
}
