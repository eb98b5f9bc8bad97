// SQL of the days of the request log: which there are, how one is made, and how what was before is split off.

import type { ClientBase } from 'pg'
import { type Db, query, sql } from '../../platform/db/sql.ts'

export const DAY_MS = 86_400_000
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** A partition of the log. */
export interface Part {
  name: string
  /** What was written before there were days, until it is split off: it takes whatever no day does. */
  is_rest: boolean
  /** From the first row of all, if null. */
  begins_at: number | null
  ends_at: number | null
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

/** As PostgreSQL writes it down: `FOR VALUES FROM ('2026-11-25 00:00:00+00') TO (…)`, with MINVALUE or DEFAULT. */
const begins = sql`substring(b.text from 'FROM [(]''([^'']+)''[)]')::timestamptz`
const ends = sql`substring(b.text from 'TO [(]''([^'']+)''[)]')::timestamptz`

export function findParts(db: Db): Promise<Part[]> {
  return query<Part & Record<string, unknown>>(
    db,
    sql`select b.name, b.text = 'DEFAULT' as is_rest, ${begins} as begins_at, ${ends} as ends_at,
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
  parts.some(
    ({ is_rest, begins_at, ends_at }) =>
      is_rest ||
      ((begins_at ?? Number.NEGATIVE_INFINITY) <= day * DAY_MS && day * DAY_MS < Number(ends_at)),
  )

const instant = (ms: number): string => new Date(ms).toISOString()
const midnight = (day: number): string => instant(day * DAY_MS)

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
     ${attaching(name, Number(begins_at), endsAt)}`,
  )
  await makePart(tx, { from: endsAt, to: Number(ends_at) }, unlogged)
}

/** Lets others read and write, but make no days. */
export const HOLD_DAYS = 'lock table requests in share update exclusive mode'
const HOLD_ALL = 'lock table requests in access exclusive mode'

/** What was written before there were days; a new installation has nothing in it. */
const BEFORE = 'requests_before'
const ENDS = 'requests_before_ends'

export const hasBefore = async (db: Db): Promise<boolean> =>
  (await findParts(db)).some(({ name }) => name === BEFORE)

/** With nobody writing meanwhile, so that nothing is lost. Answers whether it is gone. */
export async function dropEmptyBefore(tx: ClientBase): Promise<boolean> {
  if (!(await isEmpty(tx))) return false
  await tx.query(HOLD_ALL)
  if (!(await isEmpty(tx))) return false
  await tx.query(`drop table ${BEFORE}`)
  return true
}

const isEmpty = async (tx: ClientBase): Promise<boolean> =>
  (await tx.query(`select from ${BEFORE} limit 1`)).rows.length === 0

/** Where it was said that what was before ends, and whether all its rows are known to keep to that. */
export async function findEnd(
  client: ClientBase,
): Promise<{ ends_at: number; is_sure: boolean } | undefined> {
  const [row] = await query<{ ends_at: number; is_sure: boolean }>(
    client,
    sql`select substring(pg_get_constraintdef(oid) from '''([^'']+)''')::timestamptz as ends_at,
               convalidated as is_sure
        from pg_constraint where conrelid = ${BEFORE}::regclass and conname = ${ENDS}`,
  )
  return row
}

/** No row of that day or later is written to it from now on. */
export async function endBefore(client: ClientBase, day: number): Promise<void> {
  await client.query(
    `alter table ${BEFORE} add constraint ${ENDS} check (created_at < '${midnight(day)}') not valid`,
  )
}

/** Reads all of it, while everybody goes on. Rows of later days, which only a wrong clock has dated so, go. */
export async function assureEnd(client: ClientBase, endsAt: number): Promise<void> {
  await client.query(`delete from ${BEFORE} where created_at >= $1`, [new Date(endsAt)])
  await client.query(`alter table ${BEFORE} validate constraint ${ENDS}`)
}

/** From then on it is a part like any other, with an end; that takes an instant, as its rows are known to keep to it. */
export async function splitBefore(tx: ClientBase, endsAt: number): Promise<void> {
  await tx.query(HOLD_ALL)
  await tx.query(
    `alter table requests detach partition ${BEFORE};
     alter table requests attach partition ${BEFORE} for values from (minvalue) to ('${instant(endsAt)}');
     alter table ${BEFORE} drop constraint ${ENDS}`,
  )
}

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
