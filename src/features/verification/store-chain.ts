// Reads the chain for verification: its links, and the rows each was made over, with digests recomputed in SQL.

import { join, query, type Sql, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { stream } from './store.ts'

export interface StoredLink {
  link: number
  kind: string
  hash: string
  made_at: number
}

/** A row in a link: its entry there, and the fault of the row itself, if any. */
export interface LinkedRow {
  link: number
  what: 'event' | 'rewriting' | 'audit entry'
  name: string
  entry: string
  fault: string | null
}

/** The head of a chain in the counter row. */
export interface CurrentHead {
  chain_link: number
  chain_hash: string | null
  chain_key: string | null
  chain_signature: string | null
}

const piece = (text: Sql) => sql`coalesce(octet_length(${text}) || ':' || ${text}, '-')`
const digest = (...texts: Sql[]) =>
  sql`encode(sha256(convert_to(${join(texts.map(piece), ' || ')}, 'UTF8')), 'hex')`
const ms = (column: Sql) => sql`((extract(epoch from ${column}) * 1000)::bigint)::text`
const hex = (column: Sql) => sql`encode(${column}, 'hex')`

const EVENT_CONTENT = [sql`e.object::text`, sql`e.previous_attributes::text`, sql`e.frozen`]
const AUDIT_CONTENT = [sql`a.actor_label`, sql`a.address`]

export async function findHead(tx: Tx, id: number): Promise<CurrentHead | undefined> {
  const rows = await query<CurrentHead & Record<string, unknown>>(
    tx,
    sql`select chain_link, ${hex(sql`chain_hash`)} as chain_hash, chain_key,
               ${hex(sql`chain_signature`)} as chain_signature
        from environment_counters where environment_id = ${id}`,
  )
  return rows[0]
}

export const streamLinks = (tx: Tx, id: number): AsyncGenerator<StoredLink> =>
  stream(
    tx,
    sql`select link, kind, ${hex(sql`hash`)} as hash, made_at from chain_links
        where environment_id = ${id} order by link`,
  )

/**
 * An event with a salt must match its written content; without one, the content after an erasure. Only the erasure of
 * its customer can have removed the salt.
 */
const eventFault = (id: number) => sql`case
  when e.digest is null then 'has lost its digest'
  when e.salt is not null and r.link > e.link then 'was erased, but has its former content again'
  when e.salt is not null and ${hex(sql`e.digest`)} <> ${digest(hex(sql`e.salt`), ...EVENT_CONTENT)}
    then 'does not match what was written'
  when e.salt is not null then null
  when r.link is null then 'was rewritten, but no erasure recorded it'
  when ${hex(sql`r.digest`)} <> ${digest(...EVENT_CONTENT)} then 'does not match its erasure'
  when not exists (
    select from events x where x.environment_id = ${id} and x.customer_id = e.customer_id
      and x.type = 'customer.erased' and x.link < r.link)
    then 'was erased, but its customer was not'
  end`

/** All linked rows, by link and by their order in it. */
export const streamLinked = (tx: Tx, id: number): AsyncGenerator<LinkedRow> =>
  stream(
    tx,
    sql`select e.link, 'event' as what, 1 as rank, e.sequence as place, e.id, e.sequence::text as name,
          ${digest(
            ...[
              sql`'event'`,
              sql`e.sequence::text`,
              sql`e.id::text`,
              sql`e.type`,
              sql`e.object_id`,
            ],
            ...[ms(sql`e.created_at`), hex(sql`e.digest`)],
          )} as entry,
          ${eventFault(id)} as fault
        from events e
        left join lateral (
          select w.link, w.digest from chain_rewrites w
          where w.environment_id = ${id} and w.sequence = e.sequence
          order by w.link desc limit 1) r on true
        where e.environment_id = ${id} and e.link is not null
        union all
        select w.link, 'rewriting', 2, w.sequence, null, w.sequence::text,
          ${digest(sql`'rewritten'`, sql`w.sequence::text`, hex(sql`w.digest`))},
          case when not exists (
            select from events e where e.environment_id = ${id} and e.sequence = w.sequence)
            then 'is of an event that does not exist' end
        from chain_rewrites w where w.environment_id = ${id}
        union all
        select a.link, 'audit entry', 3, null, a.id, a.id::text,
          ${digest(
            ...[
              sql`'audit'`,
              sql`a.id::text`,
              ms(sql`a.created_at`),
              sql`a.actor`,
              sql`a.request_id`,
            ],
            ...[sql`a.action`, sql`a.object_id`, sql`a.first_sequence::text`],
            ...[sql`a.last_sequence::text`, hex(sql`a.digest`)],
          )},
          case when a.digest is null or a.salt is null then 'has lost its digest'
            when ${hex(sql`a.digest`)} <> ${digest(hex(sql`a.salt`), ...AUDIT_CONTENT)}
            then 'does not match what was written' end
        from audit_log a where a.environment_id = ${id} and a.link is not null
        order by link, rank, place, id`,
  )

/** The number of unlinked rows. */
export async function countUnlinked(tx: Tx, id: number): Promise<number> {
  const rows = await query<{ count: number }>(
    tx,
    sql`select (select count(*) from events where environment_id = ${id} and link is null)
             + (select count(*) from audit_log where environment_id = ${id} and link is null) as count`,
  )
  return rows[0]?.count ?? 0
}
