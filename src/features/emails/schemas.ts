// Email schemas.

import { Type } from 'typebox'
import { emails, type Email as Row } from '../outbox/record.ts'

export const Email = emails.item

export const EmailWithTexts = Type.Object(
  {
    ...emails.item.properties,
    text: Type.String({ description: 'The text version.' }),
    html: Type.String({ description: 'The HTML version.' }),
  },
  { title: 'EmailWithTexts', additionalProperties: false },
)

export const emailJson = (row: Row): string =>
  emails.json(row, {
    to: row.to_address,
    from: row.from_address,
    cc: row.cc_addresses,
    attempts_made: row.attempts,
  })

export function emailWithTextsJson(row: Row, texts: { text: string; html: string }): string {
  const { text, html } = texts
  return `${emailJson(row).slice(0, -1)},${JSON.stringify({ text, html }).slice(1)}`
}
