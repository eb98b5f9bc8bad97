// Reads customers, products, payments, credit and endpoints for verification, as the interface tells them.

import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { encodeId } from '../../platform/ids.ts'
import { couponRecord } from '../coupons/record.ts'
import { creditTransactions } from '../credit-transactions/record.ts'
import { customerRecord } from '../customers/record.ts'
import { payments } from '../payments/store.ts'
import { priceRecord } from '../prices/record.ts'
import { productRecord } from '../products/record.ts'
import { promotionCodeRecord } from '../promotion-codes/record.ts'
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

/** Coupons, whose products and prices are told as the API spells them. */
export async function* streamCoupons(tx: Tx, environmentId: number): Records<StoredRecord> {
  for await (const { members, ...row } of streamKept(tx, environmentId, couponRecord)) {
    const product_ids = toldIds('prod', members.product_ids)
    const price_ids = toldIds('price', members.price_ids)
    yield { ...row, members: { ...members, product_ids, price_ids } }
  }
}

/** Promotion codes, with the coupon as the API spells it. */
export async function* streamPromotionCodes(tx: Tx, environmentId: number): Records<StoredRecord> {
  for await (const { members, ...row } of streamKept(tx, environmentId, promotionCodeRecord)) {
    yield { ...row, members: { ...members, coupon_id: toldId('coup', members.coupon_id) } }
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A UUID as it is told; as it is stored where somebody has made something else of it. */
const toldId = (prefix: string, stored: unknown): unknown =>
  typeof stored === 'string' && UUID.test(stored) ? encodeId(prefix, stored) : stored

const toldIds = (prefix: string, stored: unknown): unknown =>
  Array.isArray(stored) ? stored.map((each) => toldId(prefix, each)) : (stored ?? [])

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
    const tax_ids = toldNumbers(members.tax_ids)
    yield { ...row, members: { ...members, tax_ids, discounts: toldDiscounts(members.discounts) } }
  }
}

/** Discounts as events and answers tell them: absent terms as null, UUIDs spelled, the instant as text. */
function toldDiscounts(stored: unknown): unknown {
  if (!Array.isArray(stored)) return stored ?? []
  return stored.map((each) => {
    const at = new Date(each?.created_at ?? Number.NaN)
    if (Number.isNaN(at.getTime())) return each
    return {
      ...{ percent_off: null, amount_off: null, currency: null, minimum_amount: null },
      ...each,
      product_ids: toldIds('prod', each.product_ids),
      price_ids: toldIds('price', each.price_ids),
      created_at: at.toISOString(),
    }
  })
}

/** Tax numbers as events and answers tell them; as they are stored where somebody has made something else of them. */
function toldNumbers(stored: unknown): unknown {
  if (!Array.isArray(stored)) return stored ?? []
  return stored.map((each) => {
    const looked = new Date(each?.checked_at ?? Number.NaN)
    return Number.isNaN(looked.getTime()) ? each : { ...each, checked_at: looked.toISOString() }
  })
}
