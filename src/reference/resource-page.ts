// The page of a resource: each operation with its parameters, response, example, and form.

import type { JsonSchema } from '../platform/http/json-schema.ts'
import { codesIn } from '../platform/http/openapi-failures.ts'
import {
  about,
  type Block,
  code,
  errorLink,
  folded,
  heading,
  json,
  type Line,
  lead,
  link,
  list,
  type PageContent,
  paragraph,
} from './blocks.ts'
import type { FindExample } from './examples.ts'
import {
  bodyOf,
  itemsOf,
  JSON_TYPE,
  type ListedOperation,
  nameOf,
  pageOfTag,
  parametersOf,
  type Reading,
  responsesOf,
  successOf,
} from './reading.ts'
import { samplesOf } from './samples.ts'
import { answerTable, bodyTable, parameterTable, type Shapes } from './schema-table.ts'
import { keyForm, tryForm } from './try-form.ts'

const operationsOfTag = (tag: string, { operations }: Reading): ListedOperation[] =>
  operations.filter(({ operation }) => operation.tags.includes(tag))

/** The page of a tag; `more` follows its operations. */
export function resourcePage(
  { name, description }: { name: string; description: string },
  reading: Reading,
  exampleOf: FindExample,
  more: Block[] = [],
): PageContent {
  const operations = operationsOfTag(name, reading)
  const shown = shapesOf(operations, reading)
  const shapes: Shapes = {
    at: reading.at,
    placeOf: (shape) => (shown.has(shape) ? `#${placeOf(shape)}` : undefined),
  }
  const hasKeys = operations.some(({ operation }) => scopeOf(operation) !== undefined)
  return {
    title: name,
    blocks: [
      heading(1, name),
      lead(description),
      ...(hasKeys ? [{ kind: 'browser' as const, content: keyForm }] : []),
      ...operations.map(
        (listed): Block => ({
          kind: 'section',
          id: listed.operation.operationId,
          blocks: operationBlocks(listed, {
            reading,
            shapes,
            example: exampleOf(listed.operation.operationId),
          }),
        }),
      ),
      ...more,
      ...shapeBlocks(shown, shapes),
    ],
  }
}

const placeOf = (shape: string): string => `shape-${shape}`

/** The named shapes that the operations return, including those in lists. */
function shapesOf(operations: ListedOperation[], reading: Reading): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>()
  const add = (schema: JsonSchema | undefined) => {
    const name = nameOf(schema)
    if (name !== undefined && schema) found.set(name, schema)
  }
  for (const { operation } of operations) {
    const schema = successOf(operation, reading)[1].content?.[JSON_TYPE]?.schema
    // A list is represented by the shape of its items.
    add(itemsOf(schema, reading) ?? schema)
  }
  return found
}

const shapeBlocks = (shown: Map<string, JsonSchema>, shapes: Shapes): Block[] =>
  [...shown].map(([name, schema]) => ({
    kind: 'section',
    id: placeOf(name),
    blocks: [
      heading(2, `The ${code(name)} object`),
      ...describe(shapes.at<JsonSchema>(schema)?.description),
      answerTable(shapes.at<JsonSchema>(schema) ?? schema, shapes),
    ],
  }))

const describe = (text: string | undefined): Block[] => (text ? [paragraph(text)] : [])

interface OperationParts {
  reading: Reading
  shapes: Shapes
  example: ReturnType<FindExample>
}

const scopeOf = ({ security }: ListedOperation['operation']): string | undefined =>
  security.flatMap((scheme) => scheme.apiKey ?? [])[0]

function operationBlocks(listed: ListedOperation, parts: OperationParts): Block[] {
  const { operation, method, path } = listed
  const csv = operation['x-csv']
  const { reading, shapes, example } = parts
  const parameters = parametersOf(operation, reading)
  const scope = scopeOf(operation)
  const body = bodyOf(operation, reading)
  const needs = scope ? `Needs the scope ${code(scope)}.` : 'Needs no API key.'
  return [
    heading(2, operation.summary),
    { kind: 'address', method, path },
    ...describe(operation.description),
    about(
      [
        needs,
        csv && `The whole list as CSV, with the same filters: ${code(csv.path)}.`,
        scope && method !== 'GET' && `${IDEMPOTENCY_KEY} makes retries safe.`,
      ]
        .filter(Boolean)
        .join(' '),
    ),
    ...exampleBlocks(parts),
    ...(csv ? [folded('Columns of the CSV', paragraph(csv.columns.map(code).join(', ')))] : []),
    ...(parameters.length > 0
      ? [heading(3, 'Parameters'), parameterTable(parameters, shapes)]
      : []),
    ...(body ? [heading(3, 'Request body'), bodyTable(body, shapes)] : []),
    ...answerBlocks(listed, parts),
    ...(scope
      ? [{ kind: 'browser' as const, content: tryForm(listed, parameters, example?.request.body) }]
      : []),
  ]
}

