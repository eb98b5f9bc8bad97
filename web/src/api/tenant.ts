// The account and mode that a page shows, and the user with their permissions.
import { createContext, useContext } from 'react'
import type { Account, Membership, Mode, Session } from './types.ts'

export interface Tenant {
  /** The account number in the URL. */
  account: number
  mode: Mode
  session: Session
  membership: Membership
  /** Its settings; undefined while they load. */
  settings: Account | undefined
  /** The API's base path for this user: `/session/1/test/v1`. */
  surface: string
}

const TenantContext = createContext<Tenant | undefined>(undefined)
export const TenantProvider = TenantContext.Provider

export function useTenant(): Tenant {
  const tenant = useContext(TenantContext)
  if (!tenant) throw new Error('This component must be inside an account.')
  return tenant
}

/** True if the scopes include a permission such as `invoices:write`; write implies read. */
export function allows(scopes: readonly string[], permission: string): boolean {
  if (scopes.includes('*') || scopes.includes(permission)) return true
  return permission.endsWith(':read') && scopes.includes(permission.replace(/:read$/, ':write'))
}

export function useMay(permission: string | undefined): boolean {
  const { membership } = useTenant()
  return permission === undefined || allows(membership.scopes, permission)
}

/** The URL of a page of this account and mode: `customers/42` becomes `/1/test/customers/42`. */
export function usePagePath(): (page: string) => string {
  const { account, mode } = useTenant()
  return (page) => `/${account}/${mode}/${page}`.replace(/\/$/, '')
}
