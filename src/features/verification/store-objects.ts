// Reads the objects of the API for verification, as the API shows them.

import { NAMED } from '../../domain/resource-lists.ts'
import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { encodeId } from '../../platform/ids.ts'
import { creditNotes } from '../credit-notes/record.ts'
import { customerRecord } from '../customers/record.ts'
import { gatewayRecord } from '../gateways/record.ts'
import { invoiceItemRecord } from '../invoice-items/record.ts'
import { payments } from '../payments/store.ts'
import { priceMigrations } from '../price-migrations/record.ts'
import { priceRecord } from '../prices/record.ts'
import { subscriptionRecord } from '../subscriptions/record.ts'
import { webhookEndpoints } from '../webhook-endpoints/record.ts'
import { shownTerms } from './shown-lines.ts'
import { stream, time } from './store.ts'
import { type Declared, storedMembers } from './store-members.ts'
import { withdrawnByInvoice } from './store-payments.ts'
import { PROGRESS } from './transitions-subscriptions.ts'

/** An object: the members that its latest event must agree with. */
export interface BooksRecord {
  ref: string
  /** When it was deleted; null if it was not or cannot be. */
  deleted_at: string | null
  members: Record<string, unknown>
}

/** An object whose ID, and the IDs it refers to, are still UUIDs. */
export type StoredRecord = Omit<BooksRecord, 'ref'> & { id: string }

type Records<Row> = AsyncGenerator<Row>

/** A table with the name of its resource. */
export type Stored = Declared & { name: string }

/** The rows of a table without deletes. */
export function streamRows(tx: Tx, environmentId: number, record: Stored): Records<StoredRecord> {
  return stream(
    tx,
    sql`select t.id, null as deleted_at, ${storedMembers(record, 't')} as members
        from ${raw(record.name)} t where t.environment_id = ${environmentId} order by t.id`,
  )
}

/** Subscriptions; no scheduled changes and no discounts are stored as null. */
export async function* streamSubscriptions(tx: Tx, environmentId: number): Records<StoredRecord> {
  for await (const { members, ...row } of streamRows(tx, environmentId, subscriptionRecord)) {
    const scheduled_changes = members.scheduled_changes ?? []
    const discounts = shownDiscounts(members.discounts)
    yield { ...row, members: { ...members, scheduled_changes, discounts } }
  }
}

/** Credit notes; no taxes are stored as null. */
export async function* streamCreditNotes(tx: Tx, environmentId: number): Records<StoredRecord> {
  for await (const { members, ...row } of streamRows(tx, environmentId, creditNotes)) {
    yield { ...row, members: { ...members, taxes: members.taxes ?? [] } }
  }
}

/**
 * Payments; the allocations of a payment that was never reallocated are stored as null. Those of a settled one are shown
 * without what disputes withdrew.
 */
export async function* streamPayments(tx: Tx, environmentId: number): Records<StoredRecord> {
  const rows = stream<StoredRecord & { withdrawn: Record<string, number> | null }>(
    tx,
    sql`select t.id, null as deleted_at, ${storedMembers(payments, 't')} as members,
          case when t.status = 'settled' and t.amount_reversed > 0 then (${withdrawnByInvoice(sql`t`)}) end as withdrawn
        from payments t where t.environment_id = ${environmentId} order by t.id`,
  )
  for await (const { members, withdrawn, ...row } of rows) {
    const { status, allocations, invoice_id, amount, to_balance } = members
    const isMoney = status === 'settled' || status === 'reversed'
    const paid = isMoney ? Number(amount) - Number(to_balance) : 0
    const list = allocations ?? (paid > 0 ? [{ invoice_id, amount: paid }] : [])
    const amount_reversed = status === 'reversed' ? amount : members.amount_reversed
    const shown = shownAllocations(withdrawn === null ? list : lessWithdrawn(list, withdrawn))
    yield { ...row, members: { ...members, amount_reversed, allocations: shown } }
  }
}

function lessWithdrawn(list: unknown, withdrawn: Record<string, number>): unknown {
  if (!Array.isArray(list)) return list
  return list
    .map((each: Record<string, unknown>) => ({
      ...each,
      amount: Number(each.amount) - (withdrawn[String(each.invoice_id)] ?? 0),
    }))
    .filter(({ amount }) => amount > 0)
}

/** Corrupted values are returned as they are. */
function shownAllocations(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map(({ invoice_id, amount }: Record<string, unknown>) => ({
    invoice_id: shownId('inv', invoice_id),
    amount,
  }))
}

