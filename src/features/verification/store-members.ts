// Which members of a declared table verification reads: those that the record has. How they are read stands here.

import type { Column, Members } from '../../platform/db/column.ts'
import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import { time } from './store.ts'

interface Declared {
  members: Members
  left: Readonly<Record<string, unknown>>
}

const columnsOf = ({ members }: Declared): [string, Column][] =>
  Object.entries(members).flatMap(([name, member]) =>
    member.kind === 'column' ? [[name, member]] : [],
  )

/** The columns that clients see but for the ID, as JSON; customers as `cus_42`, times as the API spells them. */
export function storedMembers(record: Declared, alias: string): Sql {
  const pairs = columnsOf(record).flatMap(([name, { schema, type }]) => {
    if (!schema || name === 'id') return []
    const column = raw(`${alias}.${name}`)
    const value =
      type === 'timestamptz'
        ? time(column)
        : name === 'customer_id'
          ? sql`'cus_' || ${column}`
          : column
    return [sql`${raw(`'${name}'`)}, ${value}`]
  })
  return sql`json_build_object(${pairs.reduce((all, pair) => sql`${all}, ${pair}`)})`
}

/** Whether a row still tells of a person who was erased: a member that clients see is not what that leaves. */
export function tellsOfErased(record: Declared, alias: string): Sql {
  const { left } = record
  const conditions = columnsOf(record).flatMap(([name, { type }]) => {
    if (!(name in left)) return []
    const column = raw(`${alias}.${name}`)
    const value = type === 'json' ? JSON.stringify(left[name]) : left[name]
    return [sql`${column}::text <> ${value}`]
  })
  return sql`(${conditions.reduce((any, condition) => sql`${any} or ${condition}`)})`
}
