// Checks every response against the promises of the API: the route's schema, or the standard error shape.

import assert from 'node:assert/strict'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ROUTES } from '../src/app/routes.ts'
import { ERRORS } from '../src/domain/error-catalogue.ts'
import { DRY_RUN_TYPE, dryRunOf } from '../src/platform/http/dry-run.ts'
import type { Answer } from './client.ts'

const closed = { additionalProperties: false }
const Code = Type.Enum(Object.keys(ERRORS))

/** Property that errors have under /session only, in addition to the published shape. */
const constraint = Type.Optional(Type.Object({ kind: Type.String({ pattern: '^[a-z_]+$' }) }))

const errorShape = (more: { constraint?: typeof constraint }) =>
  Type.Object(
    {
      error: Type.Object(
        {
          ...more,
          type: Type.String({ pattern: '^[a-z_]+_error$' }),
          code: Code,
          message: Type.String({ minLength: 10, maxLength: 1000 }),
          param: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
          errors: Type.Array(
            Type.Object(
              {
                ...more,
                param: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
                code: Code,
                message: Type.String({ minLength: 10 }),
              },
              closed,
            ),
            { maxItems: 20 },
          ),
          doc_url: Type.String({ pattern: '^https?://.+/docs/errors/[a-z_]+$' }),
          request_id: Type.String({ pattern: '^req_[0-9a-z]{26}$' }),
          preview: Type.Optional(Type.Object({ at: Type.String(), hash: Type.String() })),
        },
        closed,
      ),
    },
    closed,
  )

interface Known {
  method: string
  pattern: RegExp
  status: number
  produces: string | undefined
  check(): Validator
  checkDryRun(): Validator
}

type Validator = ReturnType<typeof compile>
const compile = (schema: TSchema) => Compile(schema)

/** Compiles on first use: compiling all schemas takes a second, and most files use only a few. */
function lazily(schemaOf: () => TSchema): () => Validator {
  let made: Validator | undefined
  return () => {
    made ??= compile(schemaOf())
    return made
  }
}

const checkError = lazily(() => errorShape({}))
const checkPageError = lazily(() => errorShape({ constraint }))

// Only the route definitions are read; no handler is called.
const known: Known[] = ROUTES.map((route) => ({
  method: route.method,
  pattern: new RegExp(`^(/v1|/api/public/v1)${route.path.replace(/:[a-z_]+/g, '[^/]+')}/?$`),
  status: route.status,
  produces: route.produces,
  check: lazily(() => route.response),
  checkDryRun: lazily(() => dryRunOf(route.response)),
}))

/** Fails unless the API can return this response to a request with this Accept header. */
export function assertAnswer(method: string, path: string, answer: Answer, accepted = ''): void {
  const { status, headers, text } = answer
  assert.match(String(headers['request-id']), /^req_[0-9a-z]{26}$/, `Request-Id of ${path}`)
  if (method === 'HEAD' || status === 204 || status === 304) {
    assert.equal(text, '')
    return
  }
  if (status >= 400) {
    assertError(answer, path.startsWith('/session/') ? checkPageError : checkError)
    return
  }
  const pathname = path.split('?')[0] as string
  const route = known.find((each) => each.method === method && each.pattern.test(pathname))
  if (!route) return
  const isDryRun = /[?&]dry_run=true/.test(path)
  if (headers['content-type'] === `${DRY_RUN_TYPE}; charset=utf-8`) {
    assert.ok(isDryRun || accepted.toLowerCase().includes(DRY_RUN_TYPE), `${path} asked for none`)
    assert.equal(status, 200)
    assert.deepEqual([...route.checkDryRun().Errors(answer.body)], [], `${method} ${path}: ${text}`)
    return
  }
  assert.ok(!isDryRun, `${path} asked for a dry run`)
  assert.equal(status, route.status, `${method} ${path}: ${text}`)
  if (route.produces) {
    const media = String(headers['content-type']).split(';')[0] as string
    // A range such as image/* matches each of its types.
    if (!route.produces.endsWith('/*')) assert.equal(media, route.produces)
    else assert.ok(media.startsWith(route.produces.slice(0, -1)), media)
    return
  }
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const faults = route.check().Errors(answer.body)
  assert.deepEqual([...faults], [], `${method} ${path} answers its schema: ${text}`)
}

function assertError({ status, headers, body, text }: Answer, check: () => Validator): void {
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.deepEqual([...check().Errors(body)], [], `the error shape: ${text}`)
  const { error } = body
  const entry = ERRORS[error.code as keyof typeof ERRORS]
  const statuses = [entry.status, entry.statusInBody]
  assert.ok(statuses.includes(status), `${error.code} as ${status}`)
  assert.equal(error.type, entry.type)
  assert.equal(error.request_id, headers['request-id'])
  assert.equal(error.doc_url.split('/').at(-1), error.code)
  const scheme = error.code === 'gateway_signature_invalid' ? /^Signature/ : /^Bearer/
  if (status === 401) assert.match(String(headers['www-authenticate']), scheme)
  if (status === 405) assert.ok(headers.allow)
  if (status === 429 || status === 503) assert.match(String(headers['retry-after']), /^\d+$/)
}
