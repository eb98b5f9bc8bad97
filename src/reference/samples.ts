// A request as a program, in each language of the reference.

import type { Sample } from './blocks.ts'
import { laidOut, laidOutAs, type Words } from './code.ts'

export interface ShownRequest {
  method: string
  path: string
  headers?: Record<string, string>
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown
  /** The file to save the response in, if it is not JSON. */
  file?: string | undefined
}

type Write = (baseUrl: string, request: ShownRequest) => string

/** One tab each. Programs read the key from the environment variable `KEY`. */
export const LANGUAGES: readonly { label: string; language: string; write: Write }[] = [
  { label: 'curl', language: 'sh', write: curl },
  { label: 'Node', language: 'js', write: node },
  { label: 'Python', language: 'python', write: python },
]

export const samplesOf = (baseUrl: string, request: ShownRequest): Sample[] =>
  LANGUAGES.map(({ label, language, write }) => ({
    label,
    language,
    text: write(baseUrl, request),
  }))

const JSON_TYPE = 'application/json'

/** The headers other than the key. */
function headersOf({ headers = {}, body }: ShownRequest): [string, string][] {
  const { Authorization, ...others } = headers
  const isJson = body !== undefined && others['Content-Type'] === undefined
  return Object.entries(isJson ? { 'Content-Type': JSON_TYPE, ...others } : others)
}

/** The value of the header, in which `$KEY` is the key; '' sends none. */
const authorizationOf = ({ headers }: ShownRequest): string =>
  headers?.Authorization ?? 'Bearer $KEY'

function curl(baseUrl: string, request: ShownRequest): string {
  const { method, path, body, file } = request
  const authorization = authorizationOf(request)
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `
  const parts = [`curl -sS ${verb}${shellWord(baseUrl + path)}`]
  if (authorization) parts.push(`-H ${inShell(`Authorization: ${authorization}`)}`)
  for (const [name, value] of headersOf(request)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`-d ${quoted(indented(bodyText(body)))}`)
  if (file) parts.push(`-o ${file}`)
  return parts.join(' \\\n  ')
}

function node(baseUrl: string, request: ShownRequest): string {
  const { method, path, body, file } = request
  const options: string[] = []
  if (method !== 'GET') options.push(`method: '${method}',`)
  const headers = [
    ...(authorizationOf(request) ? [nodeAuthorization(authorizationOf(request))] : []),
    ...headersOf(request).map(([name, value]) => `${nodeName(name)}: ${nodeText(value)}`),
  ]
  if (headers.length > 0) options.push(nodeObject('headers', headers))
  if (body !== undefined) {
    const text = typeof body === 'string' ? nodeText(body) : nodeJson(body)
    options.push(`body: ${indented(text)},`)
  }
  const address = nodeText(baseUrl + path)
  const call =
    options.length === 0
      ? `const response = await fetch(${address})`
      : `const response = await fetch(${address}, {\n  ${options.join('\n  ')}\n})`
  if (!file) return `${call}\nconsole.log(await response.json())`
  return `import { writeFile } from 'node:fs/promises'\n\n${call}\nawait writeFile('${file}', Buffer.from(await response.arrayBuffer()))`
}

function nodeObject(name: string, properties: string[]): string {
  const line = `${name}: { ${properties.join(', ')} },`
  return line.length <= 76 ? line : `${name}: {\n    ${properties.join(',\n    ')},\n  },`
}

const nodeAuthorization = (value: string): string =>
  `Authorization: ${value.includes('$KEY') ? `\`${value.replace('$KEY', () => '${process.env.KEY}')}\`` : nodeText(value)}`

const NODE_WORDS: Words = {
  value: (value) => (typeof value === 'string' ? nodeText(value) : JSON.stringify(value)),
  name: (name) => `${nodeName(name)}: `,
  space: ' ',
}
const nodeJson = (body: unknown): string => `JSON.stringify(${laidOutAs(NODE_WORDS, body)})`
const nodeName = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)
const nodeText = (text: string): string =>
  /['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`

function python(baseUrl: string, request: ShownRequest): string {
  const { method, path, body, file } = request
  const authorization = authorizationOf(request)
  const imports = [
    ...(file && body === undefined ? [] : ['json']),
    ...(authorization.includes('$KEY') ? ['os'] : []),
    'urllib.request',
  ]
  const headers = [
    ...(authorization ? [`"Authorization": ${pythonKey(authorization)}`] : []),
    ...headersOf(request).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
  ]
  const parts = [JSON.stringify(baseUrl + path)]
  if (method !== 'GET') parts.push(`method="${method}"`)
  if (headers.length > 0) parts.push(pythonHeaders(headers))
  if (body !== undefined) parts.push(`data=${pythonBody(body)}`)
  return `import ${imports.join(', ')}

request = urllib.request.Request(
${parts.map((part) => `    ${part},\n`).join('')})
with urllib.request.urlopen(request) as response:
    ${file ? `open("${file}", "wb").write(response.read())` : 'print(json.load(response))'}`
}

const pythonHeaders = (headers: string[]): string =>
  headers.length === 1
    ? `headers={${headers[0]}}`
    : `headers={\n${headers.map((each) => `        ${each},\n`).join('')}    }`

const pythonKey = (value: string): string =>
  value.includes('$KEY')
    ? `f"${value.replace('$KEY', () => "{os.environ['KEY']}")}"`
    : JSON.stringify(value)

const CONSTANTS = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
])
const PYTHON_WORDS: Words = {
  value: (value) => CONSTANTS.get(value) ?? JSON.stringify(value),
  name: (name) => `${JSON.stringify(name)}: `,
  space: '',
}
const pythonBody = (body: unknown): string =>
  typeof body === 'string'
    ? `${JSON.stringify(body)}.encode()`
    : `json.dumps(${laidOutAs(PYTHON_WORDS, body).replaceAll('\n', '\n    ')}).encode()`

const bodyText = (body: unknown): string => (typeof body === 'string' ? body : laidOut(body))
const indented = (text: string): string => text.replaceAll('\n', '\n  ')

/** A word for a shell, quoted if it contains special characters. */
const shellWord = (text: string): string => (/^[\w:/.-]+$/.test(text) ? text : quoted(text))
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
/** Leaves `$KEY` for the shell to fill in. */
const inShell = (text: string): string => (text.includes('$KEY') ? `"${text}"` : quoted(text))
