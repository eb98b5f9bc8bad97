// What an export holds of an environment: every object of every list, as the API shows it.

import { accountJson } from '../features/account-settings/schemas.ts'
import { getSettings } from '../features/account-settings/store.ts'
import { creditTransactions } from '../features/credit-transactions/record.ts'
import { customerJson } from '../features/customers/schemas.ts'
import { findCustomers } from '../features/customers/store.ts'
import { emailJson } from '../features/emails/schemas.ts'
import { eventJson } from '../features/events/actions.ts'
import { listEventsAfter } from '../features/events/store.ts'
import { invoiceJson } from '../features/invoices/schemas.ts'
import { findInvoices } from '../features/invoices/store.ts'
import { entryJson } from '../features/ledger/schemas.ts'
import { findEntries } from '../features/ledger/store-entries.ts'
import { findEmails } from '../features/outbox/store.ts'
import { payments } from '../features/payments/record.ts'
import { productRecord } from '../features/products/record.ts'
import { deliveryJson } from '../features/webhook-deliveries/schemas.ts'
import { findDeliveries } from '../features/webhook-deliveries/store.ts'
import { endpointJson } from '../features/webhook-endpoints/schemas.ts'
import { findEndpoints } from '../features/webhook-endpoints/store.ts'
import type { RowKey } from '../platform/db/action.ts'
import { type Db, type Sql, sql } from '../platform/db/sql.ts'
import { walkIds } from '../platform/db/walk.ts'

/** Whose objects, and how others reach the service that has them. */
export interface Exported {
  environmentId: number
  mode: 'test' | 'live'
  publicUrl: string
}

interface Kind {
  /** Its table, which is also what it is called in the counts. */
  table: string
  /** The path of the list that shows the same objects. */
  list: string
  visible?: Sql
  read(db: Db, keys: RowKey[], publicUrl: string): Promise<(string | undefined)[]>
}

/** Those that others refer to first, so that a reader who goes on from line to line knows them. */
export const KINDS: readonly Kind[] = [
  {
    ...{ table: 'products', list: '/products' },
    read: async (db, keys) => texts(await productRecord.find(db, keys), productRecord.json),
  },
  {
    ...{ table: 'customers', list: '/customers', visible: sql`deleted_at is null` },
    read: async (db, keys) =>
      texts(await findCustomers(db, keys), (row) => customerJson(row, row.default_currency)),
  },
  {
    ...{ table: 'invoices', list: '/invoices' },
    read: async (db, keys, publicUrl) =>
      // Alone of all objects it does not say what it is (specification, section 4).
      texts(
        await findInvoices(db, keys),
        (row) => `{"object":"invoice",${invoiceJson(row, publicUrl).slice(1)}`,
      ),
  },
  {
    ...{ table: 'payments', list: '/payments' },
    read: async (db, keys) => texts(await payments.find(db, keys), payments.json),
  },
  {
    table: 'credit_transactions',
    list: '/customers/:customer_id/credit_transactions',
    read: async (db, keys) =>
      texts(await creditTransactions.find(db, keys), creditTransactions.json),
  },
  {
    ...{ table: 'ledger_entries', list: '/ledger/entries' },
    read: async (db, keys) => texts(await findEntries(db, keys), entryJson),
  },
  {
    ...{ table: 'emails', list: '/emails' },
    read: async (db, keys) => texts(await findEmails(db, keys), emailJson),
  },
  {
    table: 'webhook_endpoints',
    list: '/webhook_endpoints',
    visible: sql`deleted_at is null`,
    read: async (db, keys) => texts(await findEndpoints(db, keys), (row) => endpointJson(row)),
  },
  {
    ...{ table: 'webhook_deliveries', list: '/webhook_deliveries' },
    read: async (db, keys) => texts(await findDeliveries(db, keys), deliveryJson),
  },
]

const texts = <Row>(rows: (Row | undefined)[], present: (row: Row) => string) =>
  rows.map((row) => row && present(row))

const EVENTS = 500

export interface Chunk {
  /** `customers`, `invoices` …: what the objects are. */
  kind: string
  /** JSON texts, none of which has a line break. */
  objects: string[]
}

/** All objects of an environment, in chunks; each kind ends with one that is empty. */
export async function* exportObjects(db: Db, exported: Exported): AsyncGenerator<Chunk> {
  const { environmentId, mode, publicUrl } = exported
  yield { kind: 'account', objects: [accountJson(await getSettings(db, environmentId))] }
  for (const { table, visible, read } of KINDS) {
    for await (const ids of walkIds(db, { table, environmentId, ...(visible && { visible }) })) {
      const keys = ids.map((id) => ({ environment_id: environmentId, id }))
      const found = await read(db, keys, publicUrl)
      yield { kind: table, objects: found.flatMap((text) => (text === undefined ? [] : [text])) }
    }
    yield { kind: table, objects: [] }
  }
  for (let after = 0; ; ) {
    const events = await listEventsAfter(db, environmentId, after, EVENTS)
    yield { kind: 'events', objects: events.map((event) => oneLine(eventJson(event, mode))) }
    const last = events.at(-1)
    if (!last) return
    after = last.sequence
  }
}

/** What an event carries is stored text; a line break between its members would be legal in it. */
const oneLine = (text: string) => (/[\n\r]/.test(text) ? JSON.stringify(JSON.parse(text)) : text)
