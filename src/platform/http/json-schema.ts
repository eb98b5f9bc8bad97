// Our schemas as plain JSON Schema 2020-12, the dialect of OpenAPI 3.1, with shared shapes by name.

import type { TSchema } from 'typebox'
import { findFormat } from './formats.ts'

/** A schema as it stands in the reference. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
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
}

/** As TypeBox spells it: with definitions inside, and maps as patterns that fit every key. */
interface Spelled extends JsonSchema {
  $id?: string
  $defs?: Record<string, Spelled>
  patternProperties?: Record<string, Spelled>
}

export const SCHEMAS = '#/components/schemas/'
const STANDARD_FORMATS = new Set(['date', 'date-time', 'email'])

export interface SchemaWriter {
  /** What may be sent: the schema, or a reference where it is a shared shape. */
  body(schema: TSchema): JsonSchema
  /** What is answered. Later versions add members, so none is said to be impossible. */
  answer(schema: TSchema): JsonSchema
  /** Every shared shape, by its name. */
  components: Record<string, JsonSchema>
}

/** Shapes that stand by their name wherever they occur. */
export interface SharedShapes {
  bodies: Record<string, TSchema>
  answers: Record<string, TSchema>
}

/** Writes schemas in which the shared shapes, wherever they occur, become references. */
export function createSchemaWriter({ bodies, answers }: SharedShapes): SchemaWriter {
  const shapes = [...Object.entries(bodies), ...Object.entries(answers)]
  const names = new Map(shapes.map(([name, schema]) => [JSON.stringify(schema), name]))
  const components: Record<string, JsonSchema> = {}

  function write(node: Spelled, open: boolean): JsonSchema {
    const name = names.get(JSON.stringify(node))
    return name ? { $ref: SCHEMAS + name } : writeWhole(node, open)
  }

  function writeWhole(node: Spelled, open: boolean): JsonSchema {
    const { $id, $defs = {}, patternProperties = {}, additionalProperties, ...plain } = node
    const inner = (child: Spelled) => write(child, open)
    for (const [name, child] of Object.entries($defs)) components[name] = writeWhole(child, open)
    const values = Object.values(patternProperties)[0]
    return tidy({
      ...plain,
      ...(plain.$ref && { $ref: SCHEMAS + plain.$ref }),
      ...(plain.anyOf && { anyOf: plain.anyOf.map(inner) }),
      ...(plain.items && { items: inner(plain.items) }),
      ...(plain.properties && { properties: mapValues(plain.properties, inner) }),
      ...(values && { additionalProperties: isEmpty(values) || inner(values) }),
      ...(additionalProperties === false && !open && { additionalProperties }),
    })
  }

  const root = (schema: TSchema): Spelled => JSON.parse(JSON.stringify(schema))
  for (const [name, schema] of shapes) components[name] = writeWhole(root(schema), name in answers)
  return {
    body: (schema) => write(root(schema), false),
    answer: (schema) => write(root(schema), true),
    components,
  }
}

const isEmpty = (schema: object): boolean => Object.keys(schema).length === 0

function mapValues<A, B>(record: Record<string, A>, map: (value: A) => B) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

function tidy(schema: JsonSchema): JsonSchema {
  return withStandardFormat(schema.anyOf ? tidyUnion(schema) : schema)
}

/** A format only we know becomes the pattern nearest to it and a word in the description. */
function withStandardFormat(schema: JsonSchema): JsonSchema {
  const { format, ...rest } = schema
  if (format === undefined || STANDARD_FORMATS.has(format)) return schema
  const known = findFormat(format)
  const words = [rest.description, known && `Must be ${known.allowed.replace(/,$/, '')}.`].filter(
    Boolean,
  )
  return {
    ...rest,
    ...(known?.pattern && { pattern: known.pattern }),
    ...(words.length > 0 && { description: words.join(' ') }),
  }
}

/** Unions as other tools like to read them: flat, one enum of words, null as one more type. */
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
