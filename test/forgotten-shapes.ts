// The lists and shapes of the OpenAPI document, and request bodies that fill every free text of a shape.

import { openapiDocument } from '../src/app/reference.ts'
import { EVENTS } from '../src/domain/event.ts'

/** A schema of the document, as far as these tests read it. */
interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  maxLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  'x-csv'?: { columns: string[] }
}

export interface List {
  /** The name of the item schema: `CreditTransaction`. */
  item: string
  /** True if an object is an item of this list. */
  has(object: Record<string, unknown>): boolean
  properties: string[]
  /** The columns of its CSV; undefined if it has none. */
  csv: string[] | undefined
}

const document = openapiDocument() as unknown as {
  paths: Record<string, Record<string, Operation | undefined>>
  components: { schemas: Record<string, Schema> }
}

const nameOf = (schema: Schema | undefined): string => schema?.$ref?.split('/').at(-1) ?? ''

/** The properties of a schema with those of its parts. */
function allOf(schema: Schema): Record<string, Schema> {
  const whole = document.components.schemas[nameOf(schema)] ?? schema
  const parts = (whole.allOf ?? []).map(allOf)
  return Object.assign({}, ...parts, whole.properties)
}

export function shape(name: string): Record<string, Schema> {
  const schema = document.components.schemas[name]
  if (!schema) throw new Error(`openapi.json has no shape ${name}`)
  return allOf(schema)
}

/** The properties of a shape whose values can differ between objects. */
export const propertiesOf = (name: string): string[] =>
  Object.entries(shape(name)).flatMap(([property, { const: same }]) => (same ? [] : [property]))

/** The shape of the items in an array property. */
export const lineShapeOf = (item: string, property: string): string =>
  nameOf(shape(item)[property]?.items)

/** Every list of the API, once per kind of item. */
export function lists(): List[] {
  const found = new Map<string, List>()
  for (const { get } of Object.values(document.paths)) {
    const page = nameOf(get?.responses['200']?.content?.['application/json']?.schema)
    // The common parts of all lists come first, then the items of this list.
    const [envelope, own] = document.components.schemas[page]?.allOf ?? []
    if (nameOf(envelope) !== 'ListEnvelope') continue
    const item = nameOf(own?.properties?.data?.items)
    const { object: noun, id } = shape(item)
    // Invoices and products have no property `object`.
    const has = (one: Record<string, unknown>) =>
      noun ? one.object === noun.const : new RegExp(id?.pattern ?? '(?!)').test(`${one.id}`)
    const csv = get?.['x-csv']?.columns
    found.set(item, { item, has, properties: propertiesOf(item), csv })
  }
  return [...found.values()]
}

/** The kinds of objects in events: the name and the shape of each. */
export function eventObjects(): { noun: string; item: string }[] {
  const nouns = new Set(Object.values(EVENTS).map(({ object }) => object))
  return [...nouns].map((noun) => ({
    noun,
    item: noun.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase()),
  }))
}

/** True if a property can hold any text, such as this one. */
export function isFreeText(schema: Schema, text: string): boolean {
  if (schema.anyOf) return schema.anyOf.some((each) => isFreeText(each, text))
  if (![schema.type].flat().includes('string')) return false
  if (schema.format || schema.enum || schema.const !== undefined) return false
  return !schema.pattern || new RegExp(schema.pattern, 'u').test(text)
}

/** A request body with a text in every property that takes one, and with the given values. */
export function wholeBody(name: string, text: string, given: object): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [property, schema] of Object.entries(shape(name))) {
    if (/^Metadata/.test(nameOf(schema))) body[property] = { who: text }
    else if (isFreeText(schema, text)) body[property] = text.slice(0, schema.maxLength)
  }
  return Object.assign(body, given)
}
