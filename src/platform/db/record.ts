// Declares a table once. Its members define its rows, the statements that lock, find, insert, update and erase
// them, the schema that clients see and its JSON writer (house rules: docs/decisions/0002).

import { type TObject, type TSchema, Type } from 'typebox'
import { invariant } from '../../invariant.ts'
import {
  type Always,
  type Apart,
  COLUMN_TYPES,
  type Column,
  type Computed,
  IN_PARTS,
  type Members,
  NOT_PERSONAL,
  type Unread,
} from './column.ts'
import { insertAll, ofOne, ofSeveral, onlyEnvironment, throughCounters } from './given.ts'
import { inOrder, lockingText } from './keyed.ts'
import { type Db, execute, plain, query, raw, type Sql } from './sql.ts'
import type { Locking, RowKey, Table, Tx } from './table.ts'
import type { Comparison } from './versions.ts'
import { writerOf } from './writer.ts'

export type RowOf<M> = { environment_id: number } & {
  -readonly [K in keyof M as M[K] extends Column ? K : never]: M[K] extends Column<infer T>
    ? T
    : never
}

/** Columns that separate statements write, in addition to the row. */
export type ApartOf<M> = {
  -readonly [K in keyof M as M[K] extends Apart ? K : never]: M[K] extends Apart<infer T>
    ? T
    : never
}

/** Values that a wrapper of the statements supplies with each row. */
export type UnreadOf<M> = {
  -readonly [K in keyof M as M[K] extends Unread ? K : never]: M[K] extends Unread<infer T>
    ? T
    : never
}

/** The part of a row that the JSON writer needs: what clients see. */
type ShownOf<M> = {
  [K in keyof M as M[K] extends Column & { schema: TSchema } ? K : never]: M[K] extends Column<
    infer T
  >
    ? T
    : never
}

/** The properties that clients see. */
type ShapeOf<M> = {
  [K in keyof M as M[K] extends { schema: TSchema } ? K : never]: M[K] extends {
    schema: infer S extends TSchema
  }
    ? S
    : never
}

/** Values passed to the JSON writer because no column holds them. */
type ComputedOf<M> = {
  [K in keyof M as M[K] extends Computed ? K : never]: M[K] extends Computed<infer T> ? T : never
}

type Handed<M> = keyof ComputedOf<M> extends never ? [] : [computed: ComputedOf<M>]

export interface RecordOptions<R extends RowKey>
  extends Pick<Table<R>, 'owners' | 'count' | 'mail' | 'lists'> {
  /** SQL condition on the columns for rows that readers can see; default: all rows. */
  visible?: string
  /** Title of the schema, if it differs from the name of the table. */
  title?: string
}

export interface DeclaredTable<M extends Members, R extends RowKey> extends Table<R> {
  members: M
  /** The schema that clients see. */
  item: TObject<ShapeOf<M>>
  /** Returns the JSON text of a row. */
  json(row: ShownOf<M>, ...handed: Handed<M>): string
  /** Compares what clients see of two versions of a row, if columns hold all of it. */
  compare: Handed<M> extends [] ? (before: R, after: R) => Comparison : undefined
  /** The column list of an alias, `environment_id` first, without the excluded columns. */
  columns(alias: string, without?: readonly string[]): Sql
  /** Returns rows as read, in the requested order; undefined where no visible row exists. */
  find(db: Db, keys: readonly RowKey[]): Promise<(R | undefined)[]>
  findBy: NonNullable<Table<R>['findBy']>
  insert(db: Db, rows: R[]): Promise<void>
  insert(db: Db, rows: R[]): Promise<unknown>
  /** Values that erasing a person leaves in the properties that clients see. */
  left: Readonly<Record<string, unknown>>
  /** Erases personal data in rows: in all of `ids`, or in those that match `where`, SQL on `t`. */
  erase(
    tx: Tx,
    environmentId: number,
    ids: readonly RowKey['id'][],
    where?: string,
  ): Promise<number>
}

type StoredColumn = (Omit<Column, 'kind'> | Always | Apart | Unread) & { name: string }

