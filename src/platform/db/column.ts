// What a column of a table is: its type in SQL, how its values travel there and back, and how clients see them.

import type { TSchema } from 'typebox'
import type { CsvColumn } from '../csv.ts'
import { instants, plain } from './sql.ts'

/** Tells of nobody: what erasing a person leaves as it is. */
export const NOBODY: unique symbol = Symbol('nobody')

/** Tells of persons in parts of it, which the erasure takes out by code of its own. */
export const IN_PARTS: unique symbol = Symbol('in parts')

/** Stands between JSON texts that travel as one; control characters are escaped in them. */
const SEPARATOR = '\u001e'

export type ColumnType =
  | 'bigint'
  | 'boolean'
  | 'bytea'
  | 'date'
  | 'integer'
  | 'json'
  | 'json_text'
  | 'numeric'
  | 'smallint'
  | 'text'
  | 'timestamptz'
  | 'uuid'
  | 'word'
  | 'words'

interface Packed {
  /** Its type in SQL. */
  name: string
  /** The values of many rows as one parameter. */
  pack(values: readonly never[]): unknown
  /** That parameter as an array; a cast unless told otherwise. */
  array?: (parameter: string) => string
  /** A value out of that array as the column takes it. */
  unpack?: (value: string) => string
}

/** The types of columns. What needs no quoting is written without: it spares the driver the escaping. */
export const COLUMN_TYPES: Record<ColumnType, Packed> = {
  bigint: { name: 'bigint', pack: plain },
  boolean: { name: 'boolean', pack: plain },
  bytea: { name: 'bytea', pack: (values) => values },
  date: { name: 'date', pack: plain },
  integer: { name: 'int', pack: plain },
  json: {
    name: 'json',
    pack: (values: readonly unknown[]) =>
      values.map((value) => (value === null ? '' : JSON.stringify(value))).join(SEPARATOR),
    array: (parameter) => `string_to_array(${parameter}, E'\\x1e', '')::json[]`,
  },
  /** JSON that was written already, kept letter by letter. */
  json_text: {
    name: 'text',
    pack: (values: readonly (string | null)[]) =>
      values.map((value) => value ?? '').join(SEPARATOR),
    array: (parameter) => `string_to_array(${parameter}, E'\\x1e', '')`,
  },
  numeric: { name: 'numeric', pack: plain },
  smallint: { name: 'smallint', pack: plain },
  text: { name: 'text', pack: (values) => values },
  timestamptz: { name: 'timestamptz', pack: instants },
  uuid: { name: 'uuid', pack: plain },
  /** A text of our own that needs no quoting: a word of a list, a token. */
  word: { name: 'text', pack: plain },
  /** A list of such words, none of which has a comma. */
  words: {
    name: 'text',
    pack: (values: readonly (readonly string[] | null)[]) =>
      values.map((words) => words?.join(',') ?? null),
    unpack: (value) => `string_to_array(${value}, ',')`,
  },
}

/**
 * `T` is what a row holds of it, `S` the schema by which clients see it, if they do, and `I` that of what
 * they send of it, where they may.
 */
export interface Column<
  T = unknown,
  S extends TSchema | undefined = TSchema | undefined,
  I extends TSchema = TSchema,
> {
  kind: 'column'
  /** Never there; it carries the type. */
  readonly value?: T
  type: ColumnType
  /** What clients see, and how they are told of it; undefined for what they do not see. */
  schema: S
  input: I
  /** Its JSON text, where that is not what JSON.stringify makes of it; undefined leaves it out. */
  json?(value: T): string | undefined
  /** The value as SQL takes it and tells it, where that is not the one a row holds. */
  store?(value: T): unknown
  read?(stored: never): T
  /**
   * What is saved of it, as SQL on the row `v` that is saved, where that is not its value. What is
   * fixed of that row is in `fixed`: an update finds it in the table. Statements of its own within name the
   * environment as it is given, since what comes through the counter row is no constant to them.
   */
  saved?(fixed: 'v' | 't', environment: string): string
  /** Its column in a CSV. */
  cell?(name: string): CsvColumn
  nullable: boolean
  /** It never changes once it is written, and so stands in no update. */
  fixed: boolean
  /** What erasing a person leaves of it, NOBODY, or IN_PARTS. */
  erased: unknown
}

/** A column that every row is saved with alike, as SQL; a row that is decided on has none of it. */
export interface Always<T = unknown> extends Omit<Column<T>, 'kind'> {
  kind: 'always'
  always: string
}

/** A column that statements of its own write and read; a row that is decided on has none of it. */
export interface Apart<T = unknown> extends Omit<Column<T>, 'kind'> {
  kind: 'apart'
}

/** A column that is written with its row and read by statements of its own; a row that is decided on has none of it. */
export interface Unread<T = unknown> extends Omit<Column<T>, 'kind'> {
  kind: 'unread'
}

/** What clients see and no column holds: it is handed to the writer of the JSON. */
export interface Computed<T = unknown, S extends TSchema = TSchema> {
  kind: 'computed'
  readonly value?: T
  schema: S
  cell?(name: string): CsvColumn
}

/** What clients see and is the same of every row. */
export interface Constant<S extends TSchema = TSchema> {
  kind: 'constant'
  schema: S
  /** JSON text. */
  json: string
}

export type Member = Column | Always | Apart | Unread | Computed | Constant
export type Members = Record<string, Member>
