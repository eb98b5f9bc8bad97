// The columns that can hold personal data, read from the database catalog, and their values.

import { eventObjects, isFreeText, shape } from './forgotten-shapes.ts'
import type { World } from './harness.ts'

type Sql = World['sql']

/** SQL condition: the table is a partition, whose rows its parent table has as well. */
export const isPart = (name: string): string =>
  `(select relispartition from pg_class where oid = to_regclass(${name}))`

interface Column {
  table: string
  column: string
  type: string
  /** The columns of the table's primary key. */
  keys: string[]
  isTenant: boolean
}

/** The values of a column as text, by the key of the row. */
type Values = Map<string, string>
export type Snapshot = Map<string, Values>

type Recorded = Record<string, unknown>

const nameOf = ({ table, column }: Column) => `${table}.${column}`

/** Every column of text, JSON, bytes, addresses and flags, except where a check allows only a closed list. */
export async function personalColumns(sql: Sql): Promise<Column[]> {
  const columns = await sql<Column>(
    `select c.table_name as table, c.column_name as column,
            case c.udt_name when '_text' then 'text[]' else c.data_type end as type,
            array(select a.attname::text from pg_index i join pg_attribute a
                    on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
                  where i.indisprimary and i.indrelid = to_regclass(c.table_name)) as keys,
            exists (select from information_schema.columns e where e.table_schema = 'public'
              and e.table_name = c.table_name and e.column_name = 'environment_id') as "isTenant"
     from information_schema.columns c
     where c.table_schema = 'public' and not ${isPart('c.table_name')} and (c.udt_name = '_text' or c.data_type in (
       'text', 'character varying', 'json', 'jsonb', 'bytea', 'inet', 'boolean'))
     order by 1, c.ordinal_position`,
  )
  const checks = await sql<{ table: string; definition: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  const closed = new Set(
    checks.map(({ table, definition }) => {
      const [, column] = /^CHECK \(\((\w+) = ANY \(ARRAY\[[^\]]*\]\)\)\)$/.exec(definition) ?? []
      return `${table}.${column}`
    }),
  )
  return columns.filter((column) => !closed.has(nameOf(column)))
}

/** The values of these columns in one environment; for tables without environments, all values. */
export async function look(sql: Sql, columns: Column[], environment: number): Promise<Snapshot> {
  const snapshot: Snapshot = new Map()
  for (const column of columns) {
    const rows = await sql<{ key: string; value: string }>(
      `select concat_ws(' ', ${column.keys.map((key) => `${key}::text`).join()}) as key,
              ${column.column}::text as value
       from ${column.table} where ${column.column} is not null
         ${column.isTenant ? `and environment_id = ${environment}` : ''}`,
    )
    snapshot.set(nameOf(column), new Map(rows.map(({ key, value }) => [key, value])))
  }
  return snapshot
}

/** True if the value contains the marker, as text or as bytes. */
const holds = (value: string, marker: string): boolean =>
  value.toLowerCase().includes(marker.toLowerCase()) ||
  value.includes(Buffer.from(marker).toString('hex'))

const EMPTY = ['', '{}', '[]', 'false', '\\x']

/** The remains of an erasure: `table.column`, for JSON with its property, and the fault. */
export function leftBehind(before: Snapshot, after: Snapshot, marker: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, held] of before) {
    const values = [...held].filter(([, value]) => !EMPTY.includes(value))
    const left = after.get(name) ?? new Map<string, string>()
    if (values.length === 0)
      found.set(name, 'is empty in every row, so that nothing shows whether it is erased')
    const marked = [...left.values()].flatMap((value) => pathsTo(marker, value))
    for (const path of marked) {
      found.set(name + path, 'still holds the name of an erased customer')
    }
    const wasMarked = values.some(([, value]) => holds(value, marker))
    if (!wasMarked && values.every(([key, value]) => left.get(key) === value)) {
      found.set(name, 'is the same before and after a customer is erased')
    }
  }
  return found
}

/** The properties of a JSON value that hold the marker, each preceded by a dot; for any other value the empty path. */
function pathsTo(marker: string, value: string): string[] {
  if (!holds(value, marker)) return []
  if (!value.startsWith('{"')) return ['']
  const properties = Object.entries(JSON.parse(value) as object)
  return properties.flatMap(([name, each]) =>
    holds(JSON.stringify(each), marker) ? [`.${name}`] : [],
  )
}

/** A value for an empty column, by its type. */
function sampleOf(type: string, marker: string): string {
  const samples: Record<string, string> = {
    boolean: 'true',
    bytea: `'${marker}'::bytea`,
    inet: `'203.0.113.7'`,
    json: `'{"who": "${marker}"}'`,
    jsonb: `'{"who": "${marker}"}'`,
    'text[]': `'{${marker}}'`,
  }
  return samples[type] ?? `'${marker}'`
}

/** Writes the marker by SQL into columns that are empty in every row. */
export async function fillColumns(
  { sql, pool }: World,
  columns: Column[],
  environment: number,
  marker: string,
): Promise<void> {
  const snapshot = await look(sql, columns, environment)
  const isEmpty = (column: Column) =>
    [...(snapshot.get(nameOf(column))?.values() ?? [])].every((value) => EMPTY.includes(value))
  const open = columns.filter((column) => column.isTenant && isEmpty(column))
  for (const [table, own] of Map.groupBy(open, (column) => column.table)) {
    const changes = own.map(({ column, type }) => `${column} = ${sampleOf(type, marker)}`)
    const update = (change: string) =>
      pool.query(`update ${table} set ${change} where environment_id = ${environment}`)
    // Check constraints allow some columns only together, and refuse arbitrary text in others.
    await update(changes.join()).catch(async () => {
      for (const change of changes) await update(change).catch(() => undefined)
    })
  }
}

/** Writes the marker by SQL into every free text of the objects in a customer's events. */
export async function fillEvents(
  { sql, pool }: World,
  environment: number,
  marker: string,
): Promise<void> {
  const properties = new Map(
    eventObjects().map(({ noun, item }) => [
      noun,
      Object.entries(shape(item)).flatMap(([name, schema]) =>
        isFreeText(schema, marker) ? [name] : [],
      ),
    ]),
  )
  const events = await sql<{
    sequence: string
    type: string
    object: Recorded
    former: Recorded | null
  }>(
    `select sequence, type, object, previous_attributes as former from events
     where environment_id = ${environment} and customer_id is not null`,
  )
  for (const { sequence, type, object, former } of events) {
    const own = properties.get(type.split('.')[0] as string) ?? []
    for (const name of own) {
      object[name] ||= marker
      if (former) former[name] ||= marker
    }
    await pool.query(
      'update events set object = $1, previous_attributes = $2 where environment_id = $3 and sequence = $4',
      [JSON.stringify(object), former && JSON.stringify(former), environment, sequence],
    )
  }
}
