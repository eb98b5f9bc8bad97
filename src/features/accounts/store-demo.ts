// All SQL of demo accounts: listing them and erasing them in steps.

import { type Db, execute, plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'

/** Being filled, ready to use, being erased. */
export const DEMO_STATES = ['making', 'ready', 'dropping'] as const
export type DemoState = (typeof DEMO_STATES)[number]

export interface Demo {
  account_id: number
  name: string
  state: DemoState
  /** Row counts from its counters, precise enough to show the size of the demo. */
  customers: number
  invoices: number
}

export function listDemos(db: Db): Promise<Demo[]> {
  return query<Demo & Record<string, unknown>>(
    db,
    sql`select a.id as account_id, a.name, a.demo as state,
               coalesce(c.customers_count, 0) as customers,
               coalesce(c.invoices_count, 0) as invoices
        from accounts a
        left join environments e on e.account_id = a.id and e.mode = 'test'
        left join environment_counters c on c.environment_id = e.id
        where a.demo is not null order by a.id`,
  )
}

/** Turns a new account into a demo, whose test clock is offset from wall time. */
export async function markDemo(
  tx: Tx,
  accountId: number,
  { environmentId, aheadMs }: { environmentId: number; aheadMs: number },
): Promise<void> {
  await execute(tx, sql`update accounts set demo = 'making' where id = ${accountId}`)
  await execute(
    tx,
    sql`update environment_counters c set clock_ahead_ms = ${aheadMs}
        where c.environment_id = ${environmentId}`,
  )
}

/** Marks a demo as ready; returns false unless it was being made. */
export async function finishDemo(db: Db, accountId: number): Promise<boolean> {
  const changed = await execute(
    db,
    sql`update accounts set demo = 'ready' where id = ${accountId} and demo = 'making'`,
  )
  return changed === 1
}

/** Locks an account and returns its demo state. The lock lets only one process erase it at a time. */
export async function lockDemo(tx: Tx, accountId: number): Promise<DemoState | undefined> {
  const rows = await query<{ demo: DemoState | null }>(
    tx,
    sql`select demo from accounts where id = ${accountId} for update`,
  )
  return rows[0]?.demo ?? undefined
}

export async function findEnvironmentIds(db: Db, accountId: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    sql`select id from environments where account_id = ${accountId} order by id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Closes the environments of a demo for good: revokes its keys, removes its members, stops its clock and blocks all
 * writes. Returns the wall time at which the last key or member lost access.
 */
export async function closeDemo(
  tx: Tx,
  accountId: number,
  environmentIds: number[],
  wallMs: number,
): Promise<number> {
  const ids = plain(environmentIds)
  await execute(tx, sql`update accounts set demo = 'dropping' where id = ${accountId}`)
  const keys = await query<{ revoked_at: number }>(
    tx,
    sql`update api_keys set revoked_at = coalesce(revoked_at, ${new Date(wallMs)})
        where environment_id = any(${ids}::int[]) returning revoked_at`,
  )
  const people = await execute(
    tx,
    sql`update members set removed_at = ${new Date(wallMs)}
        where environment_id = any(${ids}::int[]) and removed_at is null`,
  )
  await execute(
    tx,
    sql`update test_clocks t set status = 'ready', lease_token = null, lease_until = null
        where t.environment_id = any(${ids}::int[])`,
  )
  // Counter rows come last, as in every write.
  await execute(
    tx,
    sql`update environment_counters c set resetting = true
        where c.environment_id = any(${ids}::int[])`,
  )
  return Math.max(people > 0 ? wallMs : 0, ...keys.map(({ revoked_at }) => revoked_at))
}

/** Deletes at most this many rows of a tenant table; returns how many. */
export function eraseTenantRows(
  tx: Tx,
  table: string,
  environmentId: number,
  most: number,
): Promise<number> {
  return execute(
    tx,
    sql`delete from ${raw(table)}
        where environment_id = ${environmentId} and ctid = any(array(
          select ctid from ${raw(table)} where environment_id = ${environmentId} limit ${most}))`,
  )
}

/** Deletes the rows of an account from a table shared by all accounts. */
export function eraseOwnedRows(
  tx: Tx,
  { table, column }: OwnedTable,
  accountId: number,
  environmentIds: number[],
): Promise<number> {
  const owners = column === 'environment_id' ? environmentIds : [accountId]
  return execute(
    tx,
    sql`delete from ${raw(table)} where ${raw(column)} = any(${plain(owners)}::int[])`,
  )
}

/** A table shared by all accounts, and its column that names the owner of a row. */
export interface OwnedTable {
  table: string
  column: 'environment_id' | 'account_id' | 'id'
}