/** Declares a table whose rows are identified by `environment_id` and `id`. */
export function record<const M extends Members>(
  name: string,
  members: M,
  options: RecordOptions<RowOf<M> & RowKey> = {},
): DeclaredTable<M, RowOf<M> & RowKey> {
  type R = RowOf<M> & RowKey
  const all = columnsOf(members)
  const columns = all.filter((column) => !isApart(column))
  const texts = {
    several: statements(name, columns, 'several', options.visible),
    one: statements(name, columns, 'one', options.visible),
    erase: erasing(name, all),
  }
  const textsFor = (rows: readonly RowKey[]) => texts[onlyEnvironment(rows) ? 'one' : 'several']
  const select = (db: Db, text: string, keys: readonly RowKey[]) =>
    selected<R>(db, text, columns, keys)
  const { visible: _, title, ...table } = options
  return {
    ...table,
    name,
    members,
    item: shapeOf(members, title),
    ...(writerOf(members) as Pick<DeclaredTable<M, R>, 'json' | 'compare'>),
    columns: (alias, without = []) =>
      raw(
        listOf(
          columns.filter((column) => !without.includes(column.name)),
          alias,
        ),
      ),
    lock: (tx, keys, how) => select(tx, textsFor(keys).lock[how], keys),
    find: async (db, keys) => inOrder(keys, await select(db, textsFor(keys).find, keys)),
    findBy(tx, column, keys) {
      invariant(column in members, `${name} has no column ${column}.`)
      const of = columns.find((each) => each.name === column) as StoredColumn
      return select(tx, foundBy(name, columns, { of, list: options.lists?.[column] }, keys), keys)
    },
    insert(db, rows) {
      const text = textsFor(rows).insert
      return insertAll(db, name, rows, { text, values: packed(columns, rows) })
    },
    update(tx, rows) {
      const text = textsFor(rows).update
      invariant(text, `What was written to ${name} does not change.`)
      return execute(tx, { text, values: packed(columns.filter(isUpdated), rows) })
    },
    left: Object.fromEntries(
      columns.flatMap(({ name, schema, erased }) =>
        schema && erased !== NOT_PERSONAL && erased !== IN_PARTS ? [[name, erased]] : [],
      ),
    ),
    erase(tx, environmentId, ids, where) {
      const { text, values } = texts.erase
      const some = where === undefined ? text : `${text} and ${where}`
      return execute(tx, { text: some, values: [environmentId, plain(ids), ...values] })
    },
  }
}

function columnsOf(members: Members): StoredColumn[] {
  const columns = Object.entries(members).flatMap(([name, member]) =>
    member.kind === 'computed' || member.kind === 'constant' ? [] : [{ ...member, name }],
  )
  const key: StoredColumn = {
    name: 'environment_id',
    type: 'integer',
    schema: undefined,
    input: Type.Integer(),
    nullable: false,
    fixed: true,
    erased: NOT_PERSONAL,
  }
  return [key, ...columns]
}

/** Key columns appear in each update to find its row, and are never set. */
const isKey = ({ name }: StoredColumn) => name === 'environment_id' || name === 'id'
const isAlways = (column: StoredColumn): column is Always & { name: string } => 'always' in column
const isApart = (column: StoredColumn) => 'kind' in column && column.kind === 'apart'
const isRead = (column: StoredColumn) => !('kind' in column && column.kind === 'unread')
const isUpdated = (column: StoredColumn) => isKey(column) || (!column.fixed && !isAlways(column))

/** The columns that a row is read with, prefixed with an alias. */
const listOf = (columns: readonly StoredColumn[], alias: string) =>
  columns
    .filter(isRead)
    .map(({ name }) => `${alias}.${name}`)
    .join(', ')

const cast = ({ type }: StoredColumn, parameter: string) => {
  const { name, array } = COLUMN_TYPES[type]
  return array ? array(parameter) : `${parameter}::${name}[]`
}

const unpacked = ({ name, type, saved }: StoredColumn, fixed: 'v' | 't', environment: string) => {
  if (saved) return saved(fixed, environment)
  const { unpack } = COLUMN_TYPES[type]
  return unpack ? unpack(`v.${name}`) : `v.${name}`
}

/** Variants of a statement: its first parameter is an array of environment IDs, or a single ID. */
type Texts = 'several' | 'one'

const ids = raw('$1::int[]')
const id = raw('$1')

const namesOf = (columns: readonly StoredColumn[]) => columns.map(({ name }) => name)

/** The columns of rows after their environment, one parameter each. */
const arraysOf = (columns: readonly StoredColumn[]) =>
  columns.map((column, index) => raw(cast(column, `$${index + 2}`)))

/** Rows to insert, as a table `v`. */
function inserted([_, ...columns]: readonly StoredColumn[], texts: Texts) {
  const given = [namesOf(columns), arraysOf(columns)] as const
  return (texts === 'one' ? throughCounters('v', id, ...given) : ofSeveral('v', ids, ...given)).text
}

/** Rows to update from, as a table `v`. */
function updated([_, ...columns]: readonly StoredColumn[], texts: Texts) {
  const arrays = arraysOf(columns).map((array, index) => {
    const column = columns[index] as StoredColumn
    return isKey(column) ? unseen(array, COLUMN_TYPES[column.type].name) : array
  })
  const given = [namesOf(columns), arrays] as const
  return (texts === 'one' ? ofOne('v', id, ...given) : ofSeveral('v', ids, ...given)).text
}

/**
 * Hides keys from the planner: when it sees that an array is short, it plans the statement again on every
 * execution, and for a small statement that costs more than running it.
 */
const unseen = (array: Sql, type: string) => raw(`(select ${array.text})::${type}[]`)

/** Keys as a table `wanted`. */
function wanted(type: string, texts: Texts) {
  const given = [['id'], [unseen(raw(`$2::${type}[]`), type)]] as const
  const table =
    texts === 'one'
      ? ofOne('wanted', id, ...given)
      : ofSeveral('wanted', unseen(ids, 'int'), ...given)
  return table.text
}

