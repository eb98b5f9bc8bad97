// SQL written as SQL: one tagged template, and a named prepared statement for every text.

import { hash } from 'node:crypto'
import type { ClientBase, Pool, QueryResult, QueryResultRow } from 'pg'
import sqlTag, { empty, join, raw, type Sql } from 'sql-template-tag'

export const sql = sqlTag
export { empty, join, raw, type Sql }

/** Anything that runs a statement: the pool for a single read, a client inside a transaction. */
export type Db = Pool | ClientBase

// Texts are static templates built from a bounded set of parts, so this map stays small.
const names = new Map<string, string>()

/**
 * Returns the same name in every process and version, and a different one for every text: behind a pooler, sessions
 * of several processes can share a server connection, where a name that stood for another text would run that one.
 */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = hash('sha256', text, 'base64url').slice(0, 22)
    names.set(text, name)
  }
  return name
}

/** A statement with its values, made by `sql` or by a declared table. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** Runs a named prepared statement and returns its rows. */
export async function query<Row extends QueryResultRow>(
  db: Db,
  statement: Statement,
): Promise<Row[]> {
  return (await run<Row>(db, statement)).rows
}

/**
 * Runs a statement planned for its actual values: for cases in which one plan cannot suit all of them, such as
 * filters that match almost everything or almost nothing.
 */
export async function queryPlanned<Row extends QueryResultRow>(
  db: Db,
  statement: Sql,
): Promise<Row[]> {
  return (await (db as Pool).query<Row>(statement.text, statement.values)).rows
}

/** Runs a statement and returns the number of affected rows. */
export async function execute(db: Db, statement: Statement): Promise<number> {
  return (await run(db, statement)).rowCount ?? 0
}

/** Like `query`, with rows as arrays, which spares the driver an object for each. */
export async function queryArrays<Row extends unknown[]>(
  db: Db,
  { text, values }: Statement,
): Promise<Row[]> {
  const statement = { name: nameOf(text), text, values, rowMode: 'array' as const }
  return (await (db as Pool).query<Row>(statement)).rows
}

function run<Row extends QueryResultRow>(db: Db, statement: Statement): Promise<QueryResult<Row>> {
  const text = statement.text
  // Pool and client have this signature in common; the union of their overloads does not.
  return (db as Pool).query<Row>({ name: nameOf(text), text, values: statement.values })
}

/**
 * An array parameter of values that need no quoting: numbers, booleans, UUIDs, ISO timestamps. The
 * caller casts it. Spares the driver the escaping.
 */
export function plain(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/**
 * Hides an array from the planner, which would otherwise plan a statement again for each short array. For a small
 * statement that costs more than running it; hidden, one plan is kept.
 */
export function unseen(
  array: string | string[],
  type: 'int[]' | 'bigint[]' | 'uuid[]' | 'text[]',
): Sql {
  // The outer cast makes it one value: `any((select …))` alone would mean the rows of the query.
  return sql`(select ${array}::${raw(type)})::${raw(type)}`
}

/** An array parameter of timestamps in milliseconds. */
export function instants(values: readonly (number | null)[]): string {
  return plain(values.map((ms) => (ms === null ? null : new Date(ms).toISOString())))
}

/** Occurs in no JSON text: JSON escapes control characters. */
const SEPARATOR = '\u001e'

/** An array of JSON texts; null stays null. */
export function jsons(texts: readonly (string | null)[]): Sql {
  const joined = texts.map((text) => text ?? '').join(SEPARATOR)
  return sql`string_to_array(${joined}, ${SEPARATOR}, '')::json[]`
}

/** Condition that a column has one of these values; a single value is compared with `=`, for its index. */
export const among = (column: string, values: readonly string[]): Sql =>
  values.length === 1
    ? sql`${raw(column)} = ${values[0]}`
    : sql`${raw(column)} = any(${values}::text[])`