/** Gateways; what is shown of their secrets and addresses is no column. */
export async function* streamGateways(tx: Tx, environmentId: number): Records<StoredRecord> {
  const rows = stream<StoredRecord & { computed: Record<string, unknown> }>(
    tx,
    sql`select t.id, null as deleted_at, ${storedMembers(gatewayRecord, 't')} as members,
          json_build_object('default', t.is_default, 'has_webhook_secret', t.webhook_secret is not null)
            as computed
        from gateways t where t.environment_id = ${environmentId} order by t.id`,
  )
  for await (const { computed, members, ...row } of rows) {
    const webhook_url = `/v1/gateways/${shownId('gw', row.id)}/events?environment=${environmentId}`
    yield { ...row, members: { ...members, ...computed, webhook_url } }
  }
}

/** Prices, with their terms as properties. */
export async function* streamPrices(tx: Tx, environmentId: number): Records<StoredRecord> {
  const rows = stream<StoredRecord & { terms: Record<string, unknown> }>(
    tx,
    sql`select t.id, null as deleted_at, ${storedMembers(priceRecord, 't')} as members, t.terms
        from prices t where t.environment_id = ${environmentId} order by t.id`,
  )
  for await (const { terms, members, ...row } of rows) {
    const replaces = shownId('price', members.replaces)
    yield { ...row, members: { ...members, ...shownTerms(terms), replaces } }
  }
}

/** Price migrations without their progress, which another check judges. Their prices have two names. */
export async function* streamMigrations(tx: Tx, environmentId: number): Records<StoredRecord> {
  for await (const { members, ...row } of streamRows(tx, environmentId, priceMigrations)) {
    const [from_price_id, to_price_id] = [members.from_price_id, members.to_price_id].map((id) =>
      shownId('price', id),
    )
    for (const name of PROGRESS) delete members[name]
    yield { ...row, members: { ...members, from_price_id, to_price_id } }
  }
}

/** Converts properties with ID names, such as `coupon_id` or `price_ids`, to the form the API shows. */
export function withShownIds(members: Record<string, unknown>): Record<string, unknown> {
  for (const [name, stored] of Object.entries(members)) {
    const [, noun = '', many] = /^(\w+)_id(s?)$/.exec(name) ?? []
    const prefix = Object.hasOwn(NAMED_PREFIXES, noun) ? NAMED_PREFIXES[noun] : undefined
    if (prefix) members[name] = many ? shownIds(prefix, stored) : shownId(prefix, stored)
  }
  return members
}

const NAMED_PREFIXES: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  NAMED.map(([name, { prefix }]) => [name, prefix]),
)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A UUID as the API shows it; anything else as it is stored. */
export const shownId = (prefix: string, stored: unknown): unknown =>
  typeof stored === 'string' && UUID.test(stored) ? encodeId(prefix, stored) : stored

const shownIds = (prefix: string, stored: unknown): unknown =>
  Array.isArray(stored) ? stored.map((each) => shownId(prefix, each)) : (stored ?? [])

/** The last event of a deleted object shows it as it was before. */
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

export function streamInvoiceItems(tx: Tx, environmentId: number): Records<StoredRecord> {
  return stream(
    tx,
    sql`select t.id, ${time(sql`t.deleted_at`)} as deleted_at,
          ${untilDeleted(invoiceItemRecord, 't')} as members
        from invoice_items t where t.environment_id = ${environmentId} order by t.id`,
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
    const tax_ids = shownNumbers(members.tax_ids)
    const default_payment_method_id = shownId('pm', members.default_payment_method_id)
    const discounts = shownDiscounts(members.discounts)
    yield { ...row, members: { ...members, tax_ids, discounts, default_payment_method_id } }
  }
}

/** Discounts as in events and responses: missing terms as null, UUIDs encoded, instants as text. */
function shownDiscounts(stored: unknown): unknown {
  if (!Array.isArray(stored)) return stored ?? []
  return stored.map((each) => {
    const at = new Date(each?.created_at ?? Number.NaN)
    const end = each?.ends_at === undefined ? null : new Date(each.ends_at)
    if (Number.isNaN(at.getTime()) || Number.isNaN(end?.getTime())) return each
    return {
      ...{ percent_off: null, amount_off: null, currency: null, minimum_amount: null },
      ...each,
      product_ids: shownIds('prod', each.product_ids),
      price_ids: shownIds('price', each.price_ids),
      ends_at: end?.toISOString() ?? null,
      created_at: at.toISOString(),
    }
  })
}

/** Tax numbers as in events and responses; forged values are left as stored. */
function shownNumbers(stored: unknown): unknown {
  if (!Array.isArray(stored)) return stored ?? []
  return stored.map((each) => {
    const looked = new Date(each?.checked_at ?? Number.NaN)
    return Number.isNaN(looked.getTime()) ? each : { ...each, checked_at: looked.toISOString() }
  })
}
