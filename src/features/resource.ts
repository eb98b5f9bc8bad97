// The table of a resource: its name, ID, schema title and counter follow from `src/domain/resources.ts`.

import type { Resource } from '../domain/resource.ts'
import { inPascalCase, type PrefixedResource } from '../domain/resource-lists.ts'
import { RESOURCES } from '../domain/resources.ts'
import type { Members } from '../platform/db/column.ts'
import { type RecordOptions, type RowOf, record } from '../platform/db/record.ts'
import type { RowKey, Table } from '../platform/db/table.ts'
import { fixed, id, object } from './kinds.ts'

/** The members that every resource begins with. */
const headOf = <const Name extends PrefixedResource>(name: Name) => ({
  id: fixed(id(name)),
  object: object(name),
})

type Head<Name extends PrefixedResource> = ReturnType<typeof headOf<Name>>

/** Declares the table of a resource: `id` and `object`, then these members. */
export const resourceRecord = <const Name extends PrefixedResource, const M extends Members>(
  name: Name,
  members: M,
  options: RecordOptions<RowOf<Head<Name> & M> & RowKey> = {},
) =>
  record<Head<Name> & M>(
    RESOURCES[name].path,
    { ...headOf(name), ...members },
    { title: inPascalCase(name), ...countOf(RESOURCES[name]), ...options },
  )

/** Counts all rows, or those that are not deleted. */
function countOf({ path, counted }: Resource): Pick<Table, 'count'> {
  if (counted === undefined) return {}
  type Deletable = { deleted_at?: number | null }
  const isPresent = (row: RowKey) => ((row as Deletable).deleted_at ?? null) === null
  return {
    count: { counter: `${path}_count`, counts: counted === 'all' ? () => true : isPresent },
  }
}
