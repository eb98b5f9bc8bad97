// Links from an ID to the page of its object, by the object's name.

import { NAMED } from '../../../src/domain/resource-lists.ts'
import { PageLink } from '../page/page-link.tsx'
import { defineMessages, useMessages } from './locale.tsx'
import { useResourceNames } from './resource-name.ts'

const messages = defineMessages({
  en: {
    cbt: 'Customer credit',
    whe: 'Endpoint',
    whd: 'Delivery',
    req: 'Request',
    svc: 'API key',
    mem: 'Member',
    ses: 'Session',
    acct: 'Settings',
    test: 'Test clock',
  },
  fr: {
    cbt: 'Crédit client',
    whe: 'Point de réception',
    whd: 'Livraison',
    req: 'Requête',
    svc: 'Clé d’API',
    mem: 'Membre',
    ses: 'Session',
    acct: 'Paramètres',
    test: 'Horloge de test',
  },
})

type Kind = keyof typeof messages.en

/** Pages that are not at `<path>/<id>` of their resource. */
const PAGE_OF: Readonly<Record<string, (id: string) => string>> = {
  cus: (id) => `customers/${id.replace('cus_', '')}`,
  whe: (id) => `webhooks/${id}`,
  whd: (id) => `webhooks/deliveries/${id}`,
  req: (id) => `developers/requests/${id}`,
  svc: (id) => `developers/keys/${id}`,
  mem: () => 'settings/members',
  acct: () => 'settings/account',
  test: () => 'developers/test-clock',
}

// A plain number is a customer's.
const kindOf = (id: string): string => (/^\d+$/.test(id) ? 'cus' : (id.split('_')[0] ?? ''))

const resourceOf = (id: string) => NAMED.find(([, { prefix }]) => prefix === kindOf(id))

/** Relative to the account and mode; undefined if no page shows it. */
export function pageOf(id: string): string | undefined {
  const own = PAGE_OF[kindOf(id)]
  if (own) return own(encodeURIComponent(id))
  const [, resource] = resourceOf(id) ?? []
  // Paths of pages have hyphens.
  return resource?.hasPage && `${resource.path.replaceAll('_', '-')}/${encodeURIComponent(id)}`
}

/** Labelled by name, by kind if it has no known name, or by ID if the kind is unknown too. */
export function ObjectLink({ id, name }: { id: string; name?: string | null | undefined }) {
  const m = useMessages(messages)
  const names = useResourceNames()
  const [resource = ''] = resourceOf(id) ?? []
  const shown = name || m[kindOf(id) as Kind] || names.one(resource) || id
  const to = pageOf(id)
  return to ? (
    <PageLink to={to} fz="inherit">
      {shown}
    </PageLink>
  ) : (
    shown
  )
}

/** The ID and name of an event's object. */
export function objectOf(object: Record<string, unknown>): { id: string; name: string } {
  const id = typeof object.id === 'number' ? `cus_${object.id}` : String(object.id ?? '')
  return { id, name: String(object.number ?? object.name ?? object.url ?? '') }
}
