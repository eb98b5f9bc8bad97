// A page for each error code, and a list of them all.

import { type CatalogueEntry, ERRORS, type ErrorCode } from '../../domain/error-catalogue.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { codesIn } from '../../platform/http/openapi-answers.ts'
import type { OpenApi } from '../../platform/http/openapi-document.ts'
import type { RefusedExchange } from '../openapi.ts'
import { curlBlock, jsonBlock } from './code.ts'
import { answersOf, errorLink, method, operationsOf } from './layout.ts'
import { renderSentence } from './markdown.ts'

const entries = Object.entries(ERRORS) as [ErrorCode, CatalogueEntry][]

export function errorListPage(): Html {
  return html`<h1>Errors</h1>
<p class="lead">Everything that is not 2xx has one shape, with one of these codes.</p>
<div class="scroll"><table class="errors"><thead><tr><th>status</th><th>code</th><th>what happened</th></tr></thead>
<tbody>${entries
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(
      ([code, entry]) => html`<tr><td>${statuses(entry)}</td><td>${errorLink(code)}</td>
<td>${renderSentence(firstSentence(entry.meaning))}</td></tr>\n`,
    )}</tbody></table></div>`
}

/** The page of a code; undefined when there is no such code. */
export function errorPage(
  code: string,
  document: OpenApi,
  refused: RefusedExchange[],
): Html | undefined {
  const entry = entries.find(([known]) => known === code)?.[1]
  if (!entry) return undefined
  const baseUrl = document.servers[0]?.url ?? ''
  return html`<p class="trail"><a href="/docs/errors">Errors</a></p>
<h1><code>${code}</code></h1>
<p class="about">Status ${statuses(entry)}, type <code>${entry.type}</code></p>
<h2>What happened</h2>
<p>${renderSentence(entry.meaning)}</p>
<h2>What to do</h2>
<p>${renderSentence(entry.remedy)}</p>
${refused
  .filter((each) => each.code === code)
  .map(
    ({ request, status, body }) => html`<h2>For example, as ${status}</h2>
${curlBlock(baseUrl, request)}
${jsonBlock(body)}`,
  )}
<h2>Which operations answer it</h2>
${answering(code, document)}`
}

const statuses = ({ status, statusInBody }: CatalogueEntry): string =>
  statusInBody ? `${status} or ${statusInBody}` : String(status)

const firstSentence = (text: string): string => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text

/** What is told where no operation is. */
const UNROUTED = new Set(['route_not_found', 'method_not_allowed'])

function answering(code: string, document: OpenApi): Content {
  const found = operationsOf(document).filter(({ operation }) =>
    answersOf(operation, document).some(([, answer]) => codesIn(answer).includes(code)),
  )
  if (found.length === 0) {
    return UNROUTED.has(code)
      ? html`<p>None: it is about addresses and methods that do not exist.</p>`
      : html`<p>None of those for keys: it is about people who sign in, under <code>/session</code>.</p>`
  }
  return html`<ul class="operations">${found.map(
    ({ operation, path, ...listed }) => html`<li>${method(listed.method)}
<a href="/docs/reference#${operation.operationId}"><code>${path}</code></a> ${operation.summary}</li>\n`,
  )}</ul>`
}
