// SQL of the simulated gateway: what it knows of payments. It is a system of its own, outside of the write path.

import type { Pool } from 'pg'
import type { DISPUTE_ENDS } from '../../domain/dispute.ts'
import { transaction } from '../../platform/db/pool.ts'
import { type Db, execute, query, type Sql, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import type { Due } from '../../platform/sweeps/due.ts'
import type { BeginPayment, BeginSetup, PaymentKey } from '../gateway.ts'
import type { Behavior, Decline, Scripted } from './cards.ts'
import { takeScripted } from './store-scripts.ts'

export const SIMULATED_STATUSES = [
  'open',
  'authenticating',
  'processing',
  'settled',
  'declined',
  'canceled',
] as const
export type SimulatedStatus = (typeof SIMULATED_STATUSES)[number]

export interface SimulatedPayment extends PaymentKey {
  /** Null if a method is saved without a payment. */
  amount: number | null
  currency: string | null
  /** The customer for whom it is then saved. */
  customer_id: number | null
  description: string
  return_path: string
  status: SimulatedStatus
  decline_code: Decline | null
  is_silent: boolean
  last4: string | null
  /** True if the customer wants to pay with it again. */
  saves: boolean
  /** The year of the environment's clock. */
  year: number
  /** When a debit ends, in business time. */
  ends_at: number | null
  /** True if a debit has ended by now. */
  has_ended: boolean
  /** True if a debit that had ended was returned by now. */
  has_bounced: boolean
  /** When the customer contests it, in business time. */
  disputed_at: number | null
  /** True if the customer contests it by now. */
  is_disputed: boolean
  /** How the dispute ended; null while it is open. */
  dispute_status: (typeof DISPUTE_ENDS)[number] | null
}

/** The time of the clock of the environment of a row `p`. */
export const businessNow = (wallMs: number) => sql`
  (select ${new Date(wallMs)}::timestamptz + c.clock_ahead_ms * interval '1 millisecond'
   from environment_counters c where c.environment_id = p.environment_id)`

const columns = (wallMs: number): Sql => sql`
  p.environment_id, p.id, p.amount, p.currency, p.customer_id, p.description, p.return_path, p.status, p.decline_code,
  p.is_silent, p.last4, p.saves, extract(year from ${businessNow(wallMs)})::int as year, p.ends_at,
  coalesce(p.ends_at <= ${businessNow(wallMs)}, false) as has_ended,
  coalesce(p.bounces_at <= ${businessNow(wallMs)}, false) as has_bounced, p.disputed_at, p.dispute_status,
  coalesce(p.disputed_at <= ${businessNow(wallMs)}, false) as is_disputed`

type Opened = Pick<
  BeginPayment,
  keyof PaymentKey | 'amount' | 'currency' | 'description' | 'return_path'
>

/** Opens a payment, unless it was opened before. */
export async function openSimulated(db: Db, payment: Opened, wallMs: number): Promise<void> {
  const { environment_id, id, amount, currency, description, return_path } = payment
  await query(
    db,
    sql`insert into simulated_payments
          (environment_id, id, amount, currency, description, return_path, status, created_at)
        select p.environment_id, ${id}::uuid, ${amount}::bigint, ${currency}::text, ${description}::text,
               ${return_path}::text, 'open', ${businessNow(wallMs)}
        from environment_counters p where p.environment_id = ${environment_id}
        on conflict (environment_id, id) do nothing`,
  )
}

/** Opens the saving of a method, unless it was opened before. */
export async function openSetup(
  db: Db,
  { environment_id, id, customer_id, return_url }: BeginSetup,
  wallMs: number,
): Promise<void> {
  await query(
    db,
    sql`insert into simulated_payments
          (environment_id, id, customer_id, description, return_path, status, saves, created_at)
        values (${environment_id}, ${id}, ${customer_id}, '', ${return_url}, 'open', true,
                ${new Date(wallMs)})
        on conflict (environment_id, id) do nothing`,
  )
}

export async function findSimulated(
  db: Db,
  { environment_id, id }: PaymentKey,
  wallMs: number,
): Promise<SimulatedPayment | undefined> {
  const rows = await query<SimulatedPayment & Record<string, unknown>>(
    db,
    sql`select ${columns(wallMs)} from simulated_payments p
        where p.environment_id = ${environment_id} and p.id = ${id}::uuid`,
  )
  return rows[0]
}

/** Reads a payment that no other transaction changes until this one ends. */
export async function lockSimulated(
  tx: Tx,
  { environment_id, id }: PaymentKey,
  wallMs: number,
): Promise<SimulatedPayment | undefined> {
  const rows = await query<SimulatedPayment & Record<string, unknown>>(
    tx,
    sql`select ${columns(wallMs)} from simulated_payments p
        where p.environment_id = ${environment_id} and p.id = ${id}::uuid
        for update`,
  )
  return rows[0]
}

/** The payments after one, by their IDs. */
export const listSimulated = (
  db: Db,
  { environment_id, id }: PaymentKey,
  most: number,
  wallMs: number,
): Promise<SimulatedPayment[]> =>
  query<SimulatedPayment & Record<string, unknown>>(
    db,
    sql`select ${columns(wallMs)} from simulated_payments p
        where p.environment_id = ${environment_id} and p.id > ${id}::uuid and p.amount is not null
        order by p.id limit ${most}`,
  )

export interface SimulatedChange {
  status: SimulatedStatus
  decline_code?: Decline | undefined
  is_silent?: boolean
  last4?: string
  saves?: boolean
  /** Days until a debit ends. */
  days?: number
  /** Days until it is returned, which is then reported. */
  bounceDays?: number
  /** Days until it is disputed, which is then reported. */
  disputeDays?: number
}

/** Changes a payment that is in one of these states; undefined if it is in another, or missing. */
export async function changeSimulated(
  db: Db,
  { environment_id, id }: PaymentKey,
  from: readonly SimulatedStatus[],
  { status, decline_code, is_silent, last4, saves, days, bounceDays, disputeDays }: SimulatedChange,
  wallMs: number,
): Promise<SimulatedPayment | undefined> {
  const inDays = (count: number | undefined) =>
    sql`${businessNow(wallMs)} + ${count ?? null}::int * interval '1 day'`
  const rows = await query<SimulatedPayment & Record<string, unknown>>(
    db,
    sql`update simulated_payments p
        set status = ${status}, decline_code = coalesce(${decline_code ?? null}::text, p.decline_code),
            is_silent = coalesce(${is_silent ?? null}::boolean, p.is_silent),
            saves = coalesce(${saves ?? null}::boolean, p.saves),
            last4 = coalesce(${last4 ?? null}::text, p.last4),
            ends_at = coalesce(${inDays(days)}, p.ends_at),
            bounces_at = coalesce(${inDays(bounceDays)}, p.bounces_at),
            disputed_at = coalesce(${inDays(disputeDays)}, p.disputed_at),
            report_at = coalesce(${inDays(bounceDays ?? disputeDays)}, p.report_at)
        where p.environment_id = ${environment_id} and p.id = ${id}::uuid
          and p.status = any(${[...from]}::text[])
        returning ${columns(wallMs)}`,
  )
  return rows[0]
}

/** Ends a dispute, unless it has ended. */
export const endDispute = (
  db: Db,
  { environment_id, id }: PaymentKey,
  status: (typeof DISPUTE_ENDS)[number],
) =>
  execute(
    db,
    sql`update simulated_payments set dispute_status = coalesce(dispute_status, ${status})
        where environment_id = ${environment_id} and id = ${id}::uuid and disputed_at is not null`,
  )

/** A charge of a saved method. */
interface Charged extends PaymentKey {
  payment_method_id: string
}

/** What a charge does, by the next outcome of the script of its method, if there is one. */
type Decide = (scripted: Scripted | undefined) => { behavior: Behavior; change: SimulatedChange }

/** Charges a payment once; undefined if it was charged before. A charge uses up an outcome of the script. */
export const chargeSimulated = (
  pool: Pool,
  { payment_method_id, ...key }: Charged,
  wallMs: number,
  decide: Decide,
): Promise<Behavior | undefined> =>
  transaction(pool, async (tx) => {
    // Locked, so that two processes that charge at once use up one outcome.
    const open = await query(
      tx,
      sql`select p.id from simulated_payments p
          where p.environment_id = ${key.environment_id} and p.id = ${key.id}::uuid and p.status = 'open'
          for update`,
    )
    if (open.length === 0) return undefined
    const method = { environment_id: key.environment_id, id: payment_method_id }
    const { behavior, change } = decide(await takeScripted(tx, method))
    await changeSimulated(tx, key, ['open'], change, wallMs)
    return behavior
  })

/** Has a bounce reported this much later; null: it was reported. */
export const putOffReport = (db: Db, { environment_id, id }: PaymentKey, days: number | null) =>
  execute(
    db,
    sql`update simulated_payments set report_at = report_at + ${days}::int * interval '1 day'
        where environment_id = ${environment_id} and id = ${id}::uuid`,
  )

/** Payments of which the merchant is notified later. */
export const toReport: Due = {
  table: sql`simulated_payments`,
  at: sql`t.report_at`,
  where: sql`t.report_at is not null`,
}
