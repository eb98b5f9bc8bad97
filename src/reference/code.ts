// JSON as code to read and to copy.

import { type Content, html } from '../platform/html.ts'

const LINE = 72
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b/g

/** JSON with syntax highlighting. */
export function renderJson(value: unknown): Content {
  const text = laidOut(value)
  const parts: Content[] = []
  let end = 0
  for (const token of text.matchAll(TOKEN)) {
    const [whole, string, colon] = token
    const kind = string === undefined ? 'literal' : colon === undefined ? 'text' : 'member'
    parts.push(text.slice(end, token.index))
    parts.push(html`<span class="${kind}">${string ?? whole}</span>`, colon ?? '')
    end = token.index + whole.length
  }
  return [...parts, text.slice(end)]
}

/** JSON for people: values that fit on a line are kept on one. */
export function laidOut(value: unknown, indent = ''): string {
  return laidOutAs(JSON_WORDS, value, indent)
}

/** How a language writes the parts of JSON. */
export interface Words {
  /** A string, a number, a boolean or null. */
  value(value: unknown): string
  /** The name of a property, with the separator after it. */
  name(name: string): string
  /** The space inside the braces of an object on one line. */
  space: string
}

const JSON_WORDS: Words = {
  value: (value) => JSON.stringify(value),
  name: (name) => `${JSON.stringify(name)}: `,
  space: '',
}

export function laidOutAs(words: Words, value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return words.value(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const deeper = `${indent}  `
  const parts = Object.entries(value).map(([name, item]) => {
    const text = laidOutAs(words, item, deeper)
    return isList ? text : words.name(name) + text
  })
  const space = isList || parts.length === 0 ? '' : words.space
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (indent.length + line.length <= LINE && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}${words.space && ','}\n${indent}${close}`
}
