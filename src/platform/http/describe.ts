// Describes as data the values that a schema allows.

import type { Advice, Allowed } from '../../constraint.ts'
import { findFormat } from './formats.ts'

/** Advice for a number below its minimum; not part of the reference. */
export const BELOW: unique symbol = Symbol('below')
/** Advice for a fraction or a string where an integer is required. */
export const WHOLE: unique symbol = Symbol('whole')

/** The JSON Schema keywords that our schemas use. */
export interface SchemaNode {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: SchemaNode[]
  properties?: Record<string, SchemaNode>
  patternProperties?: Record<string, SchemaNode>
  propertyNames?: { minLength: number; maxLength: number }
  items?: SchemaNode
  required?: string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  description?: string
  /** The allowed words of a comma-separated list. */
  'x-list'?: string[]
  /** True if it is sent as `name[key]=value`. */
  'x-deep'?: boolean
  examples?: unknown[]
  [BELOW]?: Advice
  [WHOLE]?: Advice
}

export function allowedBy(node: SchemaNode): Allowed {
  if (node.const !== undefined) return { kind: 'literal', value: String(node.const) }
  if (node.enum) return { kind: 'one_of', values: node.enum.map(String) }
  if (node.anyOf) return { kind: 'any_of', options: node.anyOf.map(allowedBy) }
  if (node.type === 'integer') return { kind: 'integer', ...bounds(node.minimum, node.maximum) }
  if (node.type === 'number') return { kind: 'number', ...bounds(undefined, node.maximum) }
  if (node.type === 'string') return allowedTexts(node)
  if (node.type === 'array') return allowedLists(node)
  if (node.type === 'object' && node.maxProperties) {
    const values = Object.values(node.patternProperties ?? {})[0]
    return { kind: 'map', max: node.maxProperties, ...(values && { of: allowedBy(values) }) }
  }
  if (node.type === 'object' || node.type === 'boolean' || node.type === 'null') {
    return { kind: node.type }
  }
  return { kind: 'any' }
}

function allowedTexts(node: SchemaNode): Allowed {
  if (node['x-list']) return { kind: 'several_of', values: node['x-list'] }
  const { minLength, maxLength, pattern, examples } = node
  const format = findFormat(node.format)
  if (format) {
    const { name, words, sized } = format
    const size = sized ? bounds(minLength, maxLength) : {}
    return { kind: 'format', format: name, ...(words && { words }), ...size }
  }
  if (pattern) {
    return { kind: 'pattern', pattern, ...(examples && { example: String(examples[0]) }) }
  }
  return maxLength === undefined
    ? { kind: 'string' }
    : { kind: 'length', ...bounds(minLength, maxLength) }
}

function allowedLists({ items, minItems = 0, maxItems }: SchemaNode): Allowed {
  const of = items?.type === 'object' ? 'objects' : 'values'
  return { kind: 'list', of, ...bounds(minItems, maxItems) }
}

function bounds(min: number | undefined, max: number | undefined) {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}