const IDEMPOTENCY_KEY = `An ${link(code('Idempotency-Key'), '/docs/guide/idempotency')}`

function exampleBlocks({ reading, example }: OperationParts): Block[] {
  if (!example) return []
  const { request, response, produces } = example
  return [
    { kind: 'samples', samples: samplesOf(reading.baseUrl, request) },
    produces
      ? about(`The response is a file: ${code(produces)}.`)
      : folded('Response', json(response)),
  ]
}

function answerBlocks(
  { operation }: ListedOperation,
  { reading, shapes }: OperationParts,
): Block[] {
  const all = responsesOf(operation, reading)
  const [status, success] = successOf(operation, reading)
  const schema = success.content?.[JSON_TYPE]?.schema
  const headers = ['Request-Id', ...Object.keys(success.headers ?? {})]
  const files = Object.keys(success.content ?? {}).filter((type) => type !== JSON_TYPE)
  const lines: Line[] = [
    [
      `**${status}** ${success.description}`,
      schema && shapeLine(schema, shapes),
      ...files.map((type) => `The body is ${code(type)}.`),
      `Headers: ${headers.map(code).join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' '),
    ...all
      .filter(([each]) => each === '304')
      .map(([each, { description }]) => `**${each}** ${description}`),
    ...all
      .filter(([each]) => Number(each) >= 400)
      .map(([each, answer]) => `**${each}** ${codesIn(answer).map(errorLink).join(', ')}`),
  ]
  const whole = schema && shapes.at<JsonSchema>(schema)
  const inline = schema && lineOf(schema, shapes) === undefined && hasProperties(whole)
  return [
    heading(3, 'Responses'),
    list(lines),
    ...(inline ? [folded('Properties of the response', answerTable(schema, shapes))] : []),
  ]
}

const hasProperties = (schema: JsonSchema | undefined): boolean =>
  Object.keys(schema?.properties ?? {}).length > 0

/** A sentence about a response whose shape is elsewhere on the page. */
function shapeLine(schema: JsonSchema, shapes: Shapes): Line | undefined {
  const line = lineOf(schema, shapes)
  return line && `The body is ${line}.`
}

function lineOf(schema: JsonSchema, shapes: Shapes): Line | undefined {
  const own = linkTo(nameOf(schema), shapes)
  if (own) return `the ${own} object`
  const item = linkTo(nameOf(itemsOf(schema, shapes)), shapes)
  return item && `a ${link('list', '/docs/guide/pagination')} of ${item} objects`
}

function linkTo(name: string | undefined, { placeOf: find }: Shapes): Line | undefined {
  const place = name === undefined ? undefined : find?.(name)
  return place && link(code(name as string), place)
}

/** All operations, each linked to its place on the page of its resource. */
export function referencePage(reading: Reading): PageContent {
  return {
    title: 'API reference',
    blocks: [
      heading(1, 'API reference'),
      lead(
        `Every operation, at ${code(reading.baseUrl)}. [openapi.json](/openapi.json) is the same for programs.`,
      ),
      ...reading.document.tags.flatMap(({ name, description }) => [
        heading(2, link(name, pageOfTag(name))),
        paragraph(description),
        operationList(name, reading),
      ]),
    ],
  }
}

/** Each item has the operation's ID as its anchor, which the dashboard and others link to. */
function operationList(tag: string, reading: Reading): Block {
  const operations = operationsOfTag(tag, reading)
  return {
    kind: 'list',
    ids: operations.map(({ operation }) => operation.operationId),
    items: operations.map(
      ({ method, path, operation }) =>
        `${link(operation.summary, `${pageOfTag(tag)}#${operation.operationId}`)} ${code(`${method} ${path}`)}`,
    ),
  }
}
