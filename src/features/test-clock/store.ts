// All SQL of test clocks: their rows, and the leases of the processes that drive them.

import type { TestClock } from '../../domain/test-clock.ts'
import { invariant } from '../../invariant.ts'
import { type Given, given, inEnvironments } from '../../platform/db/given.ts'
import { locking } from '../../platform/db/keyed.ts'
import { type Db, execute, instants, plain, query, sql } from '../../platform/db/sql.ts'
import type { Table } from '../../platform/db/table.ts'

/** The ID of every clock, since an environment has only one. */
export const CLOCK_ID = 1

export interface ClockRow extends TestClock {
  environment_id: number
  id: typeof CLOCK_ID
  lease_token: string | null
  lease_until: number | null
  /** Set if the clock is moved: its new offset from wall time. */
  clock_ahead_ms?: number
}

const columns = sql`t.environment_id, 1 as id, t.status, t.from_at, t.target_at, t.events_after,
  t.started_at, t.finished_at, t.requested_by, t.rows_expected, t.rows_erased, t.lease_token,
  t.lease_until`

const values = (rows: ClockRow[]): Given => ({
  status: sql`${rows.map((row) => row.status)}::text[]`,
  from_at: sql`${instants(rows.map((row) => row.from_at))}::timestamptz[]`,
  target_at: sql`${instants(rows.map((row) => row.target_at))}::timestamptz[]`,
  events_after: sql`${plain(rows.map((row) => row.events_after))}::bigint[]`,
  started_at: sql`${instants(rows.map((row) => row.started_at))}::timestamptz[]`,
  finished_at: sql`${instants(rows.map((row) => row.finished_at))}::timestamptz[]`,
  requested_by: sql`${rows.map((row) => row.requested_by)}::text[]`,
  rows_expected: sql`${plain(rows.map((row) => row.rows_expected))}::bigint[]`,
  rows_erased: sql`${plain(rows.map((row) => row.rows_erased))}::bigint[]`,
  lease_token: sql`${plain(rows.map((row) => row.lease_token))}::uuid[]`,
  lease_until: sql`${instants(rows.map((row) => row.lease_until))}::timestamptz[]`,
})

const idsOf = (rows: readonly Pick<ClockRow, 'environment_id'>[]) =>
  rows.map((row) => row.environment_id)

export const testClocks: Table<ClockRow> = {
  name: 'test_clocks',

  lock(tx, keys, how) {
    return query<ClockRow & Record<string, unknown>>(
      tx,
      sql`select ${columns} from test_clocks t
          where t.environment_id ${inEnvironments(idsOf(keys))}
          order by t.environment_id${locking('t', how)}`,
    )
  },

  insert: async () => invariant(false, 'A clock is created with its environment.'),

  async update(tx, rows) {
    const moved = rows.filter((row) => row.clock_ahead_ms !== undefined)
    const closed = rows.filter((row) => row.status === 'resetting')
    // Sent together. The counter rows are already locked, as in every write.
    await Promise.all([
      update(tx, rows),
      ...(moved.length > 0 ? [move(tx, moved)] : []),
      ...(closed.length > 0 ? [close(tx, closed)] : []),
    ])
  },
}

async function update(tx: Db, rows: ClockRow[]): Promise<void> {
  await execute(
    tx,
    sql`update test_clocks t set
          status = v.status, from_at = v.from_at, target_at = v.target_at,
          events_after = v.events_after, started_at = v.started_at, finished_at = v.finished_at,
          requested_by = v.requested_by, rows_expected = v.rows_expected,
          rows_erased = v.rows_erased, lease_token = v.lease_token, lease_until = v.lease_until
        from ${given('v', rows, values(rows))}
        where t.environment_id = v.environment_id`,
  )
}

async function move(tx: Db, rows: ClockRow[]): Promise<void> {
  await execute(
    tx,
    sql`update environment_counters c set clock_ahead_ms = v.clock_ahead_ms
        from ${given('v', rows, {
          clock_ahead_ms: sql`${plain(rows.map((row) => row.clock_ahead_ms ?? 0))}::bigint[]`,
        })}
        where c.environment_id = v.environment_id`,
  )
}

async function close(tx: Db, rows: ClockRow[]): Promise<void> {
  await execute(
    tx,
    sql`update environment_counters c set resetting = true
        where c.environment_id ${inEnvironments(idsOf(rows))}`,
  )
}

export interface ClockState extends ClockRow {
  clock_ahead_ms: number
}

/** A clock and its offset from wall time; undefined for a live environment. */
export async function findClock(db: Db, environmentId: number): Promise<ClockState | undefined> {
  const rows = await query<ClockState & Record<string, unknown>>(
    db,
    sql`select ${columns}, c.clock_ahead_ms from test_clocks t
        join environment_counters c on c.environment_id = t.environment_id
        where t.environment_id = ${environmentId}`,
  )
  return rows[0]
}

/** Environments with a running clock that no process drives. */
export async function findIdleClocks(db: Db, wallMs: number): Promise<number[]> {
  const rows = await query<{ environment_id: number }>(
    db,
    sql`select t.environment_id from test_clocks t
        where t.status <> 'ready'
          and (t.lease_until is null or t.lease_until <= ${new Date(wallMs)})
        order by t.environment_id limit 1000`,
  )
  return rows.map(({ environment_id }) => environment_id)
}

export interface Lease {
  token: string
  wallMs: number
  untilMs: number
}

/** Leases a running clock, unless another process has the lease; returns its state. */
export async function leaseClock(
  db: Db,
  environmentId: number,
  { token, wallMs, untilMs }: Lease,
): Promise<ClockState | undefined> {
  const rows = await query<ClockState & Record<string, unknown>>(
    db,
    sql`update test_clocks t set lease_token = ${token}, lease_until = ${new Date(untilMs)}
        from environment_counters c
        where t.environment_id = ${environmentId} and c.environment_id = ${environmentId}
          and t.status <> 'ready'
          and (t.lease_until is null or t.lease_until <= ${new Date(wallMs)})
        returning ${columns}, c.clock_ahead_ms`,
  )
  return rows[0]
}

/** Extends a lease; returns false if it is lost. */
export async function renewLease(
  db: Db,
  environmentId: number,
  { token, untilMs }: Pick<Lease, 'token' | 'untilMs'>,
): Promise<boolean> {
  const kept = await execute(
    db,
    sql`update test_clocks t set lease_until = ${new Date(untilMs)}
        where t.environment_id = ${environmentId} and t.lease_token = ${token}`,
  )
  return kept === 1
}

/** Releases a lease, so that the next process can continue at once. */
export async function releaseLease(db: Db, environmentId: number, token: string): Promise<void> {
  await execute(
    db,
    sql`update test_clocks t set lease_token = null, lease_until = null
        where t.environment_id = ${environmentId} and t.lease_token = ${token}`,
  )
}
