// Writes the calls of the SDK as TypeScript: a type for each, for people, and a row for each, for the core.
import {
  type Document,
  nameOf,
  type Operation,
  type Parameter,
  type Response,
  resolved,
} from './document.ts'
import { methodOf, namespaceOf } from './names.ts'

interface Call {
  namespace: string
  /** Undefined when the namespace itself is called. */
  method: string | undefined
  comment: string
  /** Its type. */
  type: string
  /** What the core has to know of it. */
  row: string
  /** The shapes it names. */
  shapes: string[]
}

const WRITES = new Set(['post', 'patch', 'put', 'delete'])

/** What `sdk/src/events.ts` tells more of than the document: there an event may be of any type. */
const TOLD_APART: Record<string, string> = { Event: 'WebhookEvent', EventList: 'EventPage' }

/** The text of `resources.ts`. */
export function resourcesText(document: Document): string {
  const calls = callsOf(document)
  const namespaces = [...new Set(calls.map(({ namespace }) => namespace))]
  const told = Object.values(TOLD_APART)
  const shapes = [...new Set(calls.flatMap((call) => call.shapes))].sort()
  const grouped = (show: (call: Call) => string, joint: string) =>
    namespaces.map((name) => {
      const inside = calls.filter(({ namespace }) => namespace === name)
      const [only] = inside
      if (only && only.method === undefined) return show(only)
      return `  ${name}: {\n${inside.map(show).join('')}  }${joint}\n`
    })
  return [
    '// The calls of openapi.json. Written by sdk/generate.ts: never by hand.\n',
    "import type { CsvList, File, List, Operation, Query, Read, Write } from '../calls.ts'\n",
    `import type { ${told.sort().join(', ')} } from '../events.ts'\n`,
    importOf(shapes.filter((shape) => !told.includes(shape))),
    '/** Everything that can be called, by resource. */\nexport interface Resources {\n',
    ...grouped(({ method, namespace, comment, type }) => {
      const indent = method === undefined ? '  ' : '    '
      return `${comment.replaceAll(/^/gm, indent)}\n${indent}${method ?? namespace}: ${type}\n`
    }, ''),
    '}\n\n/** How each of them is sent. */\n',
    'export const OPERATIONS: Record<string, Operation | Record<string, Operation>> = {\n',
    ...grouped(
      ({ method, namespace, row }) =>
        `${method === undefined ? `  ${namespace}` : `    ${method}`}: ${row},\n`,
      ',',
    ),
    '}\n',
  ].join('')
}

const importOf = (shapes: string[]) =>
  `import type {\n${shapes.map((shape) => `  ${shape},\n`).join('')}} from './types.gen.ts'\n\n`

/** The text of `events.ts`. */
export function eventsText(document: Document): string {
  const shapes = Object.values(document.webhooks).map(({ post }) => eventShape(post))
  return [
    '// The events of openapi.json. Written by sdk/generate.ts: never by hand.\n',
    importOf([...new Set(shapes)].sort()),
    '/** Every event this version knows, told apart by `type`. */\nexport type KnownEvent =\n',
    ...shapes.map((name) => `  | ${name}\n`),
  ].join('')
}

function eventShape({ requestBody }: Operation): string {
  return nameOf(requestBody?.content['application/json']?.schema?.$ref ?? '')
}

function callsOf(document: Document): Call[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const namespace = namespaceOf(path)
      return namespace === undefined || operation.operationId === undefined
        ? []
        : [callOf(document, { namespace, path, method, operation })]
    }),
  )
  const names = calls.map(({ namespace, method }) => `${namespace}.${method}`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`two operations would be reckoner.${twice}`)
  return calls
}

interface Place {
  namespace: string
  path: string
  method: string
  operation: Operation
}

