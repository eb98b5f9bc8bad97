// The actions of a resource that clients only create and update.

import type { DeclaredEvent, NamedRow, Row, Table } from '../platform/db/table.ts'
import type { Action, Work } from './accounts/store.ts'
import type { ObjectIds } from './identifiers.ts'
import { insertRow, type Patch, type Patchable, patched } from './rows.ts'

interface InEnvironment {
  environment_id: number
}

interface Editable<R extends Row, C, P> {
  ids: ObjectIds
  record: Table<R> & { json(row: NoInfer<R>): string }
  events: Record<'created' | 'updated', DeclaredEvent>
  /** A new row of a body. */
  row(work: Work, body: C): NoInfer<R>
  /** The columns that a patch sets. */
  sets(patch: P): Patch<NoInfer<R>>
  /** Rows of other tables that are locked with each row. */
  locks?(environmentId: number): NamedRow[]
  /** Refuses rows that cannot be saved; `before` is undefined for a new one. */
  accept?(work: Work, row: NoInfer<R>, before?: NoInfer<R>): void
}

interface Editing<C, P> {
  create: Action<C & InEnvironment>
  update: Action<InEnvironment & { id: string; patch: P }>
}

/** Both actions; their changes are decided by `row`, `sets` and `accept`. */
export function editing<R extends Row & { id: string } & Patchable, C, P>({
  ids,
  record,
  events,
  row: newRow,
  sets,
  locks = () => [],
  accept = () => undefined,
}: Editable<R, C, P>): Editing<C, P> {
  const present = (row: R) => record.json(row)
  return {
    create: {
      name: `${record.name}.create`,
      rows: ({ environment_id }) => locks(environment_id),
      decide(work, body) {
        const row = newRow(work, body)
        accept(work, row)
        return insertRow(
          work,
          events.created,
          { id: ids.ref(row.id) },
          { table: record, row, present },
        )
      },
    },
    update: {
      name: `${record.name}.update`,
      rows: ({ environment_id, id }) => [{ table: record as Table, id }, ...locks(environment_id)],
      decide(work, { id, patch }) {
        const before = work.find(record, id)
        if (!before) throw ids.missing(ids.ref(id))
        work.assertMatch(() => present(before))
        const after = patched(work, before, sets(patch))
        accept(work, after, before)
        return work.change(
          events.updated,
          { id: ids.ref(id) },
          { table: record, before, after, present },
        )
      },
    },
  }
}
