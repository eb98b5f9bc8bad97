// Mails as clients see them, and what they may send.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { CUSTOMER_REF, customerRef } from '../../domain/customer.ts'
import { EMAIL_KINDS, MAIL_STATUSES } from '../../domain/mail.ts'
import { Body, listQuery, OneOf, Timestamp } from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { emailRef } from '../outbox/actions.ts'
import type { Email as Row } from '../outbox/store.ts'

const idPattern = (prefix: string) => `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`

export const EmailList = Body({
  ...listQuery,
  status: Type.Optional(OneOf(MAIL_STATUSES, 'Mails in this state.')),
  kind: Type.Optional(OneOf(EMAIL_KINDS, 'Mails of this kind.')),
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

const OptionalTime = (description: string) => Type.Union([Timestamp, Type.Null()], { description })

const members = {
  id: Type.String({ pattern: '^eml_[0-9a-z]{26}$' }),
  object: Type.Literal('email'),
  kind: OneOf(EMAIL_KINDS, 'What it brings.'),
  status: OneOf(
    MAIL_STATUSES,
    'In the outbox is what is never sent: in test environments, and without a mail server. Canceled is what was overtaken, as by a void.',
  ),
  invoice_id: Type.Union([Type.String(), Type.Null()], {
    description: 'The invoice it brings; null is kept for mails about something else.',
  }),
  customer_id: Type.String({ pattern: '^cus_[0-9]+$' }),
  to: Type.String({ description: 'The address it goes to.' }),
  from: Type.String({ description: 'The address it comes from.' }),
  from_name: Type.String(),
  reply_to: Type.Union([Type.String(), Type.Null()], {
    description: 'Where an answer goes, if elsewhere.',
  }),
  language: Type.String({ examples: ['en'] }),
  subject: Type.String(),
  message_id: Type.String({ description: 'Its Message-ID header, the same of every attempt.' }),
  attempts_made: Type.Integer(),
  next_attempt_at: OptionalTime('Null unless pending.'),
  last_error: Type.Union([Type.String(), Type.Null()], {
    description: 'What the mail server said to the last attempt that failed.',
  }),
  created_at: Timestamp,
  sent_at: OptionalTime('When a mail server accepted it.'),
}

export const Email = Type.Object(members, { additionalProperties: false })

export const EmailWithTexts = Type.Object(
  {
    ...members,
    text: Type.String({ description: 'The plain version.' }),
    html: Type.String({ description: 'The formatted version.' }),
  },
  { title: 'EmailWithTexts', additionalProperties: false },
)

export const EmailPath = {
  id: Type.String({ pattern: idPattern('eml'), description: 'The mail.' }),
}

export const parseEmailId = (ref: string): string | undefined => decodeId('eml', ref)

const time = (ms: number | null): string | null => (ms === null ? null : timestamp(ms))

function emailObject(row: Row) {
  return {
    id: emailRef(row.id),
    object: 'email',
    kind: row.kind,
    status: row.status,
    invoice_id: encodeId('inv', row.invoice_id),
    customer_id: customerRef(row.customer_id),
    to: row.to_address,
    from: row.from_address,
    from_name: row.from_name,
    reply_to: row.reply_to || null,
    language: row.language,
    subject: row.subject,
    message_id: `<${row.message_id}>`,
    attempts_made: row.attempts,
    next_attempt_at: time(row.next_attempt_at),
    last_error: row.last_error,
    created_at: timestamp(row.created_at),
    sent_at: time(row.sent_at),
  }
}

export function emailJson(row: Row): string {
  return JSON.stringify(emailObject(row))
}

export function emailWithTextsJson(row: Row, texts: { text: string; html: string }): string {
  return JSON.stringify({ ...emailObject(row), text: texts.text, html: texts.html })
}
