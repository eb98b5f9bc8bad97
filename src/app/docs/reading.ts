// Reads the OpenAPI document for the pages: references followed, operations listed once, examples found.

import { ERRORS } from '../../domain/error-catalogue.ts'
import type { JsonSchema } from '../../platform/http/json-schema.ts'
import type {
  ApiAnswer,
  Media,
  OpenApi,
  Operation,
  Parameter,
  Ref,
} from '../../platform/http/openapi-document.ts'

export const JSON_TYPE = 'application/json'

export interface ListedOperation {
  method: string
  path: string
  operation: Operation
  /** Other addresses of the same operation. */
  aliases: string[]
}

export interface Reading {
  baseUrl: string
  document: OpenApi
  /** Follows references to anything in the document: `#/components/…`. */
  at<T>(value: T | Ref | undefined): T | undefined
  operations: ListedOperation[]
}

export function readDocument(document: OpenApi): Reading {
  const at = <T>(value: T | Ref | undefined): T | undefined => {
    const pointer = (value as Ref | undefined)?.$ref
    if (pointer === undefined) return value as T | undefined
    const parts = pointer.split('/').slice(1)
    return at(
      parts.reduce<unknown>(
        (node, part) => (node as Record<string, unknown> | undefined)?.[unescaped(part)],
        document,
      ) as T | undefined,
    )
  }
  return {
    baseUrl: document.servers[0]?.url ?? '',
    document,
    at,
    operations: operationsOf(document),
  }
}

/** As a JSON pointer spells `/` and `~`. */
const unescaped = (part: string): string =>
  decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')

/** The operations of a document, each once; a second spelling of its path is an alias. */
function operationsOf(document: OpenApi): ListedOperation[] {
  const listed = new Map<string, ListedOperation>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!METHODS.has(method)) continue
      const [id = ''] = operation.operationId.split('_')
      const known = listed.get(id)
      if (known) known.aliases.push(path)
      else listed.set(id, { method: method.toUpperCase(), path, operation, aliases: [] })
    }
  }
  return [...listed.values()]
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** What an operation can answer, by status, in ascending order. */
export function answersOf(operation: Operation, { at }: Reading): [string, ApiAnswer][] {
  return Object.entries(operation.responses).flatMap(([status, answer]) => {
    const found = at<ApiAnswer>(answer)
    return found ? [[status, found] as [string, ApiAnswer]] : []
  })
}

/** The answer of success: the last below 300, since a dry run may stand before it. */
export function successOf(operation: Operation, reading: Reading): [string, ApiAnswer] {
  const found = answersOf(operation, reading).findLast(([status]) => status.startsWith('2'))
  return found ?? ['200', { description: '' }]
}

/** The codes an operation can answer under a status: they name its examples, or stand in its description. */
export function codesOf({ content, description }: ApiAnswer): string[] {
  const named = Object.keys(content?.[JSON_TYPE]?.examples ?? {})
  const told = [...description.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code)
  return [...new Set([...named, ...told])].filter((code) => code in ERRORS)
}

export function parametersOf(operation: Operation, { at }: Reading): Parameter[] {
  return (operation.parameters ?? []).flatMap((each) => at<Parameter>(each) ?? [])
}

/** The schema of what is sent, if anything is. */
export function bodyOf(operation: Operation, { at }: Reading): JsonSchema | undefined {
  return at<{ content: Record<string, Media> }>(operation.requestBody)?.content[JSON_TYPE]?.schema
}

/** The last part of a reference: what the shape is called. */
export const nameOf = (schema: JsonSchema | undefined): string | undefined =>
  schema?.$ref?.split('/').at(-1)

/** Where a tag has its page. */
export const pageOfTag = (tag: string): string =>
  `/docs/${tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
