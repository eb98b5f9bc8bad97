// Says in words what a schema allows: completes "must be …".

import { findFormat } from './formats.ts'

/** What to do instead, on a schema of numbers: told of one below its minimum, and no part of the reference. */
export const BELOW: unique symbol = Symbol('below')
/** The same to whoever sends a fraction, or a text. */
export const WHOLE: unique symbol = Symbol('whole')

/** The members of JSON Schema that our schemas use. */
export interface SchemaNode {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: SchemaNode[]
  properties?: Record<string, SchemaNode>
  patternProperties?: Record<string, SchemaNode>
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
  /** The words of which several may be given, separated by commas. */
  'x-list'?: string[]
  /** Whether it is sent as `name[key]=value`. */
  'x-deep'?: boolean
  examples?: unknown[]
  [BELOW]?: string
  [WHOLE]?: string
}

const NAMES: Record<string, string> = {
  object: 'an object',
  boolean: 'true or false',
  null: 'null',
  number: 'a number',
}

export function describeSchema(node: SchemaNode): string {
  if (node.const !== undefined) return node.const === '' ? '""' : String(node.const)
  if (node.enum) return listed(node.enum.map(String))
  if (node.anyOf) return listed(node.anyOf.map(describeSchema))
  if (node.type === 'integer') return `a whole number${between(node.minimum, node.maximum)}`
  if (node.type === 'string') return describeText(node)
  if (node.type === 'array') return describeArray(node)
  if (node.type === 'number' && node.maximum === Number.MAX_SAFE_INTEGER) {
    return 'a number of at most 2^53−1'
  }
  if (node.type === 'object' && node.maxProperties) {
    return `an object of at most ${node.maxProperties} keys, each ${describeValues(node)}`
  }
  return NAMES[node.type ?? ''] ?? 'another value'
}

function describeValues(node: SchemaNode): string {
  const values = Object.values(node.patternProperties ?? {})[0]
  return values ? describeSchema(values) : 'any value'
}

function describeText(node: SchemaNode): string {
  if (node['x-list']) return `${listed(node['x-list'])}, or several of them separated by commas`
  const format = findFormat(node.format)
  if (format) return format.sized ? `${format.allowed} ${sizeOf(node)}` : format.allowed
  if (node.pattern)
    return node.examples ? `a string such as ${node.examples[0]}` : `a string like ${node.pattern}`
  if (node.maxLength === undefined) return 'a string'
  return `a string ${sizeOf(node)}`
}

function sizeOf({ minLength, maxLength }: SchemaNode): string {
  return `of ${minLength ? `${minLength} to ` : 'at most '}${maxLength} characters`
}

function describeArray(node: SchemaNode): string {
  const what = node.items?.type === 'object' ? 'objects' : 'values'
  return `a list of ${node.minItems ?? 0} to ${node.maxItems} ${what}`
}

function between(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return ''
}

function listed(words: string[]): string {
  const unique = [...new Set(words)]
  return unique.length < 2
    ? unique.join('')
    : `${unique.slice(0, -1).join(', ')} or ${unique.at(-1)}`
}
