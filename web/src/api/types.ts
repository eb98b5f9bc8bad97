// What the API answers, as types of its own schemas.
import type { Static } from 'typebox'
import type { Account as AccountSchema } from '../../../src/features/account-settings/schemas.ts'
import type { CreditTransaction as CreditSchema } from '../../../src/features/credit-transactions/schemas.ts'
import type { Customer as CustomerSchema } from '../../../src/features/customers/schemas.ts'
import type { Invoice as InvoiceSchema } from '../../../src/features/invoices/schemas.ts'
import type { Payment as PaymentSchema } from '../../../src/features/payments/schemas.ts'
import type { Product as ProductSchema } from '../../../src/features/products/schemas.ts'

export type Account = Static<typeof AccountSchema>
export type CreditTransaction = Static<typeof CreditSchema>
export type Customer = Static<typeof CustomerSchema>
export type Invoice = Static<typeof InvoiceSchema>
export type Payment = Static<typeof PaymentSchema>
export type Product = Static<typeof ProductSchema>

/** The envelope of every list. */
export interface List<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  total_count: number | null
}

export type Mode = 'test' | 'live'

export interface Membership {
  id: number
  name: string
  role: string
  scopes: string[]
}

/** Who is signed in, and where they may go. */
export interface Session {
  object: 'session'
  id: string
  user: { id: string; email: string; name: string }
  accounts: Membership[]
  created_at: string
  expires_at: string
}

/** What a write would do: `?dry_run=true`. */
export interface DryRun<T = unknown> {
  object: 'dry_run'
  result: T
  events: {
    type: string
    object_id: string
    data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
  }[]
  emails: { kind: string; to: string; subject: string }[]
  changes: { records: string; created: number; changed: number }[]
}
