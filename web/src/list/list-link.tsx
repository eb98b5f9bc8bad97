// Links a figure to the list whose rows add up to it, by the list's API URL.
import type { ReactNode } from 'react'
import { PageLink } from '../page/page-link.tsx'

/** The dashboard's page for each list of the API. */
const PAGES: Record<string, string> = {
  invoices: 'invoices',
  payments: 'payments',
  credit_notes: 'credit-notes',
  price_migrations: 'price-migrations',
  emails: 'emails',
  webhook_endpoints: 'webhooks',
  webhook_deliveries: 'webhooks/deliveries',
}

/** Converts `/v1/payments?currency=cad` to a page of the account and its search. */
export function pageOfList(url: string): { to: string; search: Record<string, string> } {
  const { pathname, searchParams } = new URL(url, window.location.origin)
  const search = Object.fromEntries(searchParams)
  for (const [name, before] of Object.entries(search)) {
    if (!name.endsWith('_at[lt]')) continue
    // Page filters use the last timestamp included, and timestamps are whole milliseconds.
    delete search[name]
    search[name.replace('[lt]', '[lte]')] = new Date(Date.parse(before) - 1).toISOString()
  }
  const name = pathname.split('/').at(-1) ?? ''
  return { to: PAGES[name] ?? name, search }
}

export function ListLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <PageLink {...pageOfList(url)} inherit>
      {children}
    </PageLink>
  )
}
