// All SQL of demo accounts: which there are, and how one is erased bit by bit.

import { type Db, execute, plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'

/** Being filled, there to be looked at, being erased. */
export const DEMO_STATES = ['making', 'ready', 'dropping'] as const
export type DemoState = (typeof DEMO_STATES)[number]

export interface Demo {
  account_id: number
  name: string
  state: DemoState
  /** The rows of its counters, near enough to tell how much there is to see, or to erase. */
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

/** Makes a new account a demo, whose test environment lives so far ahead of the wall, or behind it. */
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

/** False unless it was being made. */
export async function finishDemo(db: Db, accountId: number): Promise<boolean> {
  const changed = await execute(
    db,
    sql`update accounts set demo = 'ready' where id = ${accountId} and demo = 'making'`,
  )
  return changed === 1
}

/** Locks an account and answers whether it is a demo in this state: one that erases, at a time. */
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
 * Closes the environments of a demo for good: its keys end, nobody belongs to it, its clock stops
 * wherever it is, and nothing is written to it any more. Answers when the last of those who could
 * reach it lost their way in, by the wall.
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
  // The counter rows last, as every write takes them.
  await execute(
    tx,
    sql`update environment_counters c set resetting = true
        where c.environment_id = any(${ids}::int[])`,
  )
  return Math.max(people > 0 ? wallMs : 0, ...keys.map(({ revoked_at }) => revoked_at))
}

/** Deletes rows of a tenant's table, at most so many; answers how many. */
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

/** Deletes what belongs to an account in a table all accounts share, by the column that says so. */
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

/** A table all accounts share, and the column that says whose a row is. */
export interface OwnedTable {
  table: string
  column: 'environment_id' | 'account_id' | 'id'
}
