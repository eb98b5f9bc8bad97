// What people may do: each role as the scopes that a key would need for the same.

import { scopesOfRole } from './scopes.ts'

export const ROLES = ['owner', 'admin', 'developer', 'accountant', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Owners and admins have all scopes: what sets them apart is that only owners create, change and remove owners. */
export function scopesOf(role: Role): readonly string[] {
  return role === 'owner' || role === 'admin' ? ['*'] : scopesOfRole(role)
}

/** Whether a person with one role may give, change or take away another. */
export function mayManage(own: Role, other: Role): boolean {
  return own === 'owner' || (own === 'admin' && other !== 'owner')
}
