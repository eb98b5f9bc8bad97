// Types for the parts of an OpenAPI 3.1 document that we use, and helpers for the smallest of them.

import { type JsonSchema, SCHEMAS } from './json-schema.ts'

export interface Ref {
  $ref: string
  /** Overrides the description of the referenced component (OpenAPI 3.1, reference object). */
  description?: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
  style?: 'form' | 'deepObject'
  explode?: boolean
  /** The response if the parameter is sent. */
  'x-response'?: Record<string, Media>
}

export interface Media {
  schema: JsonSchema
  example?: unknown
}

export interface ApiAnswer {
  description: string
  headers?: Record<string, Ref>
  content?: Record<string, Media>
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  /** Scopes by scheme; an empty list means that no key is needed. */
  security: Record<string, string[]>[]
  parameters?: (Parameter | Ref)[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, ApiAnswer | Ref>
  /** The path of the CSV export of the list, and its column headings. */
  'x-csv'?: { path: string; columns: string[] }
}

export interface Components {
  schemas: Record<string, JsonSchema>
  parameters: Record<string, Parameter>
  headers: Record<string, { description: string; schema: JsonSchema; example?: unknown }>
  responses: Record<string, ApiAnswer>
  securitySchemes: Record<string, unknown>
}

export type Paths = Record<string, Record<string, Operation>>

export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: object }
  servers: { url: string; description?: string }[]
  tags: { name: string; description: string }[]
  paths: Paths
  /** Requests sent to webhook endpoints, by event type. */
  webhooks: Paths
  components: Components
  /** Headers of every response to a valid key; described once, at the response 429. */
  'x-response-headers': readonly string[]
}

/** Content of a JSON body. */
export function json(schema: JsonSchema, example?: unknown): Record<string, Media> {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}

export const ref = (kind: keyof Components, name: string): Ref => ({
  $ref: `${SCHEMAS.replace('schemas', kind)}${name}`,
})

/** Headers of every response to a valid key. Without a rate limit, only the first. */
export const EVERY_HEADER = [
  'Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const

/** References to the headers that a response has in addition to those of every response. */
export function headersOf(names: readonly string[]): Pick<ApiAnswer, 'headers'> {
  if (names.length === 0) return {}
  return { headers: Object.fromEntries(names.map((name) => [name, ref('headers', name)])) }
}
