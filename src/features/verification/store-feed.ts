// Reads the feed for verification: event by event, grouped by object, in order.

import { isDeepStrictEqual } from 'node:util'
import type { RecordedPrefix } from '../../domain/event.ts'
import { query, type Sql, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { stream, time } from './store.ts'

type JsonObject = Record<string, unknown>

/** An event as stored; timestamps as in the API. */
export interface FeedEvent {
  /** The object to whose history it belongs; for payments, credit notes and refunds, an invoice of theirs. */
  ref: string
  sequence: number
  type: string
  object_id: string
  customer_id: string | null
  object: JsonObject
  previous_attributes: JsonObject | null
  created_at: string
  /** The digest of the frozen content. */
  frozen: string | null
  /** True if it is about an erased person, whose events contain less. */
  erased: boolean
}

const listIn = (object: Sql) =>
  sql`case when json_typeof(${object} -> 'allocations') = 'array' then ${object} -> 'allocations' else '[]' end`

/** The invoices that a payment pays, or paid before the event, and any other object's invoice. */
const invoicesOf = sql`(
  select array_agg(distinct id) from (
    select e.object ->> 'invoice_id' as id
    union all
    select a ->> 'invoice_id' from json_array_elements(${listIn(sql`e.object`)}) a
    union all
    select a ->> 'invoice_id'
    from json_array_elements(${listIn(sql`e.previous_attributes`)}) a) of
  where id is not null)`

/** Objects whose events also belong to another object's history, and those objects. */
const RELATIVES: Partial<Record<RecordedPrefix, { prefixes: RecordedPrefix[]; of: Sql }>> = {
  inv: { prefixes: ['pay', 'cn', 're'], of: invoicesOf },
  cus: { prefixes: ['cbt'], of: sql`array[e.object ->> 'customer_id']` },
}

/** All events about objects with this prefix, by object in text order of their IDs. */
export function streamFeed(
  tx: Tx,
  environmentId: number,
  prefix: RecordedPrefix,
): AsyncGenerator<FeedEvent> {
  const relatives = RELATIVES[prefix]
  const likeOf = (names: RecordedPrefix[]) => names.map((name) => `${name}\\_%`)
  const refs = relatives
    ? sql`case when e.object_id like any(${likeOf(relatives.prefixes)}::text[])
            then ${relatives.of} else array[e.object_id] end`
    : sql`array[e.object_id]`
  const prefixes = likeOf([prefix, ...(relatives?.prefixes ?? [])])
  return stream(
    tx,
    sql`select o.ref, e.sequence, e.type, e.object_id, 'cus_' || e.customer_id as customer_id,
          e.object, e.previous_attributes, ${time(sql`e.created_at`)} as created_at, e.frozen,
          r.customer_id is not null as erased
        from events e cross join lateral unnest(${refs}) o (ref)
        left join customer_erasures r
          on r.environment_id = ${environmentId} and r.customer_id = e.customer_id
        where e.environment_id = ${environmentId} and e.object_id like any(${prefixes}::text[])
        order by o.ref collate "C", e.sequence`,
  )
}

/** The settings an environment billed with, from some event on. */
export interface Terms {
  /** Sequence of the event with these settings; 0 for the initial ones. */
  sequence: number
  /** Its instant; empty for the initial ones. */
  at: string
  time_zone: string
  payment_terms_days: number
  reminder_days: number[]
  /** For mails: the sender name, if given, and the reply-to address. */
  mail_from_name: string
  reply_to: string
}

/** The settings an environment billed with and since when, oldest first; unchanged settings are listed once. */
export async function readTerms(tx: Tx, environmentId: number): Promise<Terms[]> {
  const rows = stream<Omit<Terms, 'reply_to'> & { reply_to: string; before: JsonObject | null }>(
    tx,
    sql`select * from (
          select e.sequence, ${time(sql`e.created_at`)} as at,
            e.object ->> 'time_zone' as time_zone,
            (e.object ->> 'payment_terms_days')::int as payment_terms_days,
            e.object -> 'reminder_days' as reminder_days,
            coalesce(e.object ->> 'mail_from_name', '') as mail_from_name,
            coalesce(nullif(e.object ->> 'reply_to', ''), e.object ->> 'email', '') as reply_to,
            e.object::jsonb || e.previous_attributes::jsonb as before
          from events e where e.environment_id = ${environmentId} and e.type = 'account.updated'
          union all
          -- Whoever changed nothing bills with what the settings say.
          select 0, '', s.time_zone, s.payment_terms_days, to_json(s.reminder_days),
            coalesce(s.profile ->> 'mail_from_name', ''),
            coalesce(nullif(s.profile ->> 'reply_to', ''), s.profile ->> 'email', ''), null
          from environment_settings s
          where s.environment_id = ${environmentId} and not exists (
            select from events e
            where e.environment_id = ${environmentId} and e.type = 'account.updated')) told
        order by sequence`,
  )
  const terms: Terms[] = []
  for await (const { before, ...row } of rows) {
    if (terms.length === 0 && before) terms.push({ ...termsOf(before), sequence: 0 })
    const last = terms.at(-1)
    if (last && isDeepStrictEqual({ ...last, sequence: row.sequence, at: row.at }, row)) continue
    terms.push(row)
  }
  return terms
}

/** The settings in an event. */
function termsOf(settings: JsonObject): Terms {
  return {
    sequence: 0,
    at: '',
    time_zone: String(settings.time_zone),
    payment_terms_days: Number(settings.payment_terms_days),
    reminder_days: (settings.reminder_days ?? []) as number[],
    mail_from_name: String(settings.mail_from_name ?? ''),
    reply_to: String(settings.reply_to || settings.email || ''),
  }
}

/** The instant of the last event, by the clock of the environment. */
export async function latestInstant(tx: Tx, environmentId: number): Promise<string> {
  const rows = await query<{ at: string }>(
    tx,
    sql`select ${time(sql`e.created_at`)} as at from events e
        where e.environment_id = ${environmentId} order by e.sequence desc limit 1`,
  )
  return rows[0]?.at ?? ''
}

/** True if the environment was reset: rows that were kept have lost their earlier events. */
export async function wasReset(tx: Tx, environmentId: number): Promise<boolean> {
  const rows = await query<{ anew: boolean }>(
    tx,
    sql`select t.rows_expected > 0 or (t.started_at is not null and t.target_at is null) as anew
        from test_clocks t where t.environment_id = ${environmentId}`,
  )
  return rows[0]?.anew ?? false
}
