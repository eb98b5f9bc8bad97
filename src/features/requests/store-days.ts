// SQL of the days of the request log: finds, creates, splits, indexes and drops partitions.

import type { ClientBase } from 'pg'
import { type Db, query, sql } from '../../platform/db/sql.ts'

export const DAY_MS = 86_400_000
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** A partition of the log. */
export interface Part {
  name: string
  begins_at: number
  ends_at: number
  bytes: number
  /** Whether it has the indexes of those that have ended. */
  is_indexed: boolean
}

/**
 * What the list is filtered by, as indexes of a part that nobody writes to any more; the unusual has its own from the beginning. Where
 * one value may have many rows they lie in the order of the list. Of one object or key there are few: nothing is behind these, so that
 * PostgreSQL keeps each once, and the rows are sorted when they are found.
 */
const INDEXES: Readonly<Record<string, string>> = {
  _by_operation: '(environment_id, operation, created_at, id)',
  _by_actor: '(environment_id, actor, created_at, id)',
  _by_method: "(environment_id, method, created_at, id) where method <> 'GET'",
  _by_object: '(environment_id, object_id) where object_id is not null',
  _by_key: '(environment_id, idempotency_key) where idempotency_key is not null',
}
/** All of them are made in one transaction, so that one says it of all. */
const MARK = '_by_operation'

/** The bound as PostgreSQL prints it: `FOR VALUES FROM ('2026-11-25 00:00:00+00') TO (…)`. */
const begins = sql`substring(b.text from 'FROM [(]''([^'']+)''[)]')::timestamptz`
const ends = sql`substring(b.text from 'TO [(]''([^'']+)''[)]')::timestamptz`

export function findParts(db: Db): Promise<Part[]> {
  return query<Part & Record<string, unknown>>(
    db,
    sql`select b.name, ${begins} as begins_at, ${ends} as ends_at,
               coalesce(pg_relation_size(b.oid), 0) as bytes,
               exists (select from pg_index x join pg_class c on c.oid = x.indexrelid
                       where x.indrelid = b.oid and c.relname = b.name || ${MARK}) as is_indexed
        from (select c.oid, c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as text
              from pg_inherits i join pg_class c on c.oid = i.inhrelid
              where i.inhparent = 'requests'::regclass) b
        order by b.name`,
  )
}

export const hasDay = (parts: readonly Part[], day: number): boolean =>
  parts.some(({ begins_at, ends_at }) => begins_at <= day * DAY_MS && day * DAY_MS < ends_at)

const instant = (ms: number): string => new Date(ms).toISOString()

/** The part of a day, or what one that was full before its day was over leaves of it, is named for its beginning. */
function nameAt(ms: number): string {
  const [date = '', time = ''] = new Date(ms).toISOString().replaceAll(/[-:]/g, '').split('T')
  return `requests_${date}${time.startsWith('0000') ? '' : `_${time.slice(0, 4)}`}`
}

export const makeDay = (tx: ClientBase, day: number, unlogged: boolean): Promise<void> =>
  makePart(tx, { from: day * DAY_MS, to: (day + 1) * DAY_MS }, unlogged)

/**
 * A part is made beside the others and then taken among them: unlike making it there, that keeps nobody from reading or
 * writing. Rows of up to 4 kB stay whole, since compressing them takes longer than writing them.
 */
async function makePart(
  tx: ClientBase,
  { from, to }: { from: number; to: number },
  unlogged: boolean,
): Promise<void> {
  const name = nameAt(from)
  const kind = unlogged ? 'unlogged table' : 'table'
  await tx.query(
    `create ${kind} if not exists ${name} (like requests including defaults including constraints)
       with (toast_tuple_target = 4080);
     ${attaching(name, from, to)}`,
  )
}

const attaching = (name: string, from: number, to: number): string =>
  `alter table requests attach partition ${name} for values from ('${instant(from)}') to ('${instant(to)}')`

/** Whether a part has rows of an instant or later. */
export async function hasBehind(tx: ClientBase, { name }: Part, ms: number): Promise<boolean> {
  const { rows } = await tx.query(`select from ${name} where created_at >= $1 limit 1`, [
    new Date(ms),
  ])
  return rows.length > 0
}

/**
 * A part ends before its day does, and another goes on from there. Whoever reads or writes waits, while PostgreSQL reads through the
 * part to see that it keeps to its end.
 */
export async function endPart(
  tx: ClientBase,
  { name, begins_at, ends_at }: Part,
  endsAt: number,
  unlogged: boolean,
): Promise<void> {
  await tx.query(HOLD_ALL)
  await tx.query(
    `alter table requests detach partition ${name};
     ${attaching(name, begins_at, endsAt)}`,
  )
  await makePart(tx, { from: endsAt, to: ends_at }, unlogged)
}

/** Lets others read and write, but make no days. */
export const HOLD_DAYS = 'lock table requests in share update exclusive mode'
const HOLD_ALL = 'lock table requests in access exclusive mode'

/**
 * Whoever else would build them gives way, and so do those who still have a row for this part or take a person out of it; readers do not.
 */
export async function indexPart(tx: ClientBase, { name }: Part): Promise<void> {
  await tx.query(`lock table ${name} in share row exclusive mode`)
  for (const [suffix, columns] of Object.entries(INDEXES)) {
    await tx.query(`create index if not exists ${name}${suffix} on ${name} ${columns}`)
  }
  await tx.query(`analyze ${name}`)
}

export async function dropPart(client: ClientBase, { name }: Part): Promise<void> {
  await client.query(`drop table if exists ${name}`)
}
