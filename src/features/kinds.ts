// The kinds of table members. Each defines its column, how clients see and send it, its CSV cell, and what erasing a
// person leaves of it. `platform/db/record.ts` makes tables of them.

import {
  type Static,
  type TBoolean,
  type TInteger,
  type TNull,
  type TOptional,
  type TSchema,
  type TString,
  type TUnion,
  Type,
} from 'typebox'
import { type CalendarDate, timestamp } from '../domain/calendar.ts'
import { customerRef } from '../domain/customer.ts'
import type { Metadata as MetadataValue } from '../domain/metadata.ts'
import { money } from '../domain/money-column.ts'
import type { PrefixedResource } from '../domain/resource-lists.ts'
import { RESOURCES } from '../domain/resources.ts'
import type { CsvColumn } from '../platform/csv.ts'
import {
  type Always,
  type Apart,
  type Column,
  type Computed,
  type Constant,
  NOT_PERSONAL,
  type Unread,
} from '../platform/db/column.ts'
import {
  json as jsonCell,
  plain as plainCell,
  text as textCell,
  words as wordsCell,
} from '../platform/http/columns.ts'
import { ClosedOneOf, Line, Metadata, OneOf, Text, Timestamp } from '../platform/http/shapes.ts'
import { encodeId } from '../platform/ids.ts'

/**
 * A kind that can hold words about a person must declare what erasing that person leaves of it, or that it holds no
 * personal data; there is no default.
 */
interface Personal {
  erased: unknown
}

const asItStands = String
const quoted = (text: unknown) => `"${text}"`

/** Types whose value is JSON already, or needs no escaping. */
const PLAIN_JSON: Partial<Record<Column['type'], (value: unknown) => string>> = {
  bigint: asItStands,
  boolean: asItStands,
  date: quoted,
  smallint: asItStands,
  uuid: quoted,
  word: quoted,
}

type Cell = (name: string) => CsvColumn

/** A column whose JSON is its value, and which holds no personal data. */
const simple = <T, S extends TSchema>(
  type: Column['type'],
  schema: S,
  cell: Cell = plainCell,
): Column<T, S, S> => {
  const json = PLAIN_JSON[type]
  return {
    kind: 'column',
    type,
    schema,
    input: schema,
    ...(json && { json }),
    nullable: false,
    fixed: false,
    erased: NOT_PERSONAL,
    cell,
  }
}

/** The ID of a resource: a UUID that clients see with its prefix, such as `coup_…`. */
export const id = (of: PrefixedResource, description?: string) =>
  prefixedId(RESOURCES[of].prefix, description)

/** A UUID that clients see as `<prefix>_…`. */
export const prefixedId = (
  prefix: string,
  description?: string,
): Column<string, TString, TString> => ({
  ...simple(
    'uuid',
    Type.String({ pattern: `^${prefix}_[0-9a-z]{26}$`, ...(description && { description }) }),
  ),
  json: (uuid) => `"${encodeId(prefix, uuid)}"`,
})

/** The customer it belongs to, which clients see as `cus_42`. */
export const customerId = (description?: string): Column<number, TString, TString> => ({
  ...simple(
    'bigint',
    Type.String({
      pattern: '^cus_[0-9]+$',
      ...(description && { description }),
      examples: ['cus_1001'],
    }),
  ),
  json: (customer) => `"${customerRef(customer)}"`,
})

type Bounds = {
  minimum?: number
  maximum?: number
  description?: string
}

export const integer = (bounds: Bounds) => simple<number, TInteger>('bigint', Type.Integer(bounds))

export const small = (bounds: Bounds = {}) =>
  simple<number, TInteger>('smallint', Type.Integer(bounds))

/** An amount in the currency's smallest unit; in a CSV, in the major unit. */
export const amount = (bounds: Bounds) =>
  simple<number, TInteger>('bigint', Type.Integer(bounds), money)

