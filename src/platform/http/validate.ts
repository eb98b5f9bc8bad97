// Validates a value against its schema and reports every error in words.

import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { Advice, Noun } from '../../constraint.ts'
import { explain, summaryOf } from '../../constraint-messages.ts'
import { Refusal, type RefusalCode, type RefusalFault } from '../refusal.ts'
import { asSent, isText, numberSent, show } from './as-sent.ts'
import { allowedBy, BELOW, type SchemaNode, WHOLE } from './describe.ts'
import { findFormat } from './formats.ts'

/** Maximum number of errors in one response (contract: errors). */
const FAULTS_MOST = 20
// One error can take several of the validator's entries (a union reports each branch).
Settings.Set({ maxErrors: FAULTS_MOST * 8 })

/** `text` is the source of the value, if any; messages quote it. */
export type Check = (value: unknown, text?: string) => void

/** Finds the known word that was probably meant. */
export type Nearest = (word: string, known: readonly string[]) => string | undefined

interface Words {
  nearest: Nearest
  noun: Noun
  /** Errors that suggest a known name. */
  meant: Set<RefusalFault>
}

interface Entry {
  keyword: string
  schemaPath: string
  instancePath: string
  params: Record<string, unknown>
}

/**
 * Returns a check that throws one refusal with every error. The schema is compiled on first use: compiling all of them
 * takes a sixth of the startup time, and most are never used in the life of a process.
 */
export function compileCheck(schema: TSchema, nearest: Nearest, noun: Noun = 'field'): Check {
  let compiled: ReturnType<typeof Compile> | undefined
  return (value, text) => {
    compiled ??= Compile(schema)
    if (compiled.Check(value)) return
    // A malicious value with a million errors must not cost a million entries.
    const bounded = bound(value, 0)
    const entries = compiled.Errors(bounded) as unknown as Entry[]
    const sent = text === undefined ? bounded : bound(asSent(text, value), 0)
    throw refusalOf(
      faultsOf(schema as SchemaNode, sent, entries, { nearest, noun, meant: new Set() }),
    )
  }
}

/** Combines errors into one refusal; a single error supplies its code and message. */
export function refusalOf(faults: RefusalFault[]): Refusal {
  const { code = 'parameter_invalid', param = null, constraint } = faults[0] ?? {}
  const message = summaryOf(faults, FAULTS_MOST)
  return new Refusal(code as RefusalCode, message, { param, constraint, errors: faults })
}

function bound(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) {
    return depth > 8 ? [] : value.slice(0, 251).map((item) => bound(item, depth + 1))
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).slice(0, 120)
    return Object.fromEntries(members.map(([key, item]) => [key, bound(item, depth + 1)]))
  }
  return value
}

function faultsOf(
  schema: SchemaNode,
  value: unknown,
  entries: Entry[],
  words: Words,
): RefusalFault[] {
  const faults = new Map<string, RefusalFault>()
  for (const entry of entries) {
    for (const fault of faultsOfEntry(schema, value, entry, words)) {
      // The first entry of a path is the most specific: later ones are branches of the same union.
      const place = `${fault.param}`
      if (!faults.has(place)) faults.set(place, fault)
    }
    if (faults.size >= FAULTS_MOST) break
  }
  // Suggested names come before the properties that are missing because of the typo.
  const all = [...faults.values()]
  const others = all.filter((fault) => !words.meant.has(fault))
  return [...all.filter((fault) => words.meant.has(fault)), ...others].slice(0, FAULTS_MOST)
}

function faultsOfEntry(
  schema: SchemaNode,
  value: unknown,
  entry: Entry,
  words: Words,
): RefusalFault[] {
  const { node, path, item } = locate(schema, value, entry.instancePath)
  if (entry.keyword === 'required') {
    const missing = entry.params.requiredProperties as string[]
    return missing.map((name) => {
      const member = node?.properties?.[name]
      const be = member && allowedBy(member)
      return explain('parameter_missing', join(path, name), { kind: 'required', be })
    })
  }
  if (entry.keyword === 'additionalProperties') {
    const names = entry.params.additionalProperties as string[]
    return names.map((name) =>
      unknownMember(path, name, Object.keys(node?.properties ?? {}), words),
    )
  }
  if (entry.keyword === 'boolean') return []
  // Reported for the object, and before that for the key itself, whose value may be valid.
  const isKey = entry.schemaPath.endsWith('/propertyNames')
  if (isKey || entry.keyword === 'propertyNames') {
    const pointer = isKey ? entry.instancePath.replace(/\/[^/]*$/, '') : entry.instancePath
    const holder = branchWith(locate(schema, value, pointer).node, 'propertyNames')
    const { minLength: min = 0, maxLength: max = 0 } = holder?.propertyNames ?? {}
    return [explain('parameter_invalid', path || null, { kind: 'key_length', min, max })]
  }
  return [unlisted(path, node, item, words) ?? wrongValue(path, node, item)]
}