/** Builds the statements of a table, once. */
function statements(
  name: string,
  columns: readonly StoredColumn[],
  texts: Texts,
  visible?: string,
) {
  const key = columns.find((column) => column.name === 'id')
  invariant(key, `${name} has no id.`)
  const found = `select ${listOf(columns, 't')} from ${name} t
    join ${wanted(COLUMN_TYPES[key.type].name, texts)}
      on t.environment_id = wanted.environment_id and t.id = wanted.id`
  const locked = (how: Locking) =>
    `${found} order by t.environment_id, t.id${lockingText('t', how)}`
  const environment = texts === 'one' ? '$1' : 'v.environment_id'
  const written = columns.filter((column) => !isAlways(column))
  const always = columns.filter(isAlways)
  const set = columns.filter((column) => isUpdated(column) && !isKey(column))
  const changes = [
    ...set.map((column) => `${column.name} = ${unpacked(column, 't', environment)}`),
    ...always.map((column) => `${column.name} = ${column.always}`),
  ]
  return {
    lock: { wait: locked('wait'), skip: locked('skip'), look: locked('look') },
    find: visible ? `${found} where t.${visible}` : found,
    insert: `insert into ${name} (${namesOf([...written, ...always]).join(', ')})
      select ${[...written.map((column) => unpacked(column, 'v', environment)), ...always.map((column) => column.always)].join(', ')}
      from ${inserted(written, texts)}`,
    update:
      set.length === 0
        ? undefined
        : `update ${name} t set ${changes.join(', ')} from ${updated(columns.filter(isUpdated), texts)}
           where t.environment_id = v.environment_id and t.id = v.id`,
  }
}

const foundBy = (
  name: string,
  columns: readonly StoredColumn[],
  { of: { name: by, type }, list }: { of: StoredColumn; list: string | undefined },
  keys: readonly RowKey[],
) => {
  const found = `select ${listOf(columns, 't')} from ${name} t
    join ${wanted(COLUMN_TYPES[type].name, onlyEnvironment(keys) ? 'one' : 'several')}
      on t.environment_id = wanted.environment_id`
  // Two searches, since each has its index.
  const listed =
    list === undefined
      ? ''
      : `union all ${found} and t.${by} is distinct from wanted.id and t.${list} @> array[wanted.id::text]`
  return `${found} and t.${by} = wanted.id ${listed} order by environment_id, id`
}

/** Null columns are left null; there was nothing to erase. */
function erasing(name: string, columns: readonly StoredColumn[]) {
  const personal = columns.filter(({ erased }) => erased !== NOT_PERSONAL && erased !== IN_PARTS)
  const id = columns.find((column) => column.name === 'id') as StoredColumn
  const changes = personal.map((column, index) => {
    const left = `$${index + 3}::${COLUMN_TYPES[column.type].name}`
    const isNull = `t.${column.name} is null`
    return `${column.name} = ${column.nullable ? `case when ${isNull} then null else ${left} end` : left}`
  })
  return {
    text: `update ${name} t set ${changes.join(', ')}
      where t.environment_id = $1 and t.id = any($2::${COLUMN_TYPES[id.type].name}[])`,
    values: personal.map(({ type, erased }) =>
      type === 'json' && erased !== null ? JSON.stringify(erased) : erased,
    ),
  }
}

/** The environments of rows, in the form of a statement's first parameter. */
const environmentsOf = (rows: readonly RowKey[]) =>
  onlyEnvironment(rows) ?? plain(rows.map((row) => row.environment_id))

function packed([_, ...columns]: readonly StoredColumn[], rows: readonly RowKey[]): unknown[] {
  const values = columns.flatMap((column) => {
    if (isAlways(column)) return []
    const { name, type, store } = column
    const values = rows.map((row) => (row as unknown as Record<string, unknown>)[name])
    const stored = store ? values.map((value) => (value === null ? null : store(value))) : values
    return [COLUMN_TYPES[type].pack(stored as never[])]
  })
  return [environmentsOf(rows), ...values]
}

async function selected<R extends RowKey>(
  db: Db,
  text: string,
  columns: readonly StoredColumn[],
  keys: readonly RowKey[],
): Promise<R[]> {
  const values = [environmentsOf(keys), plain(keys.map((key) => key.id))]
  const rows = await query<R & Record<string, unknown>>(db, { text, values })
  for (const column of columns) {
    const { name, read } = column
    if (!read || !isRead(column)) continue
    for (const row of rows as Record<string, unknown>[]) {
      if (row[name] !== null) row[name] = read(row[name] as never)
    }
  }
  return rows
}

function shapeOf<M extends Members>(members: M, title: string | undefined) {
  const shown = Object.entries(members).flatMap(([name, { schema }]) =>
    schema ? [[name, schema]] : [],
  )
  const options = { ...(title && { title }), additionalProperties: false }
  return Type.Object(Object.fromEntries(shown), options) as unknown as TObject<ShapeOf<M>>
}
