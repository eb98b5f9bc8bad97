// A figure that leads to the list whose rows add up to it, as the API names that list.
import type { ReactNode } from 'react'
import { PageLink } from '../page/page-link.tsx'

/** Where the pages show a list of the API. */
const PAGES: Record<string, string> = {
  invoices: 'invoices',
  payments: 'payments',
  emails: 'emails',
  webhook_endpoints: 'webhooks',
  webhook_deliveries: 'webhooks/deliveries',
}

/** `/v1/payments?currency=cad` as a page below the account, and its search. */
export function pageOfList(url: string): { to: string; search: Record<string, string> } {
  const { pathname, searchParams } = new URL(url, window.location.origin)
  const search = Object.fromEntries(searchParams)
  for (const [name, before] of Object.entries(search)) {
    if (!name.endsWith('_at[lt]')) continue
    // The filters of pages name the last instant, and instants are whole milliseconds.
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
