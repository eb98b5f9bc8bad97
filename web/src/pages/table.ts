// Every page there is: its address below the account, and where its code is. Tests walk this table.
import type { ComponentType } from 'react'

export interface PageEntry {
  /** Below `/<account>/<mode>/`; `$id` stands for an id. */
  path: string
  load: () => Promise<ComponentType>
  /** What a person needs to see it at all. */
  permission?: string
}

export const PAGES: readonly PageEntry[] = [
  {
    path: 'customers',
    permission: 'customers:read',
    load: () => import('./customers/list.tsx').then((m) => m.CustomersPage),
  },
  {
    path: 'customers/new',
    permission: 'customers:write',
    load: () => import('./customers/new.tsx').then((m) => m.NewCustomerPage),
  },
  {
    path: 'customers/$id',
    permission: 'customers:read',
    load: () => import('./customers/detail.tsx').then((m) => m.CustomerPage),
  },
  {
    path: 'invoices',
    permission: 'invoices:read',
    load: () => import('./invoices/list.tsx').then((m) => m.InvoicesPage),
  },
]

/** Pages before anybody is signed in. */
export const OPEN_PAGES: readonly PageEntry[] = [
  { path: 'sign-in', load: () => import('./sign-in/sign-in.tsx').then((m) => m.SignInPage) },
]
