// Filters rows by their metadata, through the partial GIN indexes of `metadata`.

import { type Db, empty, join, plain, query, queryPlanned, raw, type Sql, sql } from './sql.ts'

/** Number of newest rows that are checked. */
const RECENT = 2_000
/** With this many matches among them, scanning the list soon finds more. */
const OFTEN = 20
/** Maximum number of rows that are looked up by ID. */
const FEW = 1_000

export interface WithMetadata {
  table: string
  /** The type of its IDs. */
  type: 'bigint' | 'uuid'
  environmentId: number
  /** Condition for a row to be in the list at all. */
  visible?: Sql
}

/**
 * Filters of a list: rows whose metadata has each of these keys with exactly this value. The planner
 * cannot know whether a value is rare, and would scan the whole list for a rare one. So values that are
 * not found among the newest rows are looked up in the index.
 */
export async function havingMetadata(
  db: Db,
  within: WithMetadata,
  wanted: Readonly<Record<string, string>> | undefined,
): Promise<Sql[]> {
  if (!wanted || Object.keys(wanted).length === 0) return []
  const matching = join(metadataIs(wanted), ' and ')
  if (await isOften(db, within, matching)) return [matching]
  const ids = await findFew(db, within, matching)
  return [ids.length > FEW ? matching : sql`id = any(${plain(ids)}::${raw(within.type)}[])`]
}

/**
 * Like `havingMetadata`, for lists that another filter keeps short. Numbers and booleans are matched by their
 * text, so `1` finds both 1 and "1".
 */
export function metadataIs(wanted: Readonly<Record<string, string>> = {}): Sql[] {
  const each = Object.entries(wanted).map(([key, text]) => {
    const held = valuesOf(text).map((value) => {
      // Built by fromEntries, so that a key such as "__proto__" stays a key.
      const json = JSON.stringify(Object.fromEntries([[key, value]]))
      return sql`metadata::jsonb @> ${json}::jsonb`
    })
    return sql`(${join(held, ' or ')})`
  })
  // The condition of the partial indexes, which leave out rows without metadata.
  return each.length === 0 ? [] : [sql`metadata::text <> '{}'`, ...each]
}

/** Returns the JSON values that have this text. */
function valuesOf(text: string): (string | number | boolean)[] {
  if (text === 'true' || text === 'false') return [text, text === 'true']
  const number = Number(text)
  return Number.isFinite(number) && JSON.stringify(number) === text ? [text, number] : [text]
}

const whose = ({ environmentId, visible }: WithMetadata): Sql =>
  sql`environment_id = ${environmentId} ${visible ? sql`and ${visible}` : empty}`

async function isOften(db: Db, within: WithMetadata, matching: Sql): Promise<boolean> {
  const rows = await query<{ count: number }>(
    db,
    sql`select count(*) as count from (
          select 1 from (select metadata from ${raw(within.table)} where ${whose(within)}
                         order by created_at desc, id desc limit ${RECENT}) recent
          where ${matching} limit ${OFTEN}) found`,
  )
  return (rows[0]?.count ?? 0) >= OFTEN
}

/** Materialized, since a limit would tempt the planner to scan the list. */
async function findFew(db: Db, within: WithMetadata, matching: Sql): Promise<(string | number)[]> {
  const rows = await queryPlanned<{ id: string | number }>(
    db,
    sql`with found as materialized (
          select id from ${raw(within.table)} where ${whose(within)} and ${matching})
        select id from found limit ${FEW + 1}`,
  )
  return rows.map(({ id }) => id)
}
