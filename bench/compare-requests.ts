// The kinds of request that compare two versions, and the IDs they use on each side.

import { randomUUID } from 'node:crypto'

export interface Sent {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: object
}

/** The objects one side has created so far. Each side gets the same requests in the same order. */
export interface Made {
  customers: string[]
  drafts: string[]
  finalized: string[]
  /** How many requests have used existing objects, which are taken in turn. */
  taken: number
}

export interface Kind {
  name: string
  /** The next request; undefined if no object is left for it. */
  next: (made: Made) => Sent | undefined
  keep?: (made: Made, id: string) => void
}

/** Bounds the lists of IDs: each turn uses recently created objects. */
const KEPT = 2_000

export const nothingMade = (): Made => ({ customers: [], drafts: [], finalized: [], taken: 0 })

function take(made: Made, ids: string[]): string | undefined {
  made.taken += 1
  return ids[made.taken % ids.length]
}

function keep(ids: string[], id: string): void {
  ids.push(id)
  if (ids.length > KEPT) ids.shift()
}

const ADDRESS = { address_line1: '1 King Street West', city: 'Toronto', country: 'CA' }
const LINES = [
  { description: 'Seats, monthly', quantity: 12, unit_amount: 1999 },
  { description: 'Storage', quantity: 250, unit_amount: 9 },
  { description: 'Support', quantity: 1, unit_amount: 15000 },
]

/** In the order of measurement: each kind uses objects created by the ones before it. */
export const KINDS: Kind[] = [
  {
    name: 'create a customer',
    next: ({ customers }) => ({
      method: 'POST',
      path: '/v1/customers',
      body: { name: `Maple Bicycles ${customers.length}`, email: 'ada@example.com', ...ADDRESS },
    }),
    keep: ({ customers }, id) => keep(customers, id),
  },
  {
    name: 'update a customer',
    next: (made) => {
      const id = take(made, made.customers)
      const body = { name: `Northern Bicycles ${made.taken}` }
      return id ? { method: 'PATCH', path: `/v1/customers/${id}`, body } : undefined
    },
  },
  {
    name: 'create an invoice',
    next: (made) => {
      const customer_id = take(made, made.customers)
      const body = { customer_id, line_items: LINES }
      return customer_id ? { method: 'POST', path: '/v1/invoices', body } : undefined
    },
    keep: ({ drafts }, id) => keep(drafts, id),
  },
  {
    name: 'finalize an invoice',
    next: ({ drafts }) => {
      const id = drafts.pop()
      return id ? { method: 'POST', path: `/v1/invoices/${id}/finalize`, body: {} } : undefined
    },
    keep: ({ finalized }, id) => keep(finalized, id),
  },
  {
    name: 'record a payment',
    next: (made) => {
      const invoice_id = take(made, made.finalized)
      // An amount so small that no invoice is ever paid in full.
      const body = { invoice_id, amount: 1, currency: 'cad', method: 'bank_transfer' }
      return invoice_id ? { method: 'POST', path: '/v1/payments', body } : undefined
    },
  },
  {
    name: 'get an invoice',
    next: (made) => {
      const id = take(made, made.finalized)
      return id ? { method: 'GET', path: `/v1/invoices/${id}` } : undefined
    },
  },
  { name: 'list a page of 20', next: () => ({ method: 'GET', path: '/v1/invoices?limit=20' }) },
]

export function headersOf(key: string, { body }: Sent): Record<string, string> {
  const authorization = `Bearer ${key}`
  if (!body) return { authorization }
  return {
    authorization,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
}
