// The kinds of objects that can only be created and updated, which follow from their records.

import { type EventObject, RECORDED } from '../../domain/event.ts'
import { invariant } from '../../invariant.ts'
import type { Members } from '../../platform/db/column.ts'
import type { Objects } from '../manifest.ts'
import { type Stored, streamRows } from './store-objects.ts'
import { created, updated } from './transition.ts'
import { type Kind, type Kinds, noCustomer, plain, WRITTEN } from './transitions.ts'

/** The properties that clients see and that can change. */
const changing = (members: Members): string[] =>
  Object.entries(members).flatMap(([name, member]) =>
    member.kind === 'column' && member.schema && !member.fixed ? [name] : [],
  )

/** An object that can only be created and updated. */
const editable = (noun: EventObject, table: Stored): Kind => ({
  ...plain,
  noun,
  customerOf: noCustomer,
  rows: (tx, environmentId) => streamRows(tx, environmentId, table),
  transitions: {
    [`${noun}.created`]: created('created_at', 'updated_at'),
    [`${noun}.updated`]: updated(
      ...changing(table.members).filter((name) => name !== 'updated_at'),
    ),
  },
})

/** All kinds: the written ones, and those of the other resources from the columns of their objects. */
export const kindsOf = (objects: readonly Pick<Objects, 'name' | 'members'>[]): Kinds =>
  Object.fromEntries(
    RECORDED.map(([noun, { prefix, path }]) => {
      const members = objects.find(({ name }) => name === path)?.members
      const kind = WRITTEN[prefix] ?? (members && editable(noun, { name: path, members }))
      invariant(kind, `Verification has no table ${path}: declare it under objects in feature.ts.`)
      return [prefix, kind]
    }),
  ) as Kinds
