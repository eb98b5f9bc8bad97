// Reads customers, products, payments, credit and endpoints for verification, as the interface tells them.

import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { encodeId } from '../../platform/ids.ts'
import { creditTransactions } from '../credit-transactions/record.ts'
import { customerRecord } from '../customers/record.ts'
import { payments } from '../payments/record.ts'
import { priceRecord } from '../prices/record.ts'
import { productRecord } from '../products/record.ts'
import { taxRateRecord } from '../tax-rates/record.ts'
import { taxRegistrationRecord } from '../tax-registrations/record.ts'
import { webhookEndpoints } from '../webhook-endpoints/record.ts'
import { toldTerms } from './figures-told.ts'
import { stream, time } from './store.ts'
import { type Declared, storedMembers } from './store-members.ts'

/** An object: the members that its latest event must tell alike. */
export interface BooksRecord {
  ref: string
  /** When it was deleted, if it can be and was. */
  deleted_at: string | null
  members: Record<string, unknown>
}

/** One whose id is a UUID; of what it names, `invoice_id` is still one as well. */
export type StoredRecord = Omit<BooksRecord, 'ref'> & { id: string }

type Records<Row> = AsyncGenerator<Row>

export const streamProducts = (tx: Tx, environmentId: number): Records<StoredRecord> =>
  streamKept(tx, environmentId, productRecord)

/** Prices with their terms as members, and the product as the API spells it. */
export async function* streamPrices(tx: Tx, environmentId: number): Records<StoredRecord> {
  const rows = stream<StoredRecord & { terms: Record<string, unknown> }>(
    tx,
    sql`select t.id, null as deleted_at, ${storedMembers(priceRecord, 't')} as members, t.terms
        from prices t where t.environment_id = ${environmentId} order by t.id`,
  )
  for await (const { terms, members, ...row } of rows) {
    const { product_id, replaces } = members
    yield {
      ...row,
      members: {
        ...members,
        ...toldTerms(terms),
        product_id: encodeId('prod', String(product_id)),
        replaces: replaces === null ? null : encodeId('price', String(replaces)),
      },
    }
  }
}

export const streamTaxRates = (tx: Tx, environmentId: number): Records<StoredRecord> =>
  streamKept(tx, environmentId, taxRateRecord)

export const streamTaxRegistrations = (tx: Tx, environmentId: number): Records<StoredRecord> =>
  streamKept(tx, environmentId, taxRegistrationRecord)

export const streamPayments = (tx: Tx, environmentId: number): Records<StoredRecord> =>
  streamKept(tx, environmentId, payments)

export const streamCredit = (tx: Tx, environmentId: number): Records<StoredRecord> =>
  streamKept(tx, environmentId, creditTransactions)

/** Those of a table whose rows are never deleted. */
function streamKept(
  tx: Tx,
  environmentId: number,
  record: Declared & { name: string },
): Records<StoredRecord> {
  return stream(
    tx,
    sql`select t.id, null as deleted_at, ${storedMembers(record, 't')} as members
        from ${raw(record.name)} t where t.environment_id = ${environmentId} order by t.id`,
  )
}

/** The last event of what was deleted tells it as it was before. */
const untilDeleted = (record: Declared, alias: string): Sql =>
  sql`${storedMembers(record, alias)}::jsonb
      - case when ${raw(alias)}.deleted_at is null then '' else 'updated_at' end`

export function streamEndpoints(tx: Tx, environmentId: number): Records<StoredRecord> {
  return stream(
    tx,
    sql`select w.id, ${time(sql`w.deleted_at`)} as deleted_at,
          ${untilDeleted(webhookEndpoints, 'w')} as members
        from webhook_endpoints w where w.environment_id = ${environmentId} order by w.id`,
  )
}

export async function* streamCustomers(tx: Tx, environmentId: number): Records<BooksRecord> {
  const rows = stream<BooksRecord>(
    tx,
    sql`select 'cus_' || c.id as ref, ${time(sql`c.deleted_at`)} as deleted_at,
          (${untilDeleted(customerRecord, 'c')}) || jsonb_build_object('id', c.id) as members
        from customers c where c.environment_id = ${environmentId}
        order by ('cus_' || c.id) collate "C"`,
  )
  for await (const { members, ...row } of rows) {
    yield { ...row, members: { ...members, tax_ids: toldNumbers(members.tax_ids) } }
  }
}

/** Tax numbers as events and answers tell them; as they are stored where somebody has made something else of them. */
function toldNumbers(stored: unknown): unknown {
  if (!Array.isArray(stored)) return stored ?? []
  return stored.map((each) => {
    const looked = new Date(each?.checked_at ?? Number.NaN)
    return Number.isNaN(looked.getTime()) ? each : { ...each, checked_at: looked.toISOString() }
  })
}
