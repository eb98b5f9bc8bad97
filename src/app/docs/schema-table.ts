// A schema as a table for people: each member with what it may be and what it means.

import { type Content, type Html, html } from '../../platform/html.ts'
import { type JsonSchema, SCHEMAS } from '../../platform/http/json-schema.ts'
import type { Parameter } from '../../platform/http/openapi-document.ts'
import { renderSentence } from './markdown.ts'

export type Schemas = Record<string, JsonSchema>

interface Row {
  name: string
  depth: number
  required: boolean
  schema: JsonSchema
}

/** What may be sent: the members of an object, those of nested objects below them. */
export function bodyTable(schema: JsonSchema, schemas: Schemas): Html {
  return table('member', rowsOf(schema, schemas, 0, new Set()), schemas, { required: 'required' })
}

/** What is answered, in the same form. */
export function answerTable(schema: JsonSchema, schemas: Schemas): Html {
  return table('member', rowsOf(schema, schemas, 0, new Set()), schemas, {
    optional: 'may be absent',
  })
}

export function parameterTable(parameters: Parameter[], schemas: Schemas): Html {
  const rows = parameters.map(({ name, required = false, schema, description, example }) => ({
    name,
    depth: 0,
    required,
    schema: {
      ...schema,
      ...(description && { description }),
      ...(example !== undefined && { examples: [example] }),
    },
  }))
  return table('parameter', rows, schemas, { required: 'required' })
}

function table(
  noun: string,
  rows: Row[],
  schemas: Schemas,
  marks: { required?: string; optional?: string },
): Html {
  return html`<div class="scroll"><table class="members">
<thead><tr><th>${noun}</th><th>what it is</th></tr></thead>
<tbody>${rows.map(
    ({ name, depth, required, schema }) => html`
<tr><td class="depth${depth}"><code>${name}</code>${mark(required ? marks.required : marks.optional)}</td>
<td>${typeOf(schema, schemas)}${description(resolve(schema, schemas))}</td></tr>`,
  )}</tbody></table></div>`
}

const mark = (text: string | undefined): Content => text && html` <small>${text}</small>`

const description = (schema: JsonSchema): Content =>
  schema.description && html`<br><span class="about">${renderSentence(schema.description)}</span>`

function rowsOf(schema: JsonSchema, schemas: Schemas, depth: number, above: Set<string>): Row[] {
  const whole = resolve(schema, schemas)
  return Object.entries(whole.properties ?? {}).flatMap(([name, member]) => {
    const required = whole.required?.includes(name) ?? false
    const inner = resolve(member, schemas).items ?? member
    const shape = inner.$ref ?? ''
    // A shape inside itself, such as the steps of a derivation, is shown once.
    const nested = above.has(shape)
      ? []
      : rowsOf(inner, schemas, depth + 1, new Set(above).add(shape))
    return [{ name, depth, required, schema: member }, ...nested]
  })
}

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return schema.$ref ? (schemas[schema.$ref.slice(SCHEMAS.length)] ?? {}) : schema
}

/** What a value may be, in words. */
function typeOf(schema: JsonSchema, schemas: Schemas): Content {
  const whole = resolve(schema, schemas)
  const { type, anyOf } = whole
  if (anyOf) return listed(anyOf.map((branch) => typeOf(branch, schemas)))
  if (whole.const !== undefined) return word(whole.const)
  if (whole.enum) return listed(whole.enum.map(word))
  const types = Array.isArray(type) ? type : [type]
  return [
    listed(
      types.map((name) =>
        name === 'null' ? html`<code>null</code>` : plain(name, whole, schemas),
      ),
    ),
    whole.default !== undefined && html`; ${word(whole.default)} by default`,
  ]
}

const word = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`

function listed(words: Content[]): Content {
  return words.map((each, index) => [
    index > 0 && (index === words.length - 1 ? ' or ' : ', '),
    each,
  ])
}

function plain(type: string | undefined, schema: JsonSchema, schemas: Schemas): Content {
  const { items, additionalProperties: values } = schema
  if (type === 'array') {
    const bounds = span(schema.minItems, schema.maxItems)
    return ['list of ', bounds && `${bounds} `, items && many(items, schemas)]
  }
  if (type === 'integer') return `integer${after(span(schema.minimum, schema.maximum))}`
  if (type === 'boolean') return html`<code>true</code> or <code>false</code>`
  if (type === 'object' && typeof values === 'object') return ['map to ', typeOf(values, schemas)]
  if (type === 'string') return text(schema)
  return type ?? 'anything'
}

function many(items: JsonSchema, schemas: Schemas): Content {
  const { type } = resolve(items, schemas)
  return type === 'object' ? 'objects' : type === 'string' ? 'texts' : typeOf(items, schemas)
}

function text(schema: JsonSchema): Content {
  const { format, examples } = schema
  if (format === 'date')
    return html`date, as <code>${(examples?.[0] as string) ?? '2026-12-20'}</code>`
  if (format === 'date-time') return html`instant, as <code>2026-11-20T21:36:00.000Z</code>`
  const bounds = span(schema.minLength, schema.maxLength)
  return [
    format === 'email' ? 'e-mail address' : 'text',
    bounds && ` of ${bounds} characters`,
    examples?.[0] !== undefined
      ? html`, as <code>${String(examples[0])}</code>`
      : schema.pattern && html` matching <code class="pattern">${schema.pattern}</code>`,
  ]
}

const after = (bounds: string): string => bounds && `, ${bounds}`

function span(least: number | undefined, most: number | undefined): string {
  if (most === undefined || most === Number.MAX_SAFE_INTEGER) {
    return least === undefined || most === undefined ? '' : `${figure(least)} or more`
  }
  return least === undefined || least < 0
    ? `at most ${figure(most)}`
    : `${figure(least)} to ${figure(most)}`
}

const figure = (value: number): string => value.toString().replace(/\B(?=(\d{3})+$)/g, ' ')
