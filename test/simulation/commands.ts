// The commands that the simulation sends, with every ID resolved, and their requests.

import type { Json, ModelLine } from './state.ts'

export type Command =
  | { do: 'create customer'; body: Json }
  | { do: 'change customer'; id: string; body: Json; match?: Version }
  | { do: 'delete customer'; id: string; match?: Version }
  | { do: 'create product'; body: Json }
  | { do: 'change product'; id: string; body: Json; match?: Version }
  | { do: 'archive product'; id: string; match?: Version }
  | { do: 'create invoice'; body: InvoiceBody }
  | { do: 'change invoice'; id: string; body: Partial<InvoiceBody>; match?: Version }
  | { do: 'finalize' | 'void'; id: string; match?: Version }
  | { do: 'pay'; body: PaymentBody }
  | { do: 'reverse'; id: string }
  | { do: 'credit'; id: string; body: { amount: string; currency: string } }
  | { do: 'change settings'; body: Json; match?: Version }
  | { do: 'advance'; to: string }
  | { do: 'read'; path: string; id: string }

export interface InvoiceBody {
  customer_id: string
  line_items: ModelLine[]
  currency?: string
  due_date?: string | null
  notes?: string
  reference?: string
  metadata?: Json | null
}

export interface PaymentBody {
  invoice_id: string
  amount: number
  currency: string
  method: string
  received_on?: string
}

/** A version of an object that was read: its ETag, and the model's equivalent. */
export interface Version {
  etag: string
  /** The object as shown, and its number of changes by then. */
  revision: number
  json: string
}

export interface Request {
  method: string
  path: string
  body?: unknown
  etag?: string | undefined
}

const PATHS = { customer: '/v1/customers', product: '/v1/products', invoice: '/v1/invoices' }
export const COLLECTIONS: Record<string, string> = { ...PATHS, payment: '/v1/payments' }

export function requestOf(command: Command): Request {
  const etag = 'match' in command ? command.match?.etag : undefined
  switch (command.do) {
    case 'create customer':
    case 'create product':
    case 'create invoice':
      return { method: 'POST', path: pathOf(command.do), body: command.body }
    case 'change customer':
    case 'change product':
    case 'change invoice':
      return {
        method: 'PATCH',
        path: `${pathOf(command.do)}/${command.id}`,
        body: command.body,
        etag,
      }
    case 'delete customer':
    case 'archive product':
      return { method: 'DELETE', path: `${pathOf(command.do)}/${command.id}`, etag }
    case 'finalize':
    case 'void':
      return { method: 'POST', path: `${PATHS.invoice}/${command.id}/${command.do}`, etag }
    case 'pay':
      return { method: 'POST', path: '/v1/payments', body: command.body }
    case 'reverse':
      return { method: 'POST', path: `/v1/payments/${command.id}/reverse` }
    case 'credit': {
      const path = `${PATHS.customer}/${command.id}/credit_transactions`
      return { method: 'POST', path, body: command.body }
    }
    case 'change settings':
      return { method: 'PATCH', path: '/v1/account', body: command.body, etag }
    case 'advance':
      return { method: 'POST', path: '/v1/test_clock/advance', body: { to: command.to } }
    case 'read':
      return { method: 'GET', path: command.path }
  }
}

const pathOf = (verb: string) => PATHS[verb.split(' ')[1] as keyof typeof PATHS]
