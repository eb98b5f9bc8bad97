// The table of emails: written with their cause, and updated with their outcome.

import { type TNull, type TString, type TUnion, Type } from 'typebox'
import type { CardFacts } from '../../domain/card-mail.ts'
import { ERASED, ERASED_ADDRESS } from '../../domain/erasure.ts'
import { EMAIL_KINDS, MAIL_STATUSES, type MailFacts } from '../../domain/mail.ts'
import type { PriceChangeFacts } from '../../domain/price-change-mail.ts'
import { type Column, NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { text, words } from '../../platform/http/columns.ts'
import { objectIds } from '../identifiers.ts'
import {
  apart,
  computed,
  customerId,
  fixed,
  flag,
  hidden,
  id,
  instant,
  nullable,
  oneOf,
  ownText,
  shownAs,
  shownNullable,
  small,
  stored,
  uuid,
} from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

const said = (description?: string) =>
  ownText(Type.String({ ...(description && { description }) }), { erased: NOT_PERSONAL })

const address = (description: string) => computed(Type.String({ description }), text)

/** Empty if replies go to the sender. */
const replyTo: Column<string, TUnion<[TString, TNull]>> = {
  ...shownNullable(said(), 'Reply-to address, if different from the sender.'),
  json: (reply) => (reply === '' ? 'null' : JSON.stringify(reply)),
}

/** Without angle brackets; the same in every attempt. */
const messageId: Column<string, TString> = {
  ...said('Message-ID header, the same for every attempt.'),
  json: (message) => JSON.stringify(`<${message}>`),
}

export const emailIds = objectIds('email')

export const emails = resourceRecord(
  'email',
  {
    kind: fixed(oneOf(EMAIL_KINDS, 'The object that it is about.')),
    status: oneOf(
      MAIL_STATUSES,
      '`outbox`: not sent, because it is a test environment or there is no email server. `canceled`: the invoice was voided or paid before it was sent.',
    ),
    invoice_id: fixed(nullable(shownAs(id('invoice'), Type.String()), 'Its invoice, if any.')),
    credit_note_id: fixed(
      nullable(id('credit_note'), 'The credit note that it is about; null for other kinds.'),
    ),
    subscription_id: fixed(
      nullable(id('subscription'), 'The subscription that it is about; null for other kinds.'),
    ),
    customer_id: fixed(shownAs(customerId(), Type.String({ pattern: '^cus_[0-9]+$' }))),
    to: address('Recipient.'),
    from: address('Sender.'),
    cc: computed(Type.Array(Type.String(), { description: 'Recipients of a copy.' }), words),
    from_name: fixed(said()),
    reply_to: fixed(replyTo),
    language: fixed(shownAs(said(), Type.String({ examples: ['en'] }))),
    subject: fixed(said()),
    message: fixed(
      ownText(Type.String({ description: 'Message added when it was sent; may be empty.' }), {
        erased: '',
      }),
    ),
    message_id: fixed(messageId),
    attempts_made: computed(Type.Integer()),
    /** Wall time; null unless pending. */
    next_attempt_at: nullable(instant(), 'Null unless pending.'),
    last_error: nullable(
      ownText(Type.String(), { erased: ERASED }),
      'Error of the last failed attempt.',
    ),
    /** Business time. */
    created_at: fixed(instant()),
    /** Wall time. */
    sent_at: nullable(instant(), 'When the email server accepted it.'),

    to_name: fixed(hidden(ownText(Type.String(), { erased: '' }))),
    to_address: fixed(hidden(ownText(Type.String(), { erased: ERASED_ADDRESS }))),
    cc_addresses: fixed(stored<string[]>({ erased: [] })),
    from_address: fixed(hidden(said())),
    facts: fixed(stored<MailFacts | PriceChangeFacts | CardFacts>({ erased: NOT_PERSONAL })),
    attempts: hidden(small()),
    lease_token: nullable(uuid()),
    lease_until: hidden(nullable(instant())),
    /** As sent; stored when first prepared, null until then. */
    text: apart(nullable(ownText(Type.String(), { erased: null }))),
    html: apart(nullable(ownText(Type.String(), { erased: null }))),
    /** True if the document is attached, as the texts say. */
    attached: apart(nullable(flag('', { erased: null }))),
  },
  {
    mail: ({ id, kind, to_address, subject }) => ({
      id: emailIds.ref(id),
      kind,
      to: to_address,
      subject,
    }),
  },
)

export interface Email extends RowOf<typeof emails.members> {}
