// The reference of the addresses outside the API: health, metrics, and the OpenAPI document itself.

import type { JsonSchema } from '../platform/http/json-schema.ts'
import { json, type Operation, type Paths, ref } from '../platform/http/openapi-document.ts'

const unavailable = { 503: ref('responses', 'Error503') }
/** On any path, an ambiguous request is refused. */
const ambiguous = {
  400: {
    description: '`parameter_invalid`',
    content: json(ref('schemas', 'Error')),
  },
}

function page(operation: Pick<Operation, 'operationId' | 'summary' | 'description'>): Operation {
  return { ...operation, tags: ['Service'], security: [], responses: {} }
}

function says(name: string): Operation['responses'] {
  return {
    200: { description: 'Yes.', content: json(ref('schemas', name)) },
    ...ambiguous,
    ...unavailable,
  }
}

const saying = (member: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(member),
  properties: member,
})

export const pageSchemas: Record<string, JsonSchema> = {
  Health: saying({
    status: { type: 'string', const: 'ok' },
    database_ms: {
      type: 'integer',
      description: 'Response time of the database at the last check.',
    },
  }),
  Readiness: saying({ status: { type: 'string', const: 'ready' } }),
  OpenApiDocument: { type: 'object' },
}

export const pagePaths: Paths = {
  '/healthz': {
    get: {
      ...page({
        operationId: 'health',
        summary: 'Check liveness',
        description: 'Succeeds while the process is up, even without its database.',
      }),
      responses: says('Health'),
    },
  },
  '/readyz': {
    get: {
      ...page({
        operationId: 'readiness',
        summary: 'Check readiness',
        description:
          'Succeeds while the database responds, is migrated and accepts writes, and the process is not stopping.',
      }),
      responses: says('Readiness'),
    },
  },
  '/metrics': {
    get: {
      ...page({
        operationId: 'metrics',
        summary: 'Retrieve metrics',
        description: 'For requests from the server itself, or with the METRICS_TOKEN.',
      }),
      security: [{}, { metricsToken: [] }],
      responses: {
        200: {
          description: 'The Prometheus text format.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        ...ambiguous,
        403: ref('responses', 'Error403'),
      },
    },
  },
  '/openapi.json': {
    get: {
      ...page({ operationId: 'openapi', summary: 'Retrieve this document' }),
      responses: {
        200: {
          description: 'OpenAPI 3.1.',
          content: json(ref('schemas', 'OpenApiDocument')),
        },
        ...ambiguous,
      },
    },
  },
}
