// JSON and curl commands as code to read and to copy.

import { type Html, html } from '../../platform/html.ts'

const LINE = 72
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b/g

/** JSON with its parts told apart by colour. */
export function jsonBlock(value: unknown): Html {
  const text = laidOut(value)
  const parts: (Html | string)[] = []
  let end = 0
  for (const token of text.matchAll(TOKEN)) {
    const [whole, string, colon] = token
    const kind = string === undefined ? 'literal' : colon === undefined ? 'text' : 'member'
    parts.push(text.slice(end, token.index))
    parts.push(html`<span class="${kind}">${string ?? whole}</span>`, colon ?? '')
    end = token.index + whole.length
  }
  return html`<pre class="json"><code>${parts}${text.slice(end)}</code></pre>`
}

export interface ShownRequest {
  method: string
  path: string
  headers?: Record<string, string>
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown
}

/** The command that sends a request; the key is expected in `KEY`. */
function curl(baseUrl: string, { method, path, headers = {}, body }: ShownRequest): string {
  const { Authorization, ...others } = headers
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${argument(baseUrl + path)}`]
  if (Authorization === undefined) parts.push('-H "Authorization: Bearer $KEY"')
  else if (Authorization) parts.push(`-H ${quote(`Authorization: ${Authorization}`)}`)
  if (body !== undefined && !others['Content-Type'])
    parts.push("-H 'Content-Type: application/json'")
  for (const [name, value] of Object.entries(others)) parts.push(`-H ${quote(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`-d ${quote(bodyText(body))}`)
  return parts.join(' \\\n  ')
}

export const curlBlock = (baseUrl: string, request: ShownRequest): Html =>
  html`<pre><code>${curl(baseUrl, request)}</code></pre>`

const bodyText = (body: unknown): string =>
  typeof body === 'string' ? body : laidOut(body).replaceAll('\n', '\n  ')

/** JSON for people: what fits on a line stands on one. */
export function laidOut(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const deeper = `${indent}  `
  const parts = Object.entries(value).map(([name, item]) => {
    const text = laidOut(item, deeper)
    return Array.isArray(value) ? text : `${JSON.stringify(name)}: ${text}`
  })
  const line = `${open}${parts.join(', ')}${close}`
  if (indent.length + line.length <= LINE && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`
}

/** For a shell: as it is when nothing in it means anything to one, and with variables filled in. */
const argument = (text: string): string =>
  /^[\w:/.-]+$/.test(text) ? text : text.includes('$') ? `"${text}"` : quote(text)
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
