// A backup of the schema before the last migration, made from one after it.

import type { Part } from '../src/platform/backup/format.ts'
import type { Migration } from '../src/platform/db/migrations.ts'

/** What becomes of a part of a backup; undefined leaves it out. */
export type Change = (part: Part) => Part | undefined

/** Takes back a migration that creates one table, or adds one column to a table without rows. */
export function withoutLast({ text }: Pick<Migration, 'text'>): Change {
  const [, changed, added] = /alter table (\w+) add column (\w+)/.exec(text) ?? []
  const [, created = ''] = /create table (\w+)/.exec(text) ?? []
  let isCreated = false
  return (part) => {
    if (part.kind === 'table') isCreated = part.table === created
    if (isCreated && ['table', 'rows', 'end'].includes(part.kind)) return undefined
    if (part.kind === 'foot') {
      const { [created]: _, ...rows } = part.rows
      return { ...part, rows }
    }
    if (part.kind === 'table' && part.table === changed)
      return { ...part, columns: part.columns.filter((column) => column !== added) }
    if (part.kind !== 'head') return part
    return { ...part, head: { ...part.head, migrations: part.head.migrations.slice(0, -1) } }
  }
}
