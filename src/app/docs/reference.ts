// Every operation on one page: what it takes, what it answers, an example, and a form to try it.

import { type Content, type Html, html } from '../../platform/html.ts'
import type { JsonSchema } from '../../platform/http/json-schema.ts'
import { codesIn } from '../../platform/http/openapi-answers.ts'
import type { OpenApi, Parameter, Ref } from '../../platform/http/openapi-document.ts'
import { curlBlock, jsonBlock } from './code.ts'
import { answersOf, errorLink, type ListedOperation, method, operationsOf } from './layout.ts'
import { renderSentence } from './markdown.ts'
import { answerTable, bodyTable, parameterTable } from './schema-table.ts'
import { tryForm } from './try-form.ts'

const JSON_TYPE = 'application/json'

export function referencePage(document: OpenApi): Html {
  const operations = operationsOf(document)
  return html`<h1>Reference</h1>
<form id="key" hidden><label>API key, to try operations from here
<input type="password" name="key" placeholder="svc_test_…" autocomplete="off" spellcheck="false"></label>
<p class="about">It stays in the memory of this page and is forgotten when you leave it.
<strong class="warning" hidden>This is a live key: what you send changes real data.</strong></p></form>
${document.tags.map(
  ({ name, description }) => html`
<h2 id="${name}">${name}</h2>
<p class="lead">${renderSentence(description)}</p>
${operations
  .filter(({ operation }) => operation.tags.includes(name))
  .map((listed) => operationSection(listed, document))}`,
)}`
}

/** The list of operations beside the page. */
export function referenceAside(document: OpenApi): Html {
  const operations = operationsOf(document)
  return html`<nav aria-label="Operations">${document.tags.map(
    ({ name }) => html`<a class="tag" href="#${name}">${name}</a>
${operations
  .filter(({ operation }) => operation.tags.includes(name))
  .map(({ operation }) => html`<a href="#${operation.operationId}">${operation.summary}</a>\n`)}`,
  )}</nav>`
}

function operationSection(listed: ListedOperation, document: OpenApi): Html {
  const { operation, path } = listed
  const { schemas } = document.components
  const parameters = (operation.parameters ?? []).map((each) => parameterOf(each, document))
  const [scope] = operation.security.flatMap((scheme) => scheme.apiKey ?? [])
  const body = operation.requestBody?.content[JSON_TYPE]?.schema
  return html`<section id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p class="address">${method(listed.method)} <code>${path}</code></p>
${operation.description && html`<p>${renderSentence(operation.description)}</p>`}
<p class="about">${scope ? html`Needs the scope <code>${scope}</code>. ` : 'Needs no key. '}${operation['x-csv'] && html`As CSV at <code>${operation['x-csv'].path}</code>.`}</p>
${parameters.length > 0 && html`<h4>Parameters</h4>${parameterTable(parameters, schemas)}`}
${body && html`<h4>Body</h4>${bodyTable(body, schemas)}`}
${example(listed, parameters, document)}
${answers(listed, document)}
${scope && tryForm(listed, parameters, exampleBody(listed))}
</section>`
}

function parameterOf(parameter: Parameter | Ref, document: OpenApi): Parameter {
  if (!('$ref' in parameter)) return parameter
  return document.components.parameters[parameter.$ref.split('/').at(-1) as string] as Parameter
}

function exampleBody({ operation }: ListedOperation): unknown {
  return operation.requestBody?.content[JSON_TYPE]?.example
}

function example(listed: ListedOperation, parameters: Parameter[], document: OpenApi): Content {
  const content = successOf(listed, document)?.[1].content ?? {}
  const answer = content[JSON_TYPE]?.example
  const [file] = Object.keys(content).filter((type) => type !== JSON_TYPE)
  if (answer === undefined && file === undefined) return null
  const request = {
    method: listed.method,
    path: examplePath(listed, parameters),
    body: exampleBody(listed),
  }
  const baseUrl = document.servers[0]?.url ?? ''
  return html`<h4>Example</h4>
${curlBlock(baseUrl, request)}
${
  file === undefined
    ? html`<details><summary>The answer</summary>${jsonBlock(answer)}</details>`
    : html`<p>The answer is a file: <code>${file}</code>.</p>`
}`
}

function examplePath({ path, operation }: ListedOperation, parameters: Parameter[]): string {
  const exampleFor = (name: string) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? `{${name}}`)
  const query = Object.entries(exampleQuery(operation.parameters))
  const filled = path.replace(/\{([a-z_]+)\}/g, (_, name: string) => exampleFor(name))
  return query.length > 0 ? `${filled}?${query.map((pair) => pair.join('=')).join('&')}` : filled
}

/** Parameters that belong to the example; times and dates only show what one looks like. */
function exampleQuery(parameters: (Parameter | Ref)[] = []): Record<string, string> {
  const shown = parameters.filter(
    (each): each is Parameter => 'in' in each && each.in === 'query' && each.example !== undefined,
  )
  return Object.fromEntries(
    shown
      .filter(({ schema }) => schema.format === undefined && schema.pattern === undefined)
      .map(({ name, example: value }) => [name, String(value)]),
  )
}

function successOf({ operation }: ListedOperation, document: OpenApi) {
  return answersOf(operation, document).findLast(([status]) => status.startsWith('2'))
}

function answers(listed: ListedOperation, document: OpenApi): Html {
  const all = answersOf(listed.operation, document)
  const [status, success] = successOf(listed, document) ?? ['', undefined]
  const schema = success?.content?.[JSON_TYPE]?.schema
  const others = Object.keys(success?.content ?? {}).filter((type) => type !== JSON_TYPE)
  const headers = Object.keys(success?.headers ?? {}).filter((name) => !/RateLimit/i.test(name))
  return html`<h4>Answers</h4>
<ul class="answers"><li><strong>${status}</strong> ${success?.description} With ${headers.map(
    (name, index) => [index > 0 && ', ', html`<code>${name}</code>`],
  )}.${others.map((type) => html` The body is <code>${type}</code>.`)}${schema && shape(schema, document)}</li>
${all
  .filter(([each]) => each === '304')
  .map(([each, answer]) => html`<li><strong>${each}</strong> ${answer.description}</li>`)}
${all
  .filter(([each]) => Number(each) >= 400)
  .map(
    ([each, answer]) =>
      html`<li><strong>${each}</strong> ${codesIn(answer).map((code) => [' ', errorLink(code)])}</li>\n`,
  )}</ul>`
}

function shape(schema: JsonSchema, document: OpenApi): Content {
  const { schemas } = document.components
  const name = schema.$ref?.split('/').at(-1)
  const empty = !name && !schema.properties
  return (
    !empty &&
    html`<details><summary>What is in it${name && html`: <code>${name}</code>`}</summary>
${answerTable(schema, schemas)}</details>`
  )
}