function callOf(document: Document, place: Place): Call {
  const { namespace, path, method, operation } = place
  const parameters = (operation.parameters ?? []).map((one) =>
    resolved(document, 'parameters', one),
  )
  const ids = parameters.filter((one) => one.in === 'path').map(argumentOf)
  const queried = parameters.filter((one) => one.in === 'query' && one.name !== 'dry_run')
  const data = `${operation.operationId.charAt(0).toUpperCase()}${operation.operationId.slice(1)}Data`
  const base = {
    namespace,
    method: methodOf(path, operation.operationId),
    comment: commentOf(document, place),
  }
  const sent = `method: '${method.toUpperCase()}', path: '${path}'`
  const { shape, isFile } = answerOf(document, operation)
  if (WRITES.has(method)) {
    const [body, ...bodyArgument] = bodyOf(operation)
    return {
      ...base,
      type: `Write<[${[...ids, ...bodyArgument].join(', ')}], ${shape}>`,
      row: `{ kind: 'write', ${sent}${body ? ', hasBody: true' : ''} }`,
      shapes: body ? [body, shape] : [shape],
    }
  }
  const isNeeded = queried.some(({ required }) => required)
  const asked = queried.length > 0 ? [`query${isNeeded ? '' : '?'}: Query<${data}>`] : []
  const given = [...ids, ...asked].join(', ')
  const shapes = asked.length > 0 ? [data] : []
  const cursor = cursorOf(place, queried)
  if (cursor !== undefined) {
    const csv = operation['x-csv']?.path
    return {
      ...base,
      type: `${csv ? 'CsvList' : 'List'}<[${given}], ${shape}>`,
      row: `{ kind: 'list', ${sent}, cursor: '${cursor}'${csv ? `, csv: '${csv}'` : ''} }`,
      shapes: [...shapes, shape],
    }
  }
  const row = `{ kind: '${isFile ? 'file' : 'read'}', ${sent}${asked.length > 0 ? ', hasQuery: true' : ''} }`
  if (isFile) return { ...base, type: `File<[${given}]>`, row, shapes }
  return { ...base, type: `Read<[${given}], ${shape}>`, row, shapes: [...shapes, shape] }
}

/** Customers are told by their number in the customer itself, and by `cus_…` everywhere else. */
function argumentOf({ name = '', schema }: Parameter): string {
  return `${name}: ${schema?.pattern?.startsWith('^(cus_)?') ? 'string | number' : 'string'}`
}

/** The shape of the body and how it is an argument; nothing where there is none. */
function bodyOf({ requestBody }: Operation): string[] {
  const shape = requestBody?.content['application/json']?.schema?.$ref
  if (requestBody === undefined || shape === undefined) return []
  return [nameOf(shape), `body${requestBody.required ? '' : '?'}: ${nameOf(shape)}`]
}

function answerOf(document: Document, operation: Operation): { shape: string; isFile: boolean } {
  const [, success] =
    Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const { content = {} } = resolved(document, 'responses', success ?? ({} as Response))
  const reference = content['application/json']?.schema?.$ref
  const shape = nameOf(reference ?? 'unknown')
  return { shape: TOLD_APART[shape] ?? shape, isFile: reference === undefined }
}

/** By what one goes on in a list; undefined of what is none. */
function cursorOf({ operation }: Place, queried: Parameter[]): string | undefined {
  if (!operation.operationId.startsWith('list')) return undefined
  return ['starting_after', 'after'].find((name) => queried.some((one) => one.name === name))
}

/** What a reader of the call sees: what it does, and how it can be refused. */
function commentOf(document: Document, { method, path, operation }: Place): string {
  const { summary, description, responses } = operation
  const refusals = Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([status, response]) => {
      const told =
        response.description ?? resolved(document, 'responses', response).description ?? ''
      return /`/.test(told) ? [`${status} ${told}`] : []
    })
  const lines = [
    `${summary ?? operation.operationId}.`,
    ...(description ? ['', ...description.split('\n')] : []),
    '',
    `\`${method.toUpperCase()} ${path}\``,
    ...(refusals.length > 0 ? ['', `Refused as: ${refusals.join('; ')}.`] : []),
  ]
  return `/**\n${lines.map((line) => ` * ${line.replaceAll('*/', '*\u200b/')}`.trimEnd()).join('\n')}\n */`
}
