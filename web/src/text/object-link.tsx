// Links from an ID to the page of its object, by the object's name.

import { PageLink } from '../page/page-link.tsx'
import { defineMessages, useMessages } from './locale.tsx'

const messages = defineMessages({
  en: {
    cus: 'Customer',
    prod: 'Product',
    price: 'Price',
    inv: 'Invoice',
    pay: 'Payment',
    cbt: 'Customer credit',
    eml: 'Email',
    evt: 'Event',
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
    cus: 'Client',
    prod: 'Produit',
    price: 'Prix',
    inv: 'Facture',
    pay: 'Paiement',
    cbt: 'Crédit client',
    eml: 'Courriel',
    evt: 'Événement',
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

const PAGE_OF: Readonly<Partial<Record<Kind, (id: string) => string>>> = {
  cus: (id) => `customers/${id.replace('cus_', '')}`,
  prod: (id) => `products/${id}`,
  price: (id) => `prices/${id}`,
  inv: (id) => `invoices/${id}`,
  pay: (id) => `payments/${id}`,
  eml: (id) => `emails/${id}`,
  evt: (id) => `events/${id}`,
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

/** Relative to the account and mode; undefined if no page shows it. */
export function pageOf(id: string): string | undefined {
  return PAGE_OF[kindOf(id) as Kind]?.(encodeURIComponent(id))
}

/** Labelled by name, by kind if it has no known name, or by ID if the kind is unknown too. */
export function ObjectLink({ id, name }: { id: string; name?: string | null | undefined }) {
  const m = useMessages(messages)
  const shown = name || m[kindOf(id) as Kind] || id
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
