// Determines which members of a declared table verification reads, from its record, and how.

import type { Column, Members } from '../../platform/db/column.ts'
import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import { time } from './store.ts'

export interface Declared {
  members: Members
}

const columnsOf = ({ members }: Declared): [string, Column][] =>
  Object.entries(members).flatMap(([name, member]) =>
    member.kind === 'column' ? [[name, member]] : [],
  )

/** The columns that clients see as JSON, except the ID and sealed ones. */
export function storedMembers(record: Declared, alias: string): Sql {
  const pairs = columnsOf(record).flatMap(([name, column]) => {
    if (!column.schema || name === 'id' || column.type === 'bytea') return []
    return [sql`${raw(`'${name}'`)}, ${spelled(name, column, raw(`${alias}.${name}`))}`]
  })
  return sql`json_build_object(${pairs.reduce((all, pair) => sql`${all}, ${pair}`)})`
}

/** A value as in the API; of IDs, only those of customers. */
function spelled(name: string, { type }: Column, value: Sql): Sql {
  if (name === 'customer_id') return sql`'cus_' || ${value}`
  if (type === 'timestamptz') return time(value)
  return type === 'numeric' ? sql`${value}::text` : value
}

/** True if a row still has data of an erased person: a visible member differs from its value after an erasure. */
export function hasPersonalData(
  record: Declared & { left: Readonly<Record<string, unknown>> },
  alias: string,
): Sql {
  const { left } = record
  const conditions = columnsOf(record).flatMap(([name, { type }]) => {
    if (!(name in left)) return []
    const column = raw(`${alias}.${name}`)
    if (left[name] === null) return [sql`${column} is not null`]
    const value = type === 'json' ? JSON.stringify(left[name]) : String(left[name])
    return [sql`${column}::text <> ${value}`]
  })
  return sql`(${conditions.reduce((any, condition) => sql`${any} or ${condition}`)})`
}
