// SQL of mails with their texts, and of those that somebody has to look at.

import type { ApartOf } from '../../platform/db/record.ts'
import { type Db, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { type Email, emails } from './record.ts'

/** A mail with its texts as sent; null until it is first made ready for sending. */
export interface EmailWithTexts extends Email, ApartOf<typeof emails.members> {}

/** Of mails `m`. */
export const columns = emails.columns('m')
export const texts = sql`m.text, m.html, m.attached`

/** Of the rows of `emails` those that failed and were not sent anew: a later mail on the invoice mends them. */
export const needsAttention = sql`status = 'failed' and not exists (
  select from emails later
  where later.environment_id = emails.environment_id and later.invoice_id = emails.invoice_id
    and (later.created_at, later.id) > (emails.created_at, emails.id))`

/** One mail with its texts, if they have been kept. */
export async function findEmail(db: Db, key: RowKey): Promise<EmailWithTexts | undefined> {
  const rows = await query<EmailWithTexts & Record<string, unknown>>(
    db,
    sql`select ${columns}, ${texts} from emails m
        where m.environment_id = ${key.environment_id} and m.id = ${key.id}`,
  )
  return rows[0]
}
