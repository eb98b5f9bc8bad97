// A column of a table: its SQL type, how its values are sent and read, and how clients see them.

import type { TSchema } from 'typebox'
import type { CsvColumn } from '../csv.ts'
import { instants, plain } from './sql.ts'

/** Contains no personal data: an erasure does not change it. */
export const NOT_PERSONAL: unique symbol = Symbol('nobody')

/** Contains personal data in parts, which the erasure removes with separate code. */
export const IN_PARTS: unique symbol = Symbol('in parts')

/** Separates JSON texts sent as one parameter; JSON escapes control characters. */
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
  /** The same parameter as an array; default: a cast. */
  array?: (parameter: string) => string
  /** An element of that array as a value of the column. */
  unpack?: (value: string) => string
}

/** Column types. Values that need no quoting are sent without, which spares the driver the escaping. */
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
  /** JSON text that is stored verbatim. */
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
  /** Text from our own code that needs no quoting: a word of a list, a token. */
  word: { name: 'text', pack: plain },
  /** A list of words without commas. */
  words: {
    name: 'text',
    pack: (values: readonly (readonly string[] | null)[]) =>
      values.map((words) => words?.join(',') ?? null),
    unpack: (value) => `string_to_array(${value}, ',')`,
  },
}

/**
 * `T` is the type of its values in a row, `S` the schema that clients see, and `I` the schema of the values that
 * clients send; each only if there is one.
 */
export interface Column<
  T = unknown,
  S extends TSchema | undefined = TSchema | undefined,
  I extends TSchema = TSchema,
> {
  kind: 'column'
  /** Never set; carries the type. */
  readonly value?: T
  type: ColumnType
  /** Schema of what clients see; undefined if they do not see the column. */
  schema: S
  input: I
  /** Returns its JSON text, if it differs from that of JSON.stringify; undefined omits the property. */
  json?(value: T, row: object): string | undefined
  /** Converts a value of a row to its SQL value; `read` converts it back. */
  store?(value: T): unknown
  read?(stored: never): T
  /**
   * Returns the SQL expression that is saved, on the saved row `v`, if it is not the plain value. Fixed columns
   * of that row are in `fixed`: an update finds them in the table. Its subqueries must use the environment as
   * passed, since a value that comes through the counter row is not a constant to them.
   */
  saved?(fixed: 'v' | 't', environment: string): string
  /** Returns its column in a CSV file. */
  cell?(name: string): CsvColumn
  nullable: boolean
  /** True if it never changes once it is written; updates leave it out. */
  fixed: boolean
  /** The value that erasing a person leaves, or one of the two symbols above. */
  erased: unknown
}

/** A column saved with the same SQL expression for every row; absent from the rows of a decision. */
export interface Always<T = unknown> extends Omit<Column<T>, 'kind'> {
  kind: 'always'
  always: string
}

/** A column that separate statements write and read; absent from the rows of a decision. */
export interface Apart<T = unknown> extends Omit<Column<T>, 'kind'> {
  kind: 'apart'
}

/** A column written with its row and read by separate statements; absent from the rows of a decision. */
export interface Unread<T = unknown> extends Omit<Column<T>, 'kind'> {
  kind: 'unread'
}

/** A property that clients see and no column holds; it is passed to the JSON writer. */
export interface Computed<T = unknown, S extends TSchema = TSchema> {
  kind: 'computed'
  readonly value?: T
  schema: S
  cell?(name: string): CsvColumn
}

/** A property that clients see with the same value in every object. */
export interface Constant<S extends TSchema = TSchema> {
  kind: 'constant'
  schema: S
  /** JSON text. */
  json: string
}

export type Member = Column | Always | Apart | Unread | Computed | Constant
export type Members = Record<string, Member>
