// A page for each error code, and a list of them all.

import { ERRORS, type ErrorCode } from '../domain/error-catalogue.ts'
import type { CatalogueEntry } from '../domain/error-entry.ts'
import { codesIn } from '../platform/http/openapi-failures.ts'
import {
  about,
  type Block,
  code,
  errorLink,
  heading,
  json,
  type Line,
  lead,
  link,
  list,
  type PageContent,
  paragraph,
  table,
} from './blocks.ts'
import type { RefusedExchange } from './openapi.ts'
import { pageOfTag, type Reading, responsesOf } from './reading.ts'
import { LANGUAGES } from './samples.ts'

const entries = Object.entries(ERRORS) as [ErrorCode, CatalogueEntry][]

export function errorListPage(): PageContent {
  const rows = entries
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([name, entry]) => [statuses(entry), errorLink(name), firstSentence(entry.meaning)])
  return {
    title: 'Errors',
    blocks: [
      heading(1, 'Errors'),
      lead('Every response that is not 2xx is an error with one of these codes.'),
      paragraph('See [handling errors](/docs/guide/error-handling) for how to process them.'),
      table(['Status', 'Code', 'What happened'], rows, 'errors'),
    ],
  }
}

/** The page of a code; undefined for an unknown one. */
export function errorPage(
  name: string,
  reading: Reading,
  refused: RefusedExchange[],
): PageContent | undefined {
  const entry = entries.find(([known]) => known === name)?.[1]
  if (!entry) return undefined
  return {
    title: name,
    blocks: [
      paragraph(link('Errors', '/docs/errors')),
      heading(1, code(name)),
      about(`Status ${statuses(entry)}, type ${code(entry.type)}`),
      heading(2, 'What happened'),
      paragraph(entry.meaning),
      heading(2, 'What to do'),
      paragraph(entry.remedy),
      ...refused
        .filter((each) => each.code === name)
        .flatMap((exchange) => exampleOf(exchange, reading.baseUrl)),
      heading(2, 'Operations that return it'),
      answering(name, reading),
    ],
  }
}

/** As a curl command only: in programs, an error is an exception, which differs by language. */
function exampleOf({ request, status, body }: RefusedExchange, baseUrl: string): Block[] {
  const [curl] = LANGUAGES
  const text = curl?.write(baseUrl, request) ?? ''
  return [
    heading(2, `Example with status ${status}`),
    { kind: 'code', language: 'sh', text },
    json(body),
  ]
}

const statuses = ({ status, statusInBody }: CatalogueEntry): string =>
  statusInBody ? `${status} or ${statusInBody}` : String(status)

const firstSentence = (text: string): string => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text

/** The errors of requests that match no operation of the reference. */
const UNLISTED: Readonly<Record<string, string>> = {
  route_not_found: 'None: it is for paths and methods that do not exist.',
  method_not_allowed: 'None: it is for paths and methods that do not exist.',
  gateway_signature_invalid: 'None for API keys: it is for payment services that send events.',
}

function answering(name: string, reading: Reading): Block {
  const found = reading.operations.filter(({ operation }) =>
    responsesOf(operation, reading).some(([, answer]) => codesIn(answer).includes(name)),
  )
  if (found.length === 0) {
    return paragraph(
      UNLISTED[name] ?? 'None for API keys: it is for users who sign in, under `/session`.',
    )
  }
  return list(
    found.map(
      ({ operation, path, method }): Line =>
        `${link(operation.summary, `${pageOfTag(operation.tags[0] ?? '')}#${operation.operationId}`)} ${code(`${method} ${path}`)}`,
    ),
  )
}
