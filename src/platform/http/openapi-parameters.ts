// Parameters of the operations; shared ones become named components.

import type { JsonSchema, SchemaWriter } from './json-schema.ts'
import { type Parameter, type Paths, type Ref, ref } from './openapi-document.ts'
import { readsObject } from './openapi-failures.ts'
import type { Route } from './route.ts'

/** Number of operations that must share a parameter before it becomes a component. */
const SHARED_FROM = 2

export function pathParameters(
  route: Route,
  schemas: SchemaWriter,
  exampleOf: (name: string) => string | undefined,
): Parameter[] {
  return Object.entries(route.params ?? {}).map(([name, schema]) => ({
    ...described(name, 'path', schemas.body(schema)),
    required: true,
    example: exampleOf(name),
  }))
}

export function queryParameters(route: Route, schemas: SchemaWriter): (Parameter | Ref)[] {
  const { properties = {}, required = [] } = route.query ? schemas.body(route.query) : {}
  const { dry_run, ...own } = properties
  const inQuery = Object.entries(own).map(([name, schema]): Parameter => {
    const example = route.example?.query?.[name] ?? schema.examples?.[0]
    return {
      ...described(name, 'query', schema),
      ...(required.includes(name) && { required: true }),
      ...(example !== undefined && { example: typed(example, schema) }),
    }
  })
  const shared = dry_run ? ['dry_run.query'] : []
  if (readsObject(route)) shared.push('If-None-Match')
  return [...inQuery, ...shared.map((name) => ref('parameters', name))]
}

function described(name: string, where: Parameter['in'], schema: JsonSchema): Parameter {
  const { description, examples, 'x-deep': isDeep, ...rest } = schema
  // A union of strings is written as a string, since generators create a class for a union.
  const isText = rest.anyOf?.every(({ type }) => type === 'string')
  const whole: JsonSchema = isText ? { type: 'string' } : rest
  const parameter = { name, in: where, ...(description && { description }), schema: whole }
  return isDeep ? { ...parameter, style: 'deepObject', explode: true } : parameter
}

/** Returns the segment of a recorded path in the position of `:name` in the route. */
export function pathExample(route: Route, path: string, name: string): string | undefined {
  const at = `${route.prefixes[0]}${route.path}`.split('/').indexOf(`:${name}`)
  return path.split('/')[at]
}

const typed = (example: unknown, schema: JsonSchema): unknown =>
  schema.type === 'integer' ? Number(example) : example

/**
 * Replaces shared parameters with references and returns the components they refer to. Examples can differ: the first
 * one is kept.
 */
export function shareParameters(paths: Paths): Record<string, Parameter> {
  const uses = new Map<string, number>()
  for (const { parameter } of each(paths)) {
    const text = textOf(parameter)
    uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  const names = new Map<string, string>()
  const shared: Record<string, Parameter> = {}
  for (const { path, parameter, replace } of each(paths)) {
    const text = textOf(parameter)
    if ((uses.get(text) ?? 0) < SHARED_FROM) continue
    const name = names.get(text) ?? unused(shared, path, parameter)
    names.set(text, name)
    shared[name] ??= parameter
    replace(ref('parameters', name))
  }
  return shared
}

const textOf = ({ example, ...parameter }: Parameter): string => JSON.stringify(parameter)

/** Returns the parameter's name, prefixed with its collection if the name is taken. */
function unused(taken: Record<string, unknown>, path: string, { name, in: where }: Parameter) {
  const plain = name.replace(/\[(\w+)\]/g, '.$1')
  const [collection = ''] = path
    .split('/')
    .filter((part) => part && !/^(api|public|v1)$/.test(part))
  const names = where === 'path' ? [`${collection}.${plain}`] : [plain, `${collection}.${plain}`]
  for (const free of names) if (!(free in taken)) return free
  let number = 2
  while (`${names.at(-1)}.${number}` in taken) number += 1
  return `${names.at(-1)}.${number}`
}

function* each(paths: Paths) {
  for (const [path, item] of Object.entries(paths)) {
    for (const { parameters = [] } of Object.values(item)) {
      for (const [index, parameter] of parameters.entries()) {
        if ('$ref' in parameter) continue
        const replace = (by: Ref) => {
          parameters[index] = by
        }
        yield { path, parameter, replace }
      }
    }
  }
}
