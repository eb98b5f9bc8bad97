// Rows of a batch as a table in its statements, in two variants: for rows of several environments, and for rows of
// one, whose constant then applies to every table that is joined to them (docs/decisions/0002).

import { invariant } from '../../invariant.ts'
import { type Db, execute, join, plain, raw, type Sql, type Statement, sql, unseen } from './sql.ts'
import type { RowKey } from './table.ts'

type Of = Pick<RowKey, 'environment_id'>

/** Columns in addition to the environment of each row: one array each, in this order. */
export type Given = Record<string, Sql>

/** Returns the environment of all these rows; undefined if there are several, or none. */
export function onlyEnvironment(rows: readonly Of[]): number | undefined {
  const id = rows[0]?.environment_id
  // A link can belong to the installation instead of an environment.
  return rows.every(({ environment_id }) => environment_id === id) ? (id ?? undefined) : undefined
}

/** Rows as a table `alias (environment_id, …)`; others are joined to it by `environment_id`. */
export const given = (alias: string, rows: readonly Of[], columns: Given): Sql =>
  tableOf(alias, rows, columns, ofOne)

/**
 * Rows as a table `alias (environment_id, …)` to insert from. Rows of a single environment come through its
 * counter row, so that in a distributed database they are created on the node of that row.
 */
export const toInsert = (alias: string, rows: readonly Of[], columns: Given): Sql =>
  tableOf(alias, rows, columns, throughCounters)

function tableOf(alias: string, rows: readonly Of[], columns: Given, one: typeof ofOne): Sql {
  const names = Object.keys(columns)
  const arrays = Object.values(columns)
  const id = onlyEnvironment(rows)
  if (id !== undefined) return one(alias, sql`${id}`, names, arrays)
  const ids = unseen(plain(rows.map((row) => row.environment_id)), 'int[]')
  return ofSeveral(alias, ids, names, arrays)
}

/** The variant for several environments: their array is one more column. */
export const ofSeveral = (
  alias: string,
  ids: Sql,
  names: readonly string[],
  arrays: readonly Sql[],
): Sql =>
  sql`unnest(${join([ids, ...arrays])}) as ${raw(`${alias} (${['environment_id', ...names].join(', ')})`)}`

/** The variant for one environment: the planner substitutes the constant wherever the column is named. */
export const ofOne = (
  alias: string,
  id: Sql,
  names: readonly string[],
  arrays: readonly Sql[],
): Sql =>
  arrays.length === 0
    ? sql`(select ${id}::int as environment_id) as ${raw(alias)}`
    : sql`(select ${id}::int as environment_id, each.*
           from unnest(${join(arrays)}) as each (${raw(names.join(', '))})) as ${raw(alias)}`

/** The variant for one environment, to insert from. */
export const throughCounters = (
  alias: string,
  id: Sql,
  names: readonly string[],
  arrays: readonly Sql[],
): Sql =>
  sql`(select c.environment_id, each.*
       from environment_counters c cross join unnest(${join(arrays)}) as each (${raw(names.join(', '))})
       where c.environment_id = ${id}) as ${raw(alias)}`

/** The condition after a column `environment_id` that must be one of these. */
export const inEnvironments = (ids: readonly number[]): Sql =>
  ids.length === 1 ? sql`= ${ids[0]}` : sql`= any(${unseen(plain(ids), 'int[]')})`

/** Inserts rows. Throws if fewer were written, as happens when their environment has no counter row. */
export async function insertAll(
  db: Db,
  table: string,
  rows: readonly unknown[],
  statement: Statement,
): Promise<void> {
  const written = await execute(db, statement)
  invariant(written === rows.length, `Of ${rows.length} rows of ${table}, ${written} were written.`)
}
