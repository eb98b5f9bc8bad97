// The contents of openapi.json: its operations, and whether a request and its response match them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Compile } from 'typebox/schema'
import { DRY_RUN_TYPE } from '../../src/platform/http/dry-run.ts'
import type { JsonSchema } from '../../src/platform/http/json-schema.ts'
import type {
  ApiAnswer,
  OpenApi,
  Operation,
  Parameter,
  Ref,
} from '../../src/platform/http/openapi-document.ts'
import type { Described } from './requests.ts'

type Check = { Errors(value: unknown): [boolean, unknown] }

export interface Description {
  operations: Described[]
  resolve(schema: JsonSchema): JsonSchema
  /** The operation at a requested path, under either prefix. */
  find(method: string, path: string): Described | undefined
  /** How a response differs from the document; undefined if it matches. */
  answerFault(operation: Operation, status: number, type: string, body: unknown): string | undefined
  /** True if the document allows a body. */
  allowsBody(described: Described, body: unknown): boolean
}

export function readDescription(): Description {
  const text = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')
  const document: OpenApi = JSON.parse(text)
  const { components } = document
  const follow = <T>(value: T | Ref): T => {
    const path = (value as Ref).$ref?.split('/').slice(1)
    if (!path) return value as T
    return path.reduce(
      (node, part) => (node as Record<string, unknown>)[part],
      document as unknown,
    ) as T
  }
  const compiled = new Map<JsonSchema, Check>()
  const check = (schema: JsonSchema): Check => {
    const known = compiled.get(schema) ?? (Compile({ components, ...schema }) as Check)
    compiled.set(schema, known)
    return known
  }
  const faultOf = (schema: JsonSchema, body: unknown) => {
    const [fits, faults] = check(schema).Errors(body)
    return fits ? undefined : `the body is not as the document says: ${JSON.stringify(faults)}`
  }
  const operations = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, operation]) => [
      describe(method.toUpperCase(), template, operation, follow),
      ...csvOf(operation, follow),
    ]),
  )
  const patterns = operations.map((described) => ({
    described,
    pattern: new RegExp(`^${described.template.replace(/\{[a-z_]+\}/g, '[^/]*')}/?$`),
  }))
  const find = (method: string, path: string) =>
    patterns.find((each) => each.described.method === method && each.pattern.test(path))?.described
  return {
    operations,
    resolve: (schema) => follow(schema as JsonSchema | Ref) as JsonSchema,
    find(method, path) {
      const read = decoded(path.replace(/[?#].*/, ''))
      const plain = read.replace('/api/public', '')
      return find(method, plain) ?? find(method, `/api/public${plain}`)
    },
    answerFault(operation, status, type, body) {
      if (type.startsWith(DRY_RUN_TYPE)) return faultOf(components.schemas.DryRun ?? {}, body)
      const promised = operation.responses[String(status)]
      if (!promised) return `status ${status} is not one the document names`
      const { content } = follow<ApiAnswer>(promised)
      if (status === 304 || !content) return undefined
      const media = Object.keys(content).find((each) => type.startsWith(each.replace('*', '')))
      if (!media) return `the document does not name the media type ${type}`
      const { schema } = content[media] ?? {}
      if (!schema || !media.includes('json')) return undefined
      return faultOf(schema, body)
    },
    allowsBody: ({ body }, value) => !body || check(body.schema).Errors(value)[0],
  }
}

/** Letters can be percent-encoded; encoded slashes stay part of their segment. */
function decoded(path: string): string {
  return path.replace(/%[2-7][0-9a-f]/gi, (code) =>
    code.toUpperCase() === '%2F' ? code : decodeURIComponent(code),
  )
}

const POSITIONS = ['limit', 'offset', 'starting_after', 'ending_before']

/** The list as CSV, which the document describes at the list: without paging parameters. */
function csvOf(operation: Operation, follow: <T>(value: T | Ref) => T): Described[] {
  const csv = operation['x-csv']
  if (!csv) return []
  const { parameters = [], responses } = operation
  const asCsv: Operation = {
    ...operation,
    parameters: parameters.filter((each) => !POSITIONS.includes(follow<Parameter>(each).name)),
    responses: {
      ...responses,
      200: { description: '', content: { 'text/csv': { schema: { type: 'string' } } } },
    },
  }
  return [describe('GET', csv.path, asCsv, follow)]
}

function describe(
  method: string,
  template: string,
  operation: Operation,
  follow: <T>(value: T | Ref) => T,
): Described {
  const media = operation.requestBody?.content['application/json']
  return {
    method,
    template,
    operation,
    parameters: (operation.parameters ?? []).map((each) => follow<Parameter>(each)),
    body: media && { schema: media.schema, example: media.example },
  }
}