/** An amount that is never negative. */
export const cents = (description: string) =>
  amount({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

/** One of these words; later versions can add to the list. */
export const oneOf = <const W extends readonly string[]>(words: W, description: string) =>
  simple<W[number], ReturnType<typeof OneOf<W>>>('word', OneOf(words, description))

/** One of these words; the list is closed. */
export const closedOneOf = <const W extends readonly string[]>(words: W, description: string) =>
  simple<W[number], ReturnType<typeof ClosedOneOf<W>>>('word', ClosedOneOf(words, description))

export const currency = (description?: string) =>
  simple<string, TString>(
    'word',
    Type.String({
      pattern: '^[a-z]{3}$',
      ...(description && { description }),
      examples: ['cad'],
    }),
  )

/** A text that we generate, such as an invoice number. */
export const pattern = (pattern: string, description: string) =>
  simple<string, TString>('word', Type.String({ pattern, description }))

interface TextOptions extends Personal {
  /** In code points. */
  max: number
  min?: number
}

export const text = (
  description: string,
  { max, min = 0, erased }: TextOptions,
): Column<string, TString, TString> => ({
  ...simple<string, TString>('text', Type.String({ description }), textCell),
  input: Text(max, description, min),
  erased,
})

/** A text that no client sends; the schema is what clients see of it, if anything. */
export const ownText = (
  schema: TString,
  { erased }: Personal,
): Column<string, TString, TString> => ({ ...simple('text', schema, textCell), erased })

/** The JSON text of an object, already serialized. */
export const jsonText = ({ erased }: Personal): Column<string, TString, TString> => ({
  ...simple('json_text', Type.String()),
  erased,
})

/** A single-line text. */
export const line = (description: string, options: TextOptions) => ({
  ...text(description, options),
  input: Line(options.max, description, options.min),
})

/** A generated text that no client sees and that needs no escaping. */
export const token = (): Column<string, undefined> => hidden(simple('word', Type.String()))

/** A UUID that no client sees. */
export const uuid = (): Column<string, undefined> => hidden(simple('uuid', Type.String()))

export const flag = (description: string, { erased }: Personal) => ({
  ...simple<boolean, TBoolean>('boolean', Type.Boolean({ description })),
  erased,
})

export const day = (description: string, examples: string[]) =>
  simple<CalendarDate, TString>('date', Type.String({ format: 'date', examples, description }))

/** An instant, in milliseconds since 1970. */
export const instant = (): Column<number, typeof Timestamp, typeof Timestamp> => ({
  ...simple<number, typeof Timestamp>('timestamptz', Timestamp),
  json: (ms) => `"${timestamp(ms)}"`,
})

export const metadata = ({ erased }: Personal = { erased: {} }) => ({
  ...simple<MetadataValue, typeof Metadata>('json', Metadata, jsonCell),
  erased,
})

/** A structured value, which no client sees as stored. */
export const stored = <T>({ erased }: Personal): Column<T, undefined> => ({
  ...hidden(simple<T, TSchema>('json', Type.Unknown())),
  erased,
})

/** A structured value that clients see as it is stored. */
export const structured = <S extends TSchema>(
  schema: S,
  erased: unknown,
): Column<Static<S>, S, S> => ({
  ...simple<Static<S>, S>('json', schema, jsonCell),
  erased,
})

/** A list that clients see as `shown` returns it; stored as null if empty. */
export const listed = <T, S extends TSchema>(
  schema: S,
  { erased, shown = (each: T): unknown => each }: Personal & { shown?: (each: T) => unknown },
): Column<T[] | null, S, S> => ({
  ...simple<T[] | null, S>('json', schema, jsonCell),
  nullable: true,
  erased,
  json: (rows) => JSON.stringify((rows ?? []).map(shown)),
})

/** Bytes that no client sees. */
export const bytes = ({ erased }: Personal): Column<Buffer, undefined> => ({
  ...hidden(simple<Buffer, TSchema>('bytea', Type.Unknown())),
  erased,
})

/** A list of fixed words. */
export const words = <S extends TSchema>(schema: S): Column<string[], S, S> =>
  simple('words', schema, wordsCell)

/** A column that never changes once written. */
export const fixed = <C extends Column>(column: C): C => ({ ...column, fixed: true })

/** A column that clients send with another schema than they see. */
export const asSent = <C extends Column, I extends TSchema>(
  column: C,
  input: I,
): Omit<C, 'input'> & { input: I } => ({ ...column, input })

/** A column that clients see with another schema than its kind has. */
export const shownAs = <T, S extends TSchema, I extends TSchema>(
  column: Column<T, TSchema | undefined, I>,
  schema: S,
): Column<T, S, I> => ({ ...column, schema })

/** A column that no client sees. */
export function hidden<T>(column: Column<T>): Column<T, undefined> {
  const { cell: _, ...rest } = column
  return { ...rest, schema: undefined }
}

/** A nullable column. The description covers both values; by default, it is that of the column. */
export function nullable<T, S extends TSchema | undefined, I extends TSchema>(
  column: Column<T, S, I>,
  description?: string,
): Column<T | null, S extends TSchema ? TUnion<[S, TNull]> : undefined, I> {
  const { schema, json, ...rest } = column
  return {
    ...(rest as Column<T | null, never, I>),
    nullable: true,
    schema: (schema && orNull(schema, description)) as never,
    ...(json && {
      json: (value: T | null, row: object) => (value === null ? 'null' : json(value, row)),
    }),
  }
}

function orNull(schema: TSchema, description: string | undefined): TSchema {
  if (description !== undefined) return Type.Union([schema, Type.Null()], { description })
  const { description: own, ...bare } = schema as TSchema & { description?: string }
  return Type.Union([bare as TSchema, Type.Null()], { ...(own && { description: own }) })
}

/** Never null in a row, but the schema allows null for future versions. */
export const shownNullable = <T, S extends TSchema, I extends TSchema>(
  column: Column<T, S, I>,
  description: string,
): Column<T, TUnion<[S, TNull]>, I> => ({
  ...(column as Column<T, never, I>),
  schema: orNull(column.schema, description) as never,
})

/** A nullable column that is absent from responses while null. */
export function absent<T, S extends TSchema, I extends TSchema>(
  column: Column<T, S, I>,
): Column<T | null, TOptional<S>, I> {
  const { schema, json, ...rest } = column
  return {
    ...(rest as Column<T | null, never, I>),
    nullable: true,
    schema: Type.Optional(schema) as never,
    json: (value: T | null, row: object) =>
      value === null ? undefined : json ? json(value, row) : JSON.stringify(value),
  }
}

/** A property that clients see and no column stores. */
export const computed = <S extends TSchema>(
  schema: S,
  cell: Cell = plainCell,
): Computed<Static<S>, S> => ({ kind: 'computed', schema, cell })

/** A column written and read by separate statements; rows passed to actions do not have it. */
export const apart = <T>({ kind: _, ...column }: Column<T>): Apart<T> => ({
  ...column,
  kind: 'apart',
  schema: undefined,
})

/** A column written with its row and read by separate statements; rows passed to actions do not have it. */
export const unread = <T>({ kind: _, ...column }: Column<T>): Unread<T> => ({
  ...column,
  kind: 'unread',
  schema: undefined,
})

/** The property that names the object type. */
export const object = <const W extends string>(
  word: W,
): Constant<ReturnType<typeof Type.Literal<W>>> => ({
  kind: 'constant',
  schema: Type.Literal(word),
  json: JSON.stringify(word),
})

/** A value that this version saves with every row, as SQL: for example the version of its search words. */
export function always<T>(column: Column<T>, expression: string): Always<T> {
  return { ...hidden(column), kind: 'always', always: expression }
}
