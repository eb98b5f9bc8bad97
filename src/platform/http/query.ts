// Query parameters: strings converted according to their schema, without guessing.

import type { TSchema } from 'typebox'
import type { Constraint } from '../../constraint.ts'
import { explain } from '../../constraint-messages.ts'
import { Refusal, type RefusalFault } from '../refusal.ts'
import type { SchemaNode } from './describe.ts'
import { compileCheck, type Nearest, refusalOf } from './validate.ts'

export type ParseQuery = (raw: string) => Record<string, unknown>

/** Compiles a parser for the query of a route; it refuses unknown and repeated parameters. */
export function compileQuery(schema: TSchema, nearest: Nearest): ParseQuery {
  const properties = (schema as SchemaNode).properties ?? {}
  const check = compileCheck(schema, nearest, 'query parameter')
  return (raw) => {
    const all: Record<string, unknown> = {}
    const faults: RefusalFault[] = []
    for (const [name, text] of parameters(raw)) {
      const fault = take(all, name, text, properties)
      if (fault) faults.push(explain('parameter_invalid', brief(name), fault))
    }
    if (faults.length > 0) throw refusalOf(faults.slice(0, 20))
    check(all)
    return all
  }
}

/** Adds a parameter to `all`; returns the constraint that it violates, if any. */
function take(
  all: Record<string, unknown>,
  sent: string,
  text: string,
  properties: Record<string, SchemaNode>,
): Constraint | undefined {
  const deep = deepName(sent, properties)
  if (deep) {
    const fault = faultOfDeep(deep.key, text)
    if (fault) return fault
  } else if (properties[sent]?.['x-deep']) {
    return { kind: 'key_in_brackets' }
  }
  if (text.includes('\u0000') || !text.isWellFormed()) {
    return { kind: 'characters' }
  }
  const values = deep ? inner(all, deep.name) : all
  const name = deep ? deep.key : sent
  if (Object.hasOwn(values, name)) {
    return { kind: 'repeated', list: properties[sent]?.['x-list'] !== undefined }
  }
  define(values, name, deep ? text : convert(text, properties[name]))
  return undefined
}

/** Splits `metadata[key]` if the query has such a parameter. */
function deepName(
  sent: string,
  properties: Record<string, SchemaNode>,
): { name: string; key: string } | undefined {
  const at = sent.indexOf('[')
  if (at <= 0 || !sent.endsWith(']')) return undefined
  const name = sent.slice(0, at)
  return properties[name]?.['x-deep'] ? { name, key: sent.slice(at + 1, -1) } : undefined
}

/** Returns the object that collects the parameters of one name. */
function inner(all: Record<string, unknown>, name: string): Record<string, unknown> {
  if (!Object.hasOwn(all, name)) define(all, name, {})
  return all[name] as Record<string, unknown>
}

function faultOfDeep(key: string, text: string): Constraint | undefined {
  const length = [...key].length
  if (length < 1 || length > 40) return { kind: 'key_length', min: 1, max: 40 }
  if (key.includes('\u0000') || !key.isWellFormed()) {
    return { kind: 'characters' }
  }
  return [...text].length > 100 ? { kind: 'length', max: 100 } : undefined
}

function parameters(raw: string): [string, string][] {
  if (raw === '') return []
  const pairs: [string, string][] = []
  for (const part of raw.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = at < 0 ? part : part.slice(0, at)
    pairs.push([decode(name), at < 0 ? '' : decode(part.slice(at + 1))])
  }
  return pairs
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Refusal(
      'parameter_invalid',
      `The query holds "${text.slice(0, 60)}", which is not valid percent-encoded UTF-8.`,
    )
  }
}

// A name like __proto__ must become an own property, so that it is refused as unknown.
function define(values: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(values, name, { value, enumerable: true, configurable: true })
}

function convert(text: string, schema: SchemaNode | undefined): unknown {
  if (schema?.type === 'integer' && /^-?\d{1,16}$/.test(text)) {
    const value = Number(text)
    // An integer that no float holds stays a string, so that the error can quote it.
    return Number.isSafeInteger(value) ? value : text
  }
  if (schema?.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Shortens a name for a message: it can be as long as a URL. */
const brief = (name: string): string => name.slice(0, 64)
