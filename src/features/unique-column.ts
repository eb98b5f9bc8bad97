// A column whose values are unique in their environment: its table, and who holds a value. Actions name the values that
// they give in `takes`, so that the holder is known before they decide.

import { given } from '../platform/db/given.ts'
import { wanted } from '../platform/db/keyed.ts'
import type { DeclaredTable } from '../platform/db/record.ts'
import { execute, query, raw, sql } from '../platform/db/sql.ts'
import type { RowKey, Table, Tx } from '../platform/db/table.ts'
import type { Unique } from '../platform/db/unique.ts'
import type { Work } from './accounts/store.ts'

/** A row with its unique value as of when it was locked. */
export type Former<R, Column extends keyof R> = R & { was?: Pick<R, Column> }

/** The table of a record, which frees former values before others take them, and the unique value itself. */
export function uniqueColumn<R extends RowKey, const Column extends keyof R & string>(
  // biome-ignore lint/suspicious/noExplicitAny: the members do not matter here.
  record: DeclaredTable<any, R>,
  column: Column,
): { table: Table<Former<R, Column>>; unique: Unique } {
  const withFormer = (row: R): Former<R, Column> => ({ ...row, was: row })
  const [table, name] = [raw(record.name), raw(column)]
  const free = (tx: Tx, rows: RowKey[]) =>
    execute(
      tx,
      sql`update ${table} t set ${name} = null from ${wanted(rows, 'uuid')}
          where t.environment_id = wanted.environment_id and t.id = wanted.id`,
    )
  return {
    table: {
      ...(record as unknown as Table<Former<R, Column>>),
      lock: async (tx, keys, how) => (await record.lock(tx, keys, how)).map(withFormer),
      findBy: async (tx, by, keys) => (await record.findBy(tx, by, keys)).map(withFormer),
      release(tx, rows) {
        const freed = rows.filter(
          (row) => row.was?.[column] && row.was[column] !== (row as R)[column],
        )
        return freed.length > 0 ? [free(tx, freed)] : []
      },
    },
    unique: {
      name: `${record.name}.${column}`,
      find: (db, values) =>
        query(
          db,
          sql`select t.environment_id, t.${name} as value, t.id from ${table} t
              join ${given('asked', values, { value: sql`${values.map((each) => each.value)}::text[]` })}
                on t.environment_id = asked.environment_id and t.${name} = asked.value`,
        ),
    },
  }
}

/** Gives a row its value in place of the former one; throws what `taken` makes if another row holds it. */
export function holdValue(
  work: Work,
  unique: Unique,
  id: RowKey['id'],
  [former, value]: readonly [former: string | null, value: string | null],
  taken: (value: string, holder: RowKey['id']) => Error,
): void {
  if (value === former) return
  if (value !== null) {
    const holder = work.holder(unique, value)
    if (holder !== undefined && holder !== id) throw taken(value, holder)
    work.hold(unique, value, id)
  }
  if (former !== null) work.hold(unique, former, null)
}
