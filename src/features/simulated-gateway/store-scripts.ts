// SQL of scripts of the simulated gateway: what the next charges of saved methods do.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import type { Scripted } from './cards.ts'

export interface Script {
  environment_id: number
  /** Of the script, so that a repeated request does not begin it again. */
  id: string
  payment_method_id: string
  outcomes: readonly Scripted[]
}

/** Replaces the script of a method, unless it was set by the same request before. */
export const setScript = (db: Db, { environment_id, id, payment_method_id, outcomes }: Script) =>
  execute(
    db,
    sql`insert into simulated_scripts (environment_id, payment_method_id, id, outcomes)
        values (${environment_id}, ${payment_method_id}::uuid, ${id}::uuid, ${[...outcomes]}::text[])
        on conflict (environment_id, payment_method_id) do update
          set id = excluded.id, outcomes = excluded.outcomes
          where simulated_scripts.id <> excluded.id`,
  )

/** Takes the next outcome off the script of a method; undefined without one. */
export async function takeScripted(
  db: Db,
  { environment_id, id }: RowKey,
): Promise<Scripted | undefined> {
  const rows = await query<{ next: Scripted }>(
    db,
    sql`with before as (
          select s.outcomes from simulated_scripts s
          where s.environment_id = ${environment_id} and s.payment_method_id = ${id}::uuid
            and cardinality(s.outcomes) > 0
          for update)
        update simulated_scripts s set outcomes = before.outcomes[2:]
        from before
        where s.environment_id = ${environment_id} and s.payment_method_id = ${id}::uuid
        returning before.outcomes[1] as next`,
  )
  return rows[0]?.next
}
