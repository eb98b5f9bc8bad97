// Reads the OpenAPI document for the pages: resolves references, lists operations, finds examples.

import type { JsonSchema } from '../platform/http/json-schema.ts'
import type {
  ApiAnswer,
  Media,
  OpenApi,
  Operation,
  Parameter,
  Ref,
} from '../platform/http/openapi-document.ts'

export const JSON_TYPE = 'application/json'

export interface ListedOperation {
  method: string
  path: string
  operation: Operation
}

export interface Reading {
  baseUrl: string
  document: OpenApi
  /** Follows references within the document: `#/components/…`. */
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

/** Decodes a part of a JSON pointer, in which `/` and `~` are escaped. */
const unescaped = (part: string): string =>
  decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')

const operationsOf = ({ paths }: OpenApi): ListedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

/** An operation's responses by status, ascending; properties next to a `$ref` override the referenced ones. */
export function responsesOf(operation: Operation, { at }: Reading): [string, ApiAnswer][] {
  return Object.entries(operation.responses).flatMap(([status, answer]) => {
    const found = at<ApiAnswer>(answer)
    return found ? [[status, { ...found, ...answer }] as [string, ApiAnswer]] : []
  })
}

export function successOf(operation: Operation, reading: Reading): [string, ApiAnswer] {
  const found = responsesOf(operation, reading).find(([status]) => status.startsWith('2'))
  return found ?? ['200', { description: '' }]
}

/** The schema of the items of a list; undefined if the schema is not of a list. */
export function itemsOf(
  schema: JsonSchema | undefined,
  { at }: Pick<Reading, 'at'>,
): JsonSchema | undefined {
  const found = at<JsonSchema>(schema)
  const parts = [found, ...(found?.allOf ?? [])]
  return parts.find((part) => part?.properties?.data?.items)?.properties?.data?.items
}

export function parametersOf(operation: Operation, { at }: Reading): Parameter[] {
  return (operation.parameters ?? []).flatMap((each) => at<Parameter>(each) ?? [])
}

export function bodyOf(operation: Operation, { at }: Reading): JsonSchema | undefined {
  return at<{ content: Record<string, Media> }>(operation.requestBody)?.content[JSON_TYPE]?.schema
}

/** The last part of a reference: the name of the shape. */
export const nameOf = (schema: JsonSchema | undefined): string | undefined =>
  schema?.$ref?.split('/').at(-1)

export const pageOfTag = (tag: string): string =>
  `/docs/${tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
