// Patterns over the types of events, and the scope that each takes.

import { EVENT_TYPES, type EventType } from './event-catalogue.ts'

/** The types that `*`, `invoice.*` or `invoice.paid` stands for; none if it stands for nothing. */
export function typesOf(pattern: string): string[] {
  if (pattern === '*') return [...EVENT_TYPES]
  const family = pattern.endsWith('.*') ? pattern.slice(0, -1) : undefined
  return EVENT_TYPES.filter((type) => (family ? type.startsWith(family) : type === pattern))
}

/** The scope by which the objects of each family of events are read. */
const READ_BY: Readonly<Record<string, string>> = {
  account: 'account:read',
  coupon: 'coupons:read',
  credit_transaction: 'credit:read',
  customer: 'customers:read',
  invoice: 'invoices:read',
  payment: 'payments:read',
  price: 'prices:read',
  tax_rate: 'tax:read',
  tax_registration: 'tax:read',
  product: 'products:read',
  promotion_code: 'coupons:read',
  webhook_endpoint: 'webhooks:read',
}

/** Every scope that reads objects of events. */
export const EVENT_OBJECT_SCOPES: readonly string[] = [...new Set(Object.values(READ_BY))]

/** The scope that reads the objects of a pattern or type; `*` for one that is not known. */
export function scopeOfEvents(pattern: string): string {
  return READ_BY[pattern.split('.')[0] ?? ''] ?? '*'
}

/** Everything that `typesOf` knows: `*`, each family, each type. */
export function eventPatterns(): string[] {
  const families = EVENT_TYPES.map((type) => `${type.split('.')[0]}.*`)
  return ['*', ...new Set(families), ...EVENT_TYPES]
}

/** A type of event as the feature that records it declares it: misspelt, it does not compile. */
export const event = <const T extends EventType>(type: T): { type: T } => ({ type })
