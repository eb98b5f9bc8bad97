// All SQL of mails as rows: written with what they tell of, read, and changed by their outcome.

import type { EmailKind, MailFacts, MailStatus } from '../../domain/mail.ts'
import type { RowKey, Table } from '../../platform/db/action.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, instants, jsons, plain, query, sql } from '../../platform/db/sql.ts'

export interface Email {
  environment_id: number
  id: string
  kind: EmailKind
  status: MailStatus
  invoice_id: string
  customer_id: number
  to_name: string
  to_address: string
  from_name: string
  from_address: string
  /** Empty when answers go where the mail came from. */
  reply_to: string
  language: string
  /** Without angle brackets; the same of every attempt. */
  message_id: string
  subject: string
  facts: MailFacts
  attempts: number
  /** Wall time of the next attempt; null unless pending. */
  next_attempt_at: number | null
  lease_token: string | null
  lease_until: number | null
  last_error: string | null
  /** Business time. */
  created_at: number
  /** Wall time at which a mail server accepted it. */
  sent_at: number | null
}

/** A mail with its texts as sent; null until it is first made ready for sending. */
export interface EmailWithTexts extends Email {
  text: string | null
  html: string | null
  /** Whether the document is attached, as the texts say. */
  attached: boolean | null
}

export const columns = sql`m.environment_id, m.id, m.kind, m.status, m.invoice_id, m.customer_id,
  m.to_name, m.to_address, m.from_name, m.from_address, m.reply_to, m.language, m.message_id,
  m.subject, m.facts, m.attempts, m.next_attempt_at, m.lease_token, m.lease_until, m.last_error,
  m.created_at, m.sent_at`

const list = sql`environment_id, id, kind, status, invoice_id, customer_id, to_name, to_address,
  from_name, from_address, reply_to, language, message_id, subject, facts, attempts,
  next_attempt_at, lease_token, lease_until, last_error, created_at, sent_at`

const values = (rows: Email[]) => sql`unnest(
  ${plain(rows.map((row) => row.environment_id))}::int[], ${plain(rows.map((row) => row.id))}::uuid[],
  ${plain(rows.map((row) => row.kind))}::text[], ${plain(rows.map((row) => row.status))}::text[],
  ${plain(rows.map((row) => row.invoice_id))}::uuid[],
  ${plain(rows.map((row) => row.customer_id))}::bigint[],
  ${rows.map((row) => row.to_name)}::text[], ${rows.map((row) => row.to_address)}::text[],
  ${rows.map((row) => row.from_name)}::text[], ${rows.map((row) => row.from_address)}::text[],
  ${rows.map((row) => row.reply_to)}::text[], ${rows.map((row) => row.language)}::text[],
  ${rows.map((row) => row.message_id)}::text[], ${rows.map((row) => row.subject)}::text[],
  ${jsons(rows.map((row) => JSON.stringify(row.facts)))},
  ${plain(rows.map((row) => row.attempts))}::smallint[],
  ${instants(rows.map((row) => row.next_attempt_at))}::timestamptz[],
  ${plain(rows.map((row) => row.lease_token))}::uuid[],
  ${instants(rows.map((row) => row.lease_until))}::timestamptz[],
  ${rows.map((row) => row.last_error)}::text[],
  ${instants(rows.map((row) => row.created_at))}::timestamptz[],
  ${instants(rows.map((row) => row.sent_at))}::timestamptz[])`

/** Of the rows of `emails` those that failed and were not sent anew: a later mail on the invoice mends them. */
export const needsAttention = sql`status = 'failed' and not exists (
  select from emails later
  where later.environment_id = emails.environment_id and later.invoice_id = emails.invoice_id
    and (later.created_at, later.id) > (emails.created_at, emails.id))`

export const emails: Table<Email> = {
  name: 'emails',
  count: { counter: 'emails_count', counts: () => true },
  mail: ({ kind, to_address, subject }) => ({ kind, to: to_address, subject }),

  lock(tx, keys) {
    return query<Email>(
      tx,
      sql`select ${columns} from emails m
          join ${wanted(keys, 'uuid')} on m.environment_id = wanted.environment_id and m.id = wanted.id
          order by m.environment_id, m.id for no key update of m`,
    )
  },

  insert(tx, rows) {
    return execute(tx, sql`insert into emails (${list}) select * from ${values(rows)}`)
  },

  update(tx, rows) {
    return execute(
      tx,
      sql`update emails m set
            status = v.status, attempts = v.attempts, next_attempt_at = v.next_attempt_at,
            lease_token = v.lease_token, lease_until = v.lease_until, last_error = v.last_error,
            sent_at = v.sent_at
          from ${values(rows)} as v (${list})
          where m.environment_id = v.environment_id and m.id = v.id`,
    )
  },
}

/** Mails as read, in the order asked for; undefined where there is none. */
export async function findEmails(db: Db, keys: RowKey[]): Promise<(Email | undefined)[]> {
  const rows = await query<Email>(
    db,
    sql`select ${columns} from emails m
        join ${wanted(keys, 'uuid')} on m.environment_id = wanted.environment_id and m.id = wanted.id`,
  )
  return inOrder(keys, rows)
}

/** One mail with its texts, if they have been kept. */
export async function findEmail(db: Db, key: RowKey): Promise<EmailWithTexts | undefined> {
  const rows = await query<EmailWithTexts>(
    db,
    sql`select ${columns}, m.text, m.html, m.attached from emails m
        where m.environment_id = ${key.environment_id} and m.id = ${key.id}`,
  )
  return rows[0]
}
