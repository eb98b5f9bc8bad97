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
    const values: Record<string, unknown> = {}
    const faults: RefusalFault[] = []
    for (const [name, text] of parameters(raw)) {
      if (Object.hasOwn(values, name)) {
        faults.push(invalid(name, `${brief(name)} is given more than once. Give it once.`))
      } else if (text.includes('\u0000') || !text.isWellFormed()) {
        faults.push(invalid(name, `${brief(name)} holds a character that no string can hold.`))
      } else {
        define(values, name, convert(text, properties[name]))
      }
    }
    if (faults.length > 0) throw refusalOf(faults.slice(0, 20))
    check(values)
    return values
  }
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