function wrongValue(path: string, node: SchemaNode | undefined, item: unknown): RefusalFault {
  const param = path || null
  if (item === '' && node?.minLength === 1) {
    return explain('parameter_missing', param, { kind: 'not_empty' })
  }
  const allowed = node && allowedBy(node)
  if (item === null) return explain('parameter_invalid', param, { kind: 'not_null', be: allowed })
  const format = isText(item) ? findFormat(textNode(node)?.format) : undefined
  const constraint = (isText(item) && format?.explain?.(item)) || {
    ...(allowed ?? { kind: 'any' }),
    sent: show(item),
    ...adviceOn(node, item),
  }
  return explain(format?.code ?? 'parameter_invalid', param, constraint)
}

/** Returns the schema's advice for a number below its minimum, or for a non-integer. */
function adviceOn(node: SchemaNode | undefined, item: unknown): { advice?: Advice } {
  const isBelow = node?.minimum !== undefined && numberSent(item) < node.minimum
  if (isBelow && node[BELOW]) return { advice: node[BELOW] }
  const isWhole = Number.isInteger(numberSent(item)) && !isText(item)
  return !isWhole && node?.[WHOLE] ? { advice: node[WHOLE] } : {}
}

/** Returns the error for the first unknown word of a comma-separated list. */
function unlisted(
  path: string,
  node: SchemaNode | undefined,
  item: unknown,
  { nearest }: Words,
): RefusalFault | undefined {
  const known = node?.['x-list']
  if (!known || !isText(item)) return undefined
  const word = item.split(',').find((each) => !known.includes(each)) ?? item
  const meant = nearest(word.toLowerCase(), known)
  if (!meant) return undefined
  const sent = show(word)
  return explain('parameter_invalid', path, { kind: 'several_of', values: known, sent, meant })
}

function textNode(node: SchemaNode | undefined): SchemaNode | undefined {
  return node?.anyOf?.find((branch) => branch.format !== undefined) ?? node
}

function unknownMember(path: string, name: string, known: string[], words: Words): RefusalFault {
  const meant = words.nearest(name, known)
  const short = name.length > 64 ? `${name.slice(0, 64)}…` : name
  const fault: RefusalFault = explain('parameter_unknown', join(path, short) || null, {
    kind: 'unknown_name',
    noun: words.noun,
    name: show(name).replace(/^"|"$/g, ''),
    within: path,
    ...(meant && { meant }),
    known,
  })
  if (meant) words.meant.add(fault)
  return fault
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name
}

/** Follows a JSON pointer through schema and value in parallel. */
function locate(schema: SchemaNode, value: unknown, pointer: string) {
  let node: SchemaNode | undefined = schema
  let item = value
  let path = ''
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(item)) {
      node = branchWith(node, 'items')?.items
      path += `[${name}]`
    } else {
      const holder: SchemaNode | undefined = branchWith(node, 'properties') ?? node
      node =
        holder?.properties?.[name] ??
        Object.values(branchWith(node, 'patternProperties')?.patternProperties ?? {})[0]
      path = join(path, name)
    }
    item = (item as Record<string, unknown> | undefined)?.[name]
  }
  return { node, path, item }
}

function branchWith(
  node: SchemaNode | undefined,
  member: keyof SchemaNode,
): SchemaNode | undefined {
  if (node?.[member] !== undefined) return node
  return node?.anyOf?.find((branch) => branch[member] !== undefined)
}

/** Schema of an empty body or query. */
export const Nothing = Type.Object({}, { additionalProperties: false })
