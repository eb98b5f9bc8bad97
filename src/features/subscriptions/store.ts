// SQL of subscriptions beyond the standard statements: unique external IDs, and what is due.

import { given } from '../../platform/db/given.ts'
import { wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { RowKey, Table, Tx } from '../../platform/db/table.ts'
import type { Unique } from '../../platform/db/unique.ts'
import type { Stretch } from '../../platform/sweeps/due.ts'
import { type SubscriptionRow, subscriptionRecord } from './record.ts'

export interface Subscription extends SubscriptionRow {
  /** The row when it was locked, which has the previous external ID. */
  was?: Pick<SubscriptionRow, 'external_id'>
}

const withFormer = (row: SubscriptionRow): Subscription => ({ ...row, was: row })

export const subscriptions: Table<Subscription> = {
  ...subscriptionRecord,

  async lock(tx, keys, how) {
    return (await subscriptionRecord.lock(tx, keys, how)).map(withFormer)
  },

  async findBy(tx, column, keys) {
    return (await subscriptionRecord.findBy(tx, column, keys)).map(withFormer)
  },

  release(tx, rows) {
    const freed = rows.filter(
      ({ was, external_id }) => was?.external_id && was.external_id !== external_id,
    )
    return freed.length > 0 ? [freeExternalIds(tx, freed)] : []
  },
}

function freeExternalIds(tx: Tx, rows: RowKey[]): Promise<number> {
  return execute(
    tx,
    sql`update subscriptions s set external_id = null from ${wanted(rows, 'uuid')}
        where s.environment_id = wanted.environment_id and s.id = wanted.id`,
  )
}

/** An external ID is unique in its environment, also among canceled subscriptions. */
export const externalIds: Unique = {
  name: 'subscription_external_id',
  find: (db, values) =>
    query(
      db,
      sql`select s.environment_id, s.external_id as value, s.id from subscriptions s
          join ${given('asked', values, { value: sql`${values.map((each) => each.value)}::text[]` })}
            on s.environment_id = asked.environment_id and s.external_id = asked.value`,
    ),
}

/** Environments in which a subscription is due, each by its own clock. */
export async function findDueEnvironments(db: Db, wallMs: number): Promise<number[]> {
  const rows = await query<{ environment_id: number }>(
    db,
    sql`select c.environment_id from environment_counters c
        where not c.resetting and exists (
          select 1 from subscriptions s
          where s.environment_id = c.environment_id and s.run_at is not null
            and s.run_at <= ${new Date(wallMs)}::timestamptz
              + c.clock_ahead_ms * interval '1 millisecond')
        order by c.environment_id`,
  )
  return rows.map(({ environment_id }) => environment_id)
}

/** The longest-due subscriptions of an environment, and for how long they have waited. */
export function findDue(
  db: Db,
  environmentId: number,
  wallMs: number,
  most: number,
): Promise<{ id: string; due_at: number; late_ms: number }[]> {
  const now = sql`${new Date(wallMs)}::timestamptz + c.clock_ahead_ms * interval '1 millisecond'`
  return query(
    db,
    sql`select s.id, s.due_at, (extract(epoch from ${now} - s.run_at) * 1000)::bigint as late_ms
        from subscriptions s
        join environment_counters c on c.environment_id = s.environment_id
        where s.environment_id = ${environmentId} and c.environment_id = ${environmentId}
          and s.run_at is not null and s.run_at <= ${now}
        order by s.run_at, s.id limit ${most}`,
  )
}

/** When the next subscription falls due within a period of an environment's time. */
export async function findNextDue(
  db: Db,
  environmentId: number,
  { after, until }: Stretch,
): Promise<number | undefined> {
  const rows = await query<{ at: number }>(
    db,
    sql`select s.run_at as at from subscriptions s
        where s.environment_id = ${environmentId} and s.run_at is not null
          and s.run_at > ${new Date(after)} and s.run_at <= ${new Date(until)}
        order by s.run_at limit 1`,
  )
  return rows[0]?.at
}
