// The permissions of each role, as the scopes that a key would need.

import { scopesOfRole } from './scopes.ts'

export const ROLES = ['owner', 'admin', 'developer', 'accountant', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Owners and admins have all scopes; only owners can create, change and remove owners. */
export function scopesOf(role: Role): readonly string[] {
  return role === 'owner' || role === 'admin' ? ['*'] : scopesOfRole(role)
}

/** True if a member with the first role can grant, change or remove the second. */
export function mayManage(own: Role, other: Role): boolean {
  return own === 'owner' || (own === 'admin' && other !== 'owner')
}
