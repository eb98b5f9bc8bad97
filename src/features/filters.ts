// The filters of lists: the query parameter of each, and its condition in SQL.

import { type Static, type TBoolean, type TOptional, type TSchema, Type } from 'typebox'
import { CUSTOMER_REF, parseCustomerId } from '../domain/customer.ts'
import { queryWords } from '../domain/words.ts'
import { among, raw, type Sql, sql } from '../platform/db/sql.ts'
import { havingWords, type WordTable } from '../platform/db/word-index.ts'
import { AnyOf, CurrencyFilter, Text, valuesIn } from '../platform/http/shapes.ts'

/** Environment and instant of a list request. */
export interface Reading {
  environment_id: number
  wallNow(): number
}

export interface Filter<S extends TSchema = TSchema> {
  schema: S
  where(value: Static<S>, column: string, reading: Reading): Sql | Sql[]
}

/** Filters by query parameter name. */
export type Filters = Readonly<Record<string, Filter>>

export type Filtered<F extends Filters> = { [K in keyof F]?: Static<F[K]['schema']> }

/** A filter with a custom condition. */
export const filter = <S extends TSchema>(
  schema: S,
  where: (value: Static<S>, column: string, reading: Reading) => Sql | Sql[],
): Filter<S> => ({ schema, where })

/** Matches rows whose column of that name equals the value, as read by `decode`. */
export const equals = <S extends TSchema>(
  schema: S,
  decode: (value: Static<S>) => string | number | boolean | undefined = (value) => value as string,
): Filter<S> => filter(schema, (value, column) => sql`${raw(column)} = ${decode(value) ?? null}`)

export const isSet = (description: string): Filter<TBoolean> =>
  equals(Type.Boolean({ description }))

/** Matches rows whose column of that name has one of these words. */
export const anyOf = <const W extends readonly string[]>(words: W, description: string) =>
  filter(AnyOf(words, description), (value, column) => among(column, valuesIn(value)))

export const currencies = filter(CurrencyFilter, (value, column) =>
  among(column, valuesIn(value.toLowerCase())),
)

/** Matches rows of this customer. */
export const ofCustomer = (description: string) =>
  equals(
    Type.String({
      pattern: CUSTOMER_REF,
      description: `${description}: \`cus_1001\`, or 1001.`,
      examples: ['cus_1001'],
    }),
    parseCustomerId,
  )

/** Matches rows that have words starting with those given. */
export const words = (index: WordTable, description: string) =>
  filter(Text(200, description), (text, _, { environment_id }) =>
    havingWords(index, environment_id, queryWords(text)),
  )

export const parametersOf = <F extends Filters>(filters: F) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, { schema }]) => [name, Type.Optional(schema)]),
  ) as { [K in keyof F]: TOptional<F[K]['schema']> }

/** The conditions of the filters that a query uses. */
export const conditionsOf = <F extends Filters>(
  filters: F,
  query: Filtered<F>,
  reading: Reading,
): Sql[] =>
  Object.entries(filters).flatMap(([name, { where }]) => {
    const value = query[name]
    return value === undefined ? [] : where(value, name, reading)
  })
