// Query parameters: texts turned into what their schema says, and nothing guessed.

import type { TSchema } from 'typebox'
import { Refusal, type RefusalFault } from '../refusal.ts'
import type { SchemaNode } from './describe.ts'
import { compileCheck, type Nearest, refusalOf } from './validate.ts'

export type ParseQuery = (raw: string) => Record<string, unknown>

/** Compiles a parser for the query of a route: unknown and repeated parameters are refused. */
export function compileQuery(schema: TSchema, nearest: Nearest): ParseQuery {
  const properties = (schema as SchemaNode).properties ?? {}
  const check = compileCheck(schema, nearest, 'query parameter')
  return (raw) => {
    const all: Record<string, unknown> = {}
    const faults: RefusalFault[] = []
    for (const [name, text] of parameters(raw)) {
      const fault = take(all, name, text, properties)
      if (fault) faults.push(invalid(name, `${brief(name)} ${fault}`))
    }
    if (faults.length > 0) throw refusalOf(faults.slice(0, 20))
    check(all)
    return all
  }
}

/** Puts a parameter to the others; answers what is wrong with it. */
function take(
  all: Record<string, unknown>,
  sent: string,
  text: string,
  properties: Record<string, SchemaNode>,
): string | undefined {
  const deep = deepName(sent, properties)
  if (deep) {
    const fault = faultOfDeep(deep.key, text)
    if (fault) return fault
  } else if (properties[sent]?.['x-deep']) {
    return `needs a key in brackets, such as ${brief(sent)}[order]=A-17.`
  }
  if (text.includes('\u0000') || !text.isWellFormed()) {
    return 'holds a character that no string can hold.'
  }
  const values = deep ? inner(all, deep.name) : all
  const name = deep ? deep.key : sent
  if (Object.hasOwn(values, name)) {
    const isList = properties[sent]?.['x-list'] !== undefined
    return `is given more than once. Give it once${isList ? ', with commas between its values' : ''}.`
  }
  define(values, name, deep ? text : convert(text, properties[name]))
  return undefined
}

/** The parts of `metadata[key]`, where the query has such a parameter. */
function deepName(
  sent: string,
  properties: Record<string, SchemaNode>,
): { name: string; key: string } | undefined {
  const at = sent.indexOf('[')
  if (at <= 0 || !sent.endsWith(']')) return undefined
  const name = sent.slice(0, at)
  return properties[name]?.['x-deep'] ? { name, key: sent.slice(at + 1, -1) } : undefined
}

/** The object that the parameters of one name make up. */
function inner(all: Record<string, unknown>, name: string): Record<string, unknown> {
  if (!Object.hasOwn(all, name)) define(all, name, {})
  return all[name] as Record<string, unknown>
}

function faultOfDeep(key: string, text: string): string | undefined {
  const length = [...key].length
  if (length < 1 || length > 40) return 'needs a key of 1 to 40 characters between the brackets.'
  if (key.includes('\u0000') || !key.isWellFormed()) {
    return 'holds a character that no string can hold.'
  }
  return [...text].length > 100 ? 'must be a text of at most 100 characters.' : undefined
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
      `The query holds "${text.slice(0, 60)}", which is not percent-encoded UTF-8.`,
    )
  }
}

// A name like __proto__ must become an own member, to be refused as unknown.
function define(values: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(values, name, { value, enumerable: true, configurable: true })
}

function convert(text: string, schema: SchemaNode | undefined): unknown {
  if (schema?.type === 'integer' && /^-?\d{1,16}$/.test(text)) {
    const value = Number(text)
    // One that no float holds is left as it was sent, to be refused and quoted.
    return Number.isSafeInteger(value) ? value : text
  }
  if (schema?.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** A name as it is quoted: what was sent may be as long as an address. */
const brief = (name: string): string => (name.length > 64 ? `${name.slice(0, 64)}…` : name)

function invalid(name: string, message: string): RefusalFault {
  return { param: name.slice(0, 64), code: 'parameter_invalid', message }
}
