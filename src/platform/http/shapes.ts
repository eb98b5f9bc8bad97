// Schema parts used by every resource; each is type, validator and documentation at once.

import { type Static, type TSchema, Type } from 'typebox'

export const TIMESTAMP = { format: 'date-time', examples: ['2026-11-20T21:36:00.000Z'] }
/** A stored timestamp: from 2000 on, so that it can be shown in every time zone. */
export const KEPT_TIMESTAMP = { ...TIMESTAMP, pattern: '^[2-9]' }

export const Timestamp = Type.String(TIMESTAMP)

const MetadataValue = Type.Union([
  Type.String({ maxLength: 500 }),
  // Larger JSON numbers lose digits, so they could not be returned as sent.
  Type.Number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  Type.Boolean(),
])

const METADATA = {
  maxProperties: 50,
  propertyNames: { type: 'string', minLength: 1, maxLength: 40 },
  description:
    'Your own key-value data: at most 50 keys of 1–40 characters; values are strings of up to 500 characters, numbers or booleans.',
}

// A plain Type.String() becomes the pattern ^.*$, which a key with a line break does not match.
const AnyKey = Type.String({ pattern: '^[\\s\\S]*$' })

export const Metadata = Type.Record(AnyKey, MetadataValue, { ...METADATA, title: 'Metadata' })

/** Merged with the existing metadata; a null value removes its key, null for the whole clears it. */
export const MetadataPatch = Type.Union([
  Type.Record(AnyKey, Type.Union([MetadataValue, Type.Null()]), {
    propertyNames: METADATA.propertyNames,
    title: 'MetadataPatch',
    description: 'Merged by key: a null value removes the key.',
  }),
  Type.Null(),
])

/** A string of at most `most` code points. */
export function Text(most: number, description: string, least = 0) {
  return Type.String({ maxLength: most, ...(least > 0 && { minLength: least }), description })
}

/** A single-line `Text`, safe in an email header. */
export function Line(most: number, description: string, least = 0) {
  return Type.String({ ...Text(most, description, least), format: 'line' })
}

/** A `Text` with line breaks and tabs, but no other control characters. */
export function Lines(most: number, description: string) {
  return Type.String({ ...Text(most, description), format: 'lines' })
}

/** Also allows "", which means the same as no value. */
export function OrEmpty<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Literal('')])
}

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** On PATCH, null clears. */
export const Clearable = <S extends TSchema>(schema: S) => orNull(schema)

/** A string enum; in responses it is open, since later versions may add values. */
export function OneOf<const T extends readonly string[]>(words: T, description: string) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...words], description })
}

/** A string enum that is closed in responses as well. */
export function ClosedOneOf<const T extends readonly string[]>(words: T, description: string) {
  return Type.Unsafe<T[number]>({ ...OneOf(words, description), 'x-open': false })
}

/** An object that refuses unknown properties. */
export function Body<P extends Record<string, TSchema>>(members: P, description?: string) {
  return Type.Object(members, { additionalProperties: false, ...(description && { description }) })
}

/**
 * A filter by one or several comma-separated values of a closed list. The pattern validates it; `x-list` gives the
 * values to writers of the reference.
 */
export function AnyOf<const T extends readonly string[]>(words: T, description: string) {
  const word = `(?:${words.map((each) => each.replaceAll('.', '\\.')).join('|')})`
  return Type.Unsafe<string>({
    type: 'string',
    pattern: `^${word}(?:,${word})*$`,
    'x-list': [...words],
    description: `${description} Several are separated by commas.`,
  })
}

/** A filter by currencies, case-insensitive. The feature that knows the currencies defines the format. */
export const CurrencyFilter = Type.String({
  format: 'currencies',
  maxLength: 700,
  description: 'In this currency. Several are separated by commas.',
  examples: ['cad,usd'],
})

/** Returns the distinct values of such a filter. */
export const valuesIn = (text: string): string[] => [...new Set(text.split(','))]

/** Filters on metadata: `metadata[key]=value`, by key. */
export const metadataQuery = {
  metadata: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      'x-deep': true,
      additionalProperties: { type: 'string', maxLength: 100 },
      maxProperties: 50,
      description:
        'Objects with this value of a metadata key: `metadata[order]=A-17`. Several keys must all match.',
    }),
  ),
}

/** A filter value for a point in time: a timestamp or a date. */
const Moment = (description: string) =>
  Type.Union(
    [Type.String({ ...TIMESTAMP }), Type.String({ format: 'date', examples: ['2026-11-20'] })],
    { description },
  )

/** A timestamp filter; its name must be listed in `withMidnights`. */
export const momentFilter = (description: string) =>
  Type.Optional(Moment(`${description} A date is its start in the time zone of the account.`))

/** The query parameters of a list; timestamps and dates filter on `created_at`. */
export const listQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'Number of objects per page.',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      default: 0,
      description: 'Number of objects to skip. For deep pages, use the cursors.',
    }),
  ),
  starting_after: Type.Optional(
    Type.String({ maxLength: 64, description: 'The ID of the last object of the previous page.' }),
  ),
  ending_before: Type.Optional(
    Type.String({ maxLength: 64, description: 'The ID of the first object of the next page.' }),
  ),
  'created_at[gte]': momentFilter('Created at this time or later.'),
  'created_at[gt]': momentFilter('Created later than this.'),
  'created_at[lte]': momentFilter('Created at this time or earlier.'),
  'created_at[lt]': momentFilter('Created earlier than this.'),
}

const ListQuery = Type.Object(listQuery)
export type ListQuery = Static<typeof ListQuery>

/** The envelope of every list. */
export function ListOf<T extends TSchema>(item: T) {
  return Type.Object({
    object: Type.Literal('list'),
    url: Type.String(),
    data: Type.Array(item),
    has_more: Type.Boolean({ description: 'Whether another page follows.' }),
    total_count: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Matching objects; null for a filtered list of more than 10,000.',
    }),
    limit: Type.Integer(),
    offset: Type.Integer(),
  })
}
