// SQL of emails with their texts, and of those that need attention.

import type { ApartOf } from '../../platform/db/record.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { type Email, emails } from './record.ts'

/** An email with its texts as sent; null until it is first prepared. */
export interface EmailWithTexts extends Email, ApartOf<typeof emails.members> {}

export const columns = emails.columns('m')
export const texts = sql`m.text, m.html, m.attached`

/** Failed rows of `emails` that were not sent again: a later email about the same document resolves them. */
export const needsAttention = sql`status = 'failed' and not exists (
  select from emails later
  where later.environment_id = emails.environment_id and later.invoice_id = emails.invoice_id
    and later.credit_note_id is not distinct from emails.credit_note_id
    and (later.created_at, later.id) > (emails.created_at, emails.id))`

/** One email with its texts, if they are stored. */
export async function findEmail(db: Db, key: RowKey): Promise<EmailWithTexts | undefined> {
  const rows = await query<EmailWithTexts & Record<string, unknown>>(
    db,
    sql`select ${columns}, ${texts} from emails m
        where m.environment_id = ${key.environment_id} and m.id = ${key.id}`,
  )
  return rows[0]
}
