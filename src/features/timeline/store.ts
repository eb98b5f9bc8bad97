// SQL of the timeline: the events and emails of one invoice from a position on, each read by its index.

import { type Db, query, queryPlanned, sql } from '../../platform/db/sql.ts'
import { encodeId } from '../../platform/ids.ts'
import { type FoundEvent, light, type StoredEvent, stored } from '../events/store.ts'
import { invoiceIds } from '../invoices/record.ts'
import type { Email } from '../outbox/record.ts'

/** The position after which the timeline continues; instants are milliseconds of business time. */
export interface Position {
  /** Events with a greater sequence number and a later time than these. */
  sequence: number
  eventsAfter: number
  /** Emails from this instant on; at this exact instant, those with a greater ID. */
  mailsFrom: number
  mailId: string
}

const NO_ID = '00000000-0000-0000-0000-000000000000'
export const BEGINNING: Position = { sequence: 0, eventsAfter: -1, mailsFrom: 0, mailId: NO_ID }

/** The position of an event: emails of the same instant come after it. */
export const afterEvent = ({ sequence, created_at }: StoredEvent): Position => ({
  sequence,
  eventsAfter: -1,
  mailsFrom: created_at,
  mailId: NO_ID,
})

/** The position of an email: all events of the same instant come before it. */
export const afterMail = ({ created_at, id }: Pick<Email, 'created_at' | 'id'>): Position => ({
  sequence: 0,
  eventsAfter: created_at,
  mailsFrom: created_at,
  mailId: id,
})

/** The IDs, as in events, of an invoice and of the objects that moved money on it. */
export async function findInvolved(
  db: Db,
  environmentId: number,
  invoiceId: string,
): Promise<string[]> {
  const rows = await query<{ prefix: 'pay' | 'cbt' | 'cn' | 're' | 'ii'; id: string }>(
    db,
    sql`select 'pay' as prefix, p.id from payments p
        where p.environment_id = ${environmentId}
          and (p.invoice_id = ${invoiceId} or p.allocated_to @> ${[invoiceId]}::text[])
        union all
        select 'cbt', t.id from credit_transactions t
        where t.environment_id = ${environmentId} and t.invoice_id = ${invoiceId}
        union all
        select 're', r.id from refunds r
        where r.environment_id = ${environmentId} and r.invoice_id = ${invoiceId}
        union all
        select 'ii', l.invoice_item_id from invoice_lines l
        where l.environment_id = ${environmentId} and l.invoice_id = ${invoiceId}
          and l.invoice_item_id is not null
        union all
        select 'dp', d.id from disputes d
        where d.environment_id = ${environmentId} and d.invoice_id = ${invoiceId}
        union all
        select 'cn', n.id from credit_notes n
        where n.environment_id = ${environmentId} and n.invoice_id = ${invoiceId}`,
  )
  return [invoiceIds.ref(invoiceId), ...rows.map(({ prefix, id }) => encodeId(prefix, id))]
}

/** Events about these objects, in feed order. Excludes reminders, whose emails are listed instead. */
export function listHistory(
  db: Db,
  environmentId: number,
  refs: string[],
  { sequence, eventsAfter }: Position,
  most: number,
): Promise<FoundEvent[]> {
  const found = sql`select e.* from unnest(${refs}::text[]) as about (object_id)
                    cross join lateral (
                      select ${stored} from events e
                      where e.environment_id = ${environmentId} and e.object_id = about.object_id
                        and e.sequence > ${sequence} and e.type <> 'invoice.reminded'
                        and e.created_at > ${new Date(eventsAfter)}
                      order by e.sequence limit ${most}) e
                    order by e.sequence limit ${most}`
  return queryPlanned<FoundEvent & Record<string, unknown>>(db, light(found, sql`sequence`))
}

/** Emails about an invoice, oldest first. */
export function listMails(
  db: Db,
  environmentId: number,
  invoiceId: string,
  { mailsFrom, mailId }: Position,
  most: number,
): Promise<Email[]> {
  return query<Email & Record<string, unknown>>(
    db,
    sql`select m.id, m.kind, m.status, m.to_address, m.created_at from emails m
        where m.environment_id = ${environmentId} and m.invoice_id = ${invoiceId}
          and (m.created_at, m.id) > (${new Date(mailsFrom)}::timestamptz, ${mailId}::uuid)
        order by m.created_at, m.id limit ${most}`,
  )
}

/** The actors who caused these events, by sequence number. */
export interface RecordedActor {
  actor: string
  actor_label: string
  first_sequence: number
  last_sequence: number
}

/** The writes on these objects that recorded events between two positions of the feed. */
export function listActors(
  db: Db,
  environmentId: number,
  refs: string[],
  { first, last }: { first: number; last: number },
): Promise<RecordedActor[]> {
  return query<RecordedActor & Record<string, unknown>>(
    db,
    sql`select a.actor, a.actor_label, a.first_sequence, a.last_sequence from audit_log a
        where a.environment_id = ${environmentId} and a.object_id = any(${refs}::text[])
          and a.last_sequence >= ${first} and a.first_sequence <= ${last}`,
  )
}
