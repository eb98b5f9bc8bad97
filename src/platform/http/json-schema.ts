// Converts our schemas to JSON Schema 2020-12, the dialect of OpenAPI 3.1, with named components.

import type { TSchema } from 'typebox'
import { allowedIn } from '../../constraint-messages.ts'
import { invariant } from '../../invariant.ts'
import { findFormat } from './formats.ts'

/** A schema as written in the reference. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  required?: string[]
  format?: string
  pattern?: string
  contentMediaType?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  maxProperties?: number
  default?: unknown
  description?: string
  examples?: unknown[]
  /** The allowed words of a comma-separated list. */
  'x-list'?: string[]
  /** True if a query object is sent as `name[member]`. */
  'x-deep'?: boolean
  /** False if later versions add no words to this enum of a response. */
  'x-open'?: boolean
}

/** A TypeBox schema: with inline definitions, and maps as patterns that match every key. */
interface Spelled extends JsonSchema {
  $id?: string
  title?: string
  $defs?: Record<string, Spelled>
  patternProperties?: Record<string, Spelled>
}

export const SCHEMAS = '#/components/schemas/'
const STANDARD_FORMATS = new Set(['date', 'date-time', 'email', 'int64'])
/** Limits of the 32-bit integer that Java, C# and Kotlin clients assume by default. */
const INT32 = { least: -2_147_483_648, most: 2_147_483_647 }

/** The schema's purpose: request only, request that may include read-only properties, or response. */
type Use = 'sent' | 'sent back' | 'answered'

export interface SchemaWriter {
  /** Schema of a request body: a reference if it has a name, and closed to other properties. */
  body(schema: TSchema, name?: string): JsonSchema
  /** Schema of the writable properties, where read-only ones may also be sent back. */
  writable(schema: TSchema, name?: string): JsonSchema
  /** Schema of a response. It is open, since later versions add properties. */
  answer(schema: TSchema, name?: string): JsonSchema
  /** Every named schema that was written. */
  components: Record<string, JsonSchema>
}

/**
 * Writes every object as a named component: its `title`, its constant `object`, or the given name. A nested object is
 * named after its parent and property.
 */
export function createSchemaWriter(): SchemaWriter {
  const components: Record<string, JsonSchema> = {}

  function write(node: Spelled, use: Use, name?: string): JsonSchema {
    const { title, ...untitled } = node
    const shape = title ?? (node.properties && (nameOf(node) ?? name))
    if (!shape) return writeWhole(untitled, use, name)
    add(shape, writeWhole(untitled, use, shape))
    return { $ref: SCHEMAS + shape }
  }

  function add(name: string, written: JsonSchema): void {
    const known = components[name]
    invariant(
      !known || JSON.stringify(known) === JSON.stringify(written),
      `Two schemas have the name ${name}. Give one of them another title.`,
    )
    components[name] = written
  }

  function writeWhole(node: Spelled, use: Use, name?: string): JsonSchema {
    const { $id, $defs = {}, patternProperties = {}, additionalProperties, ...rest } = node
    const { 'x-open': isOpen, ...plain } = rest
    const inner = (child: Spelled, member = '') =>
      write(child, use, name && `${name}${pascal(member)}`)
    // A query has no name; its parameters keep their defaults as such.
    const member = (child: Spelled, key: string) =>
      name === undefined ? inner(child, key) : withDefaultInWords(inner(child, key))
    for (const [known, child] of Object.entries($defs)) add(known, writeWhole(child, use, known))
    const values = Object.values(patternProperties)[0]
    const written = tidy({
      ...plain,
      ...(plain.$ref && { $ref: SCHEMAS + plain.$ref }),
      ...(plain.anyOf && { anyOf: plain.anyOf.map((branch) => inner(branch)) }),
      ...(plain.items && { items: write(plain.items, use, name && singular(name)) }),
      ...(plain.properties && { properties: mapValues(plain.properties, member) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties }),
      ...(values && { additionalProperties: isEmpty(values) || inner(values, 'value') }),
      ...(additionalProperties === false && use === 'sent' && { additionalProperties }),
    })
    return {
      ...written,
      ...(use === 'answered' && written.enum && isOpen !== false && { 'x-open': true }),
    }
  }

  const root = (schema: TSchema): Spelled => JSON.parse(JSON.stringify(schema))
  return {
    body: (schema, name) => write(root(schema), 'sent', name),
    writable: (schema, name) => write(root(schema), 'sent back', name),
    answer: (schema, name) => write(root(schema), 'answered', name),
    components,
  }
}

