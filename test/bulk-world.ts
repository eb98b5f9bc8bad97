// Batches of invoices that are created and finalized on the real tables, for tests of their results.

import type { Pool } from 'pg'
import { environmentSettings } from '../src/features/account-settings/store.ts'
import { type BillingEnvironment, createEnvironments } from '../src/features/accounts/store.ts'
import { creditTransactions } from '../src/features/credit-transactions/record.ts'
import { customers } from '../src/features/customers/store.ts'
import type { Decoded } from '../src/features/invoices/actions.ts'
import { createInvoice } from '../src/features/invoices/create.ts'
import type { InvoiceCreate } from '../src/features/invoices/schemas.ts'
import { invoices } from '../src/features/invoices/store.ts'
import { ledgerEntries } from '../src/features/ledger/store.ts'
import { emails } from '../src/features/outbox/record.ts'
import { products } from '../src/features/products/store.ts'
import type { Action, Command } from '../src/platform/db/action.ts'
import { createHeads } from '../src/platform/db/chain-heads.ts'
import { Lane, type LaneOptions } from '../src/platform/db/lane.ts'
import type { Table } from '../src/platform/db/table.ts'
import { claimOf } from '../src/platform/http/idempotency.ts'
import { KeyRing } from '../src/platform/key-ring.ts'

/** Tables that these batches write; loading all features would take each process too long. */
const tables = [
  environmentSettings,
  customers,
  products,
  invoices,
  creditTransactions,
  ledgerEntries,
  emails,
] as unknown as Table[]

export type InvoiceInput = Decoded<InvoiceCreate>

export const laneOn = (
  pool: Pool,
  { wallNow = () => Date.now(), ...options }: LaneOptions & { wallNow?: () => number } = {},
) =>
  new Lane<BillingEnvironment>(
    {
      pool,
      tables,
      environments: createEnvironments(() => '', createHeads(new KeyRing([Buffer.alloc(32)]))),
      wallNow,
    },
    options,
  )

/** A command of an environment; a key is treated as the client's Idempotency-Key. */
export function commandOf<I>(
  action: Action<I, BillingEnvironment>,
  environment_id: number,
  input: I,
  key?: string,
): Command<I, BillingEnvironment> {
  const claim = claimOf(key, {
    method: 'POST',
    path: `/${action.name}`,
    body: input as object,
    status: 201,
  })
  return { action, environment_id, input, ifMatch: undefined, claim }
}

const LINES = [
  { description: 'Seats', quantity: 3, unit_amount: 1999, product_id: null },
  { description: 'Base fee', quantity: 1, unit_amount: 4900, product_id: null },
]

/** Invoices created and finalized in one step, each with its own key; some name no customer. */
export function* invoicesOf(environmentId: number, customers: readonly number[], count: number) {
  for (let n = 0; n < count; n++) {
    const customer_id = customers[n % customers.length] as number
    const input = { customer_id, line_items: LINES, finalize: true }
    yield commandOf(createInvoice, environmentId, input, `invoice-${n}`)
  }
}
