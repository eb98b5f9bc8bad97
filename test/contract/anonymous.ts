// Answers without what tells one id, one request, or the length of its text from another.

import type { Answer } from '../client.ts'

/** `id` is empty where none was asked for. */
export function anonymous(answer: Answer, id: string | number): unknown {
  const { 'request-id': _, date: __, 'content-length': ___, ...headers } = answer.headers
  const named = new RegExp(`(?<!\\w)${id}(?!\\w)`, 'g')
  const shown = id === '' ? answer.text : answer.text.replace(named, 'ID')
  const text = shown.replace(/req_\w+/g, 'REQ')
  return { status: answer.status, headers, text }
}