/** The component name from the constant `object`; a list is named after its items. */
function nameOf({ properties = {} }: Spelled): string | undefined {
  const { object, deleted, data } = properties
  if (typeof object?.const !== 'string') return undefined
  if (object.const === 'list') {
    const item = data?.items as Spelled | undefined
    const listed = item && (item.title ?? nameOf(item))
    return listed && `${listed}List`
  }
  return `${deleted ? 'Deleted' : ''}${pascal(object.const)}`
}

export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const singular = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(s|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')

const isEmpty = (schema: object): boolean => Object.keys(schema).length === 0

function mapValues<A, B>(record: Record<string, A>, map: (value: A, key: string) => B) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}

function tidy(schema: JsonSchema): JsonSchema {
  return withSize(
    tidyList(tidyExamples(withStandardFormat(schema.anyOf ? tidyUnion(schema) : schema))),
  )
}

/** Moves a default into the description: openapi-typescript would make the property required. */
function withDefaultInWords({ default: value, ...schema }: JsonSchema): JsonSchema {
  if (value === undefined) return schema
  const words = [schema.description, `Default: ${JSON.stringify(value)}.`].filter(Boolean)
  return { ...schema, description: words.join(' ') }
}

/**
 * Puts the allowed words in the description. An array with commas would describe it better, but openapi-fetch sends
 * arrays as repeated parameters whatever the document says.
 */
function tidyList({ pattern, ...schema }: JsonSchema): JsonSchema {
  const words = schema['x-list']
  if (!words) return pattern === undefined ? schema : { ...schema, pattern }
  const values = `Values: ${words.map((word) => `\`${word}\``).join(', ')}.`
  return { ...schema, description: [schema.description, values].filter(Boolean).join(' ') }
}

/** Drops examples of timestamps and dates; the format describes them. */
function tidyExamples({ examples, ...schema }: JsonSchema): JsonSchema {
  const isDate = schema.format === 'date-time' || schema.format === 'date'
  return examples && !isDate ? { ...schema, examples } : schema
}

/** Adds the int64 format to integers that can exceed 32 bits. */
function withSize(schema: JsonSchema): JsonSchema {
  if (![schema.type].flat().includes('integer') || schema.const !== undefined) return schema
  const { minimum = INT32.least - 1, maximum = INT32.most + 1 } = schema
  const fits = minimum >= INT32.least && maximum <= INT32.most
  return fits ? schema : { ...schema, format: 'int64' }
}

/** Replaces a format of our own with its closest pattern and a description. */
function withStandardFormat(schema: JsonSchema): JsonSchema {
  const { format, ...rest } = schema
  if (format === undefined || STANDARD_FORMATS.has(format)) return schema
  const known = findFormat(format)
  const allowed = known && allowedIn({ kind: 'format', format: known.name, words: known.words })
  const words = [rest.description, allowed && `Must be ${allowed.replace(/,$/, '')}.`].filter(
    Boolean,
  )
  return {
    ...rest,
    ...(known?.pattern && { pattern: known.pattern }),
    ...(words.length > 0 && { description: words.join(' ') }),
  }
}

/** Flattens unions for other tools: one enum of words, and null as another type. */
function tidyUnion({ anyOf = [], ...outer }: JsonSchema): JsonSchema {
  const described = anyOf.find((branch) => branch.description)
  const description = outer.description ?? described?.description
  const said = description === undefined ? {} : { description }
  const flat = anyOf.flatMap((branch) => branch.anyOf ?? [branch]).map(withoutDescription)
  if (flat.every((branch) => typeof branch.const === 'string')) {
    return { ...outer, type: 'string', enum: flat.map((branch) => branch.const), ...said }
  }
  const others = flat.filter((branch) => branch.type !== 'null')
  const [only] = others
  if (others.length > 1 || !only || only.$ref || only.enum || only.const !== undefined) {
    return { ...outer, anyOf: flat, ...said }
  }
  const type = others.length < flat.length ? [only.type as string, 'null'] : only.type
  return { ...only, ...outer, ...(type && { type }), ...said }
}

function withoutDescription({ description, ...schema }: JsonSchema): JsonSchema {
  return schema
}
