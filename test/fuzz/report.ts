// A readable report of a failing case: the request, the response, and the command that repeats it.

import type { Answer } from '../client.ts'
import { bodyText, type Case, finished, pathOf } from './requests.ts'

export interface Failure {
  fault: string
  case: Case
  answer: Answer | undefined
  /** The service's log lines about it. */
  logged: string | undefined
}

export function reportOf({ fault, case: failed, answer, logged }: Failure): string {
  const { operationId } = failed.start.described.operation
  return [
    `${operationId}: ${fault}`,
    ...failed.changes.map(({ what }) => `  with ${what}`),
    curlOf(failed),
    ...(answer ? [`  → ${answer.status} ${shortened(answer.text, 500)}`] : []),
    ...(logged ? [`  logged: ${shortened(logged, 1_200)}`] : []),
  ].join('\n')
}

function curlOf(failed: Case): string {
  const draft = finished(failed)
  const body = bodyText(draft)
  const parts = [`curl -g -X ${draft.method} ${quote(`$URL${pathOf(draft)}`)}`]
  if (draft.key !== 'none') parts.push(`-H "Authorization: Bearer $${draft.key.toUpperCase()}_KEY"`)
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'")
  for (const [name, value] of Object.entries(draft.headers)) {
    for (const each of [value].flat()) parts.push(`-H ${quote(`${name}: ${each}`)}`)
  }
  if (body !== undefined) parts.push(`--data-binary ${quote(body.toString())}`)
  return `  ${parts.join(' ')}`
}

/** Quotes for a shell; `$URL` at the beginning is expanded, and a long text replaced by its length. */
function quote(text: string): string {
  const short = shortened(text, 2_000).replaceAll("'", "'\\''")
  return short.startsWith('$URL') ? `"$URL"'${short.slice(4)}'` : `'${short}'`
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`
}
