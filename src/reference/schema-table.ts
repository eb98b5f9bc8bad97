// Renders a schema for people: each property with its type and meaning.

import type { JsonSchema } from '../platform/http/json-schema.ts'
import type { Parameter } from '../platform/http/openapi-document.ts'
import { type Block, code, type Line, link, type Member } from './blocks.ts'
import { nameOf, type Reading } from './reading.ts'

export interface Shapes extends Pick<Reading, 'at'> {
  /** Where a named shape has its own section; undefined if it is shown inline. */
  placeOf?(name: string): string | undefined
}

/** The request body: the properties of an object, with those of nested objects below them. */
export const bodyTable = (schema: JsonSchema, shapes: Shapes): Block => ({
  kind: 'members',
  noun: 'Property',
  members: membersOf(schema, shapes, { depth: 0, above: new Set() }, (required) =>
    required ? 'required' : undefined,
  ),
})

/** The response, in the same form. */
export const answerTable = (schema: JsonSchema, shapes: Shapes): Block => ({
  kind: 'members',
  noun: 'Property',
  members: membersOf(schema, shapes, { depth: 0, above: new Set() }, (required) =>
    required ? undefined : 'optional',
  ),
})

export function parameterTable(parameters: Parameter[], shapes: Shapes): Block {
  const members = parameters.map(({ name, in: where, required, schema, description, example }) => ({
    name,
    depth: 0,
    mark: [where === 'query' ? undefined : where, required && where === 'query' && 'required']
      .filter(Boolean)
      .join(', '),
    type: typeOf({ ...schema, ...(example !== undefined && { examples: [example] }) }, shapes),
    about: description,
  }))
  return { kind: 'members', noun: 'Parameter', members }
}

interface Depth {
  depth: number
  above: Set<string>
}

type Mark = (required: boolean) => string | undefined

function membersOf(
  schema: JsonSchema,
  shapes: Shapes,
  { depth, above }: Depth,
  mark: Mark,
): Member[] {
  const { properties, required = [] } = whole(schema, shapes)
  return Object.entries(properties).flatMap(([name, property]) => {
    const seen = whole(property, shapes)
    const inner = seen.items ?? property
    const shape = nameOf(inner) ?? ''
    // A recursive shape, such as the steps of a derivation, is shown once.
    const isElsewhere = above.has(shape) || shapes.placeOf?.(shape) !== undefined
    const deeper = { depth: depth + 1, above: new Set(above).add(shape) }
    const member = {
      name,
      depth,
      mark: mark(required.includes(name)),
      type: typeOf(property, shapes),
      about: property.description ?? seen.description,
    }
    return [member, ...(isElsewhere ? [] : membersOf(inner, shapes, deeper, mark))]
  })
}

/** The schema with its reference resolved and its composed parts merged. */
function whole(schema: JsonSchema, shapes: Shapes): JsonSchema & Required<Has> {
  const { $ref, ...own } = schema
  const found = { ...($ref ? shapes.at<JsonSchema>({ $ref }) : {}), ...own } as Composed
  const parts = (found.allOf ?? []).map((part) => whole(part, shapes))
  const branches = (found.anyOf ?? found.oneOf ?? []).filter(({ type }) => type !== 'null')
  // Null or an object: the properties are those of the object.
  const [only, ...others] = branches
  if (only && others.length === 0) parts.push(whole(only, shapes))
  const merged = parts.reduce<Has>(
    (sum, part) => ({
      properties: { ...sum.properties, ...part.properties },
      required: [...(sum.required ?? []), ...part.required],
    }),
    { properties: found.properties ?? {}, required: found.required ?? [] },
  )
  const [first] = parts
  const type = found.type ?? (found.anyOf || found.oneOf ? undefined : first?.type)
  return { ...found, ...(type && { type }), ...merged } as JsonSchema & Required<Has>
}

type Has = Pick<JsonSchema, 'properties' | 'required'>
type Composed = JsonSchema & { oneOf?: JsonSchema[] }

/** The type of a value, in words. */
function typeOf(schema: JsonSchema, shapes: Shapes): Line {
  const name = nameOf(schema)
  const place = name === undefined ? undefined : shapes.placeOf?.(name)
  if (name !== undefined && place !== undefined) return link(code(name), place)
  const found = whole(schema, shapes) as Composed & Required<Has>
  const branches = found.anyOf ?? found.oneOf
  if (branches) return listed(branches.map((branch) => typeOf(branch, shapes)))
  if (found.const !== undefined) return word(found.const)
  if (found.enum) return listed(found.enum.map(word))
  const types = Array.isArray(found.type) ? found.type : [found.type]
  const said = listed(
    types.map((each) => (each === 'null' ? '`null`' : plain(each, found, shapes))),
  )
  return found.default === undefined ? said : `${said}; ${word(found.default)} by default`
}

const word = (value: unknown): Line => code(JSON.stringify(value))

const listed = (words: Line[]): Line =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

function plain(type: string | undefined, schema: JsonSchema, shapes: Shapes): Line {
  const { items, additionalProperties: values } = schema
  if (type === 'array') {
    const bounds = span(schema.minItems, schema.maxItems)
    return ['list of', bounds, items && many(items, shapes)].filter(Boolean).join(' ')
  }
  if (type === 'integer') return `integer${after(span(schema.minimum, schema.maximum))}`
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'object' && typeof values === 'object' && Object.keys(values).length > 0)
    return `map to ${typeOf(values, shapes)}`
  if (type === 'string') return text(schema)
  return type ?? 'anything'
}

function many(items: JsonSchema, shapes: Shapes): Line {
  const { type, enum: words } = whole(items, shapes)
  const place = shapes.placeOf?.(nameOf(items) ?? '')
  if (type === 'object' && place === undefined) return 'objects'
  return type === 'string' && !words ? 'strings' : typeOf(items, shapes)
}

function text(schema: JsonSchema): Line {
  const { format, examples } = schema
  if (format === 'date') return `date, such as ${code((examples?.[0] as string) ?? '2026-12-20')}`
  if (format === 'date-time') return 'timestamp, such as `2026-11-20T21:36:00.000Z`'
  const bounds = span(schema.minLength, schema.maxLength)
  const noun = format === 'email' ? 'email address' : 'string'
  const sized = bounds ? `${noun} of ${bounds} characters` : noun
  if (examples?.[0] !== undefined) return `${sized}, such as ${code(String(examples[0]))}`
  // A bar would end a cell, and a backtick the code; excluded characters are described in words.
  return schema.pattern && !/[`|]|\\u/.test(schema.pattern)
    ? `${sized} matching ${code(schema.pattern)}`
    : sized
}

const after = (bounds: string): string => bounds && `, ${bounds}`

function span(least: number | undefined, most: number | undefined): string {
  if (most === undefined || most >= Number.MAX_SAFE_INTEGER) {
    return least === undefined || least < 0 || most === undefined ? '' : `${figure(least)} or more`
  }
  return least === undefined || least < 0
    ? `at most ${figure(most)}`
    : `${figure(least)} to ${figure(most)}`
}

const figure = (value: number): string => value.toLocaleString('en-US')
