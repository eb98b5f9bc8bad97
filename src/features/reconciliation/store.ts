// SQL of comparisons with gateways: when each is due, and how far it is. They are outside of the write path: all that
// they find can be found again.

import { type Db, execute, query, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import type { Due } from '../../platform/sweeps/due.ts'

/** What a comparison does, in this order. */
export const PHASES = [
  'clearing',
  'listing',
  'searching',
  'reopening',
  'checking',
  'cleaning',
] as const
type Phase = (typeof PHASES)[number]

/** The simulated gateway, which has no row, where gateways have their ID. */
export const SIMULATED = '00000000-0000-0000-0000-000000000000'

export interface RunKey {
  environment_id: number
  /** Of the gateway. */
  id: string
}

/** Null for the simulated gateway, as payments have it. */
export const gatewayOf = (id: string): string | null => (id === SIMULATED ? null : id)

/** The comparison of one gateway. Times are business time, except `since`, which is real. */
export interface Run extends RunKey {
  due_at: number
  step: number
  phase: Phase | null
  cursor: string | null
  since: number | null
  next_since: number | null
  started_at: number | null
  compared_so_far: number
  applied_so_far: number
  completed_at: number | null
  compared_until: number | null
  compared: number
  applied: number
  error: string | null
}

const COLUMNS = raw(
  `r.environment_id, r.id, r.due_at, r.step, r.phase, r.cursor, r.since, r.next_since, r.started_at, r.compared_so_far,
   r.applied_so_far, r.completed_at, r.compared_until, r.compared, r.applied, r.error`,
)

const firstAttempt = (whose: Sql) => sql`(
  select y.created_at + interval '1 day' from payments y
  where y.environment_id = k.environment_id and y.method = 'gateway' and ${whose} order by y.id limit 1)`

/** Gateways that are to be compared: for the first time a day after their first payment. */
export const toCompare: Due = {
  table: sql`(
    select k.environment_id, k.id, coalesce(r.due_at, ${firstAttempt(sql`y.gateway_id = k.id`)}) as due_at
    from gateways k left join reconciliations r on r.environment_id = k.environment_id and r.id = k.id
    union all
    select k.environment_id, ${SIMULATED}::uuid,
           coalesce(r.due_at, ${firstAttempt(sql`y.gateway_id is null`)})
    from environment_counters k
    left join reconciliations r on r.environment_id = k.environment_id and r.id = ${SIMULATED}::uuid)`,
  at: sql`t.due_at`,
  where: sql`t.due_at is not null`,
}

/** How long a process has for a step before another one can take it over. */
const LEASE_MS = 300_000

/** Leases the next step if it is due; undefined if another process has it. */
export async function leaseStep(
  db: Db,
  { environment_id, id }: RunKey,
  wallMs: number,
): Promise<(Run & { now: number }) | undefined> {
  const rows = await query<Run & Record<string, unknown>>(
    db,
    sql`insert into reconciliations as r (environment_id, id, due_at, step)
        select c.environment_id, ${id}::uuid,
               ${new Date(wallMs + LEASE_MS)}::timestamptz + c.clock_ahead_ms * interval '1 millisecond', 1
        from environment_counters c where c.environment_id = ${environment_id} and not c.resetting
        on conflict (environment_id, id) do update set due_at = excluded.due_at, step = r.step + 1
          where r.environment_id = excluded.environment_id
            and r.due_at <= excluded.due_at - ${LEASE_MS}::int * interval '1 millisecond'
        returning ${COLUMNS}`,
  )
  return rows[0] && { ...rows[0], now: rows[0].due_at - LEASE_MS }
}

const at = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** Records a step. False if another process has taken it over, or the environment was reset. */
export async function saveRun(tx: Tx, run: Run): Promise<boolean> {
  const saved = await execute(
    tx,
    sql`update reconciliations
        set due_at = ${at(run.due_at)}::timestamptz, phase = ${run.phase}, cursor = ${run.cursor},
            since = ${at(run.since)}::timestamptz, next_since = ${at(run.next_since)}::timestamptz,
            started_at = ${at(run.started_at)}::timestamptz, compared_so_far = ${run.compared_so_far},
            applied_so_far = ${run.applied_so_far}, completed_at = ${at(run.completed_at)}::timestamptz,
            compared_until = ${at(run.compared_until)}::timestamptz, compared = ${run.compared},
            applied = ${run.applied}, error = ${run.error}
        where environment_id = ${run.environment_id} and id = ${run.id}::uuid and step = ${run.step}`,
  )
  return saved > 0
}

export interface Request {
  environment_id: number
  /** False for live environments, which have no simulated gateway. */
  isTest: boolean
  /** Whether all payments are compared, also old ones. */
  full: boolean
  requested_at: number
}

/**
 * Makes the comparisons of all gateways due. One that runs goes on; for a full one, it begins again unless it is full.
 * Nothing changes if one has begun since the request, so a repeated request begins nothing.
 */
export const requestRuns = (db: Db, { environment_id, isTest, full, requested_at }: Request) =>
  execute(
    db,
    sql`insert into reconciliations as r (environment_id, id, due_at, step)
        select w.environment_id, w.id, ${new Date(requested_at)}::timestamptz, 0
        from (select g.environment_id, g.id from gateways g where g.environment_id = ${environment_id}
              union all
              select c.environment_id, ${SIMULATED}::uuid from environment_counters c
              where c.environment_id = ${environment_id} and ${isTest}::boolean) w
        on conflict (environment_id, id) do update
          set due_at = excluded.due_at, step = r.step + 1,
              phase = case when ${full}::boolean then null else r.phase end,
              since = case when ${full}::boolean then null else r.since end
          where r.environment_id = excluded.environment_id
            and (r.started_at is null or r.started_at < excluded.due_at)
            and (r.phase is null or r.error is not null or (${full}::boolean and r.since is not null))`,
  )

/** The comparisons of an environment that have begun or were requested. */
export const findRuns = (db: Db, environment_id: number): Promise<Run[]> =>
  query<Run & Record<string, unknown>>(
    db,
    sql`select ${COLUMNS} from reconciliations r where r.environment_id = ${environment_id} order by r.id`,
  )

/** The gateways of an environment, oldest first. */
export async function findGateways(db: Db, environment_id: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select g.id from gateways g where g.environment_id = ${environment_id} order by g.created_at, g.id`,
  )
  return rows.map(({ id }) => id)
}
