// What a list tells beside each of its items when it is asked to: `include=customer`.

import { type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import type { Db } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'
import { allows, type Scope } from '../scope.ts'
import { valuesIn } from './shapes.ts'

export interface Include<R> {
  /** The property it becomes, which is also how it is asked for. */
  name: string
  /** What it takes to read it, beside what the list itself takes. */
  permission: string
  /** The JSON text for each row, in their order: one statement for all of a page. */
  read(db: Db, environmentId: number, rows: readonly R[]): Promise<string[]>
}

/** The items of a list that can be asked for more. */
export function withIncluded<P extends TProperties, I extends Record<string, TSchema>>(
  item: TObject<P>,
  title: string,
  included: I,
) {
  const more = Object.entries(included).map(([name, shape]) => [name, Type.Optional(shape)])
  return Type.Object(
    {
      ...item.properties,
      ...(Object.fromEntries(more) as { [K in keyof I]: TOptional<I[K]> }),
    },
    { title, additionalProperties: false },
  )
}

/** What is asked for, if the caller may read it. */
export function includesOf<R>(
  includes: readonly Include<R>[] | undefined,
  asked: string | undefined,
  { scopes }: Pick<Scope, 'scopes'>,
): Include<R>[] {
  if (!includes || asked === undefined) return []
  const names = valuesIn(asked)
  const wanted = includes.filter(({ name }) => names.includes(name))
  const refused = wanted.find(({ permission }) => !allows(scopes, permission))
  if (!refused) return wanted
  throw new Refusal(
    'permission_denied',
    `include=${refused.name} needs the scope ${refused.permission}. Leave it out, or use a key that carries this scope.`,
    { param: 'include' },
  )
}

/** The JSON texts of items, each with what was asked for as its last properties. */
export async function addIncluded<R>(
  db: Db,
  { environment_id }: Scope,
  rows: readonly R[],
  items: readonly string[],
  wanted: readonly Include<R>[],
): Promise<string[]> {
  const told = await Promise.all(wanted.map(({ read }) => read(db, environment_id, rows)))
  return items.map((item, index) => {
    const more = wanted.map(({ name }, place) => `,"${name}":${told[place]?.[index] ?? 'null'}`)
    return `${item.slice(0, -1)}${more.join('')}}`
  })
}
