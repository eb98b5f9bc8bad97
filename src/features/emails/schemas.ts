// Mails as clients see them, and what they may send.

import { type Static, Type } from 'typebox'
import { CUSTOMER_REF } from '../../domain/customer.ts'
import { EMAIL_KINDS, MAIL_STATUSES } from '../../domain/mail.ts'
import { AnyOf, Body, listQuery } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import { emails, type Email as Row } from '../outbox/record.ts'

const idPattern = (prefix: string) => `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`

export const EmailList = Body({
  ...listQuery,
  status: Type.Optional(AnyOf(MAIL_STATUSES, 'Mails in this state.')),
  kind: Type.Optional(AnyOf(EMAIL_KINDS, 'Mails of this kind.')),
  invoice_id: Type.Optional(
    Type.String({
      pattern: idPattern('inv'),
      description: 'Mails about this invoice.',
      examples: ['inv_01h2xcejqtf2nbrexx3vqjhp41'],
    }),
  ),
  customer_id: Type.Optional(
    Type.String({
      pattern: CUSTOMER_REF,
      description: 'Mails about invoices of this customer: `cus_1001`, or 1001.',
      examples: ['cus_1001'],
    }),
  ),
  needs_attention: Type.Optional(
    Type.Boolean({
      description:
        'Mails that failed and that no later mail about the same invoice follows, or all others.',
    }),
  ),
})
export type EmailList = Static<typeof EmailList>

export const Email = emails.item

export const EmailWithTexts = Type.Object(
  {
    ...emails.item.properties,
    text: Type.String({ description: 'The plain version.' }),
    html: Type.String({ description: 'The formatted version.' }),
  },
  { title: 'EmailWithTexts', additionalProperties: false },
)

export const EmailPath = {
  id: Type.String({ pattern: idPattern('eml'), description: 'The mail.' }),
}

export const parseEmailId = (ref: string): string | undefined => decodeId('eml', ref)

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
