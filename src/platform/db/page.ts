// Reads one page of a list: newest first, by offset or by cursor, from the one index in that order.

import { Refusal } from '../refusal.ts'
import { type Db, empty, join, query, queryPlanned, raw, type Sql, sql } from './sql.ts'

/** Filtered lists are counted up to this number; beyond it, the total is null. */
const COUNT_MOST = 10_000

/** Maximum limit plus offset for which a page is merged from parts, each read up to that sum. */
const PARTED_MOST = 200

/** Paging parameters common to all lists; timestamps are ISO text. */
export interface PageQuery {
  limit?: number
  offset?: number
  starting_after?: string
  ending_before?: string
  'created_at[gte]'?: string
  'created_at[gt]'?: string
  'created_at[lte]'?: string
  'created_at[lt]'?: string
}

/**
 * Parts of a filtered list that has no index in its order, while each part has one. `of` yields rows such as
 * `(select 'x' as colour)`; `filters` replace the list's filters for one `part`. A row is in exactly one part.
 */
export interface Parts {
  of: Sql
  filters: Sql[]
}

export interface PageSource {
  /** Name of the table without an alias; a trusted identifier. */
  table: string
  environmentId: number
  /** Condition for a row to be in the list at all, such as not being deleted. */
  visible?: Sql
  filters: Sql[]
  parts?: Parts | undefined
  /** The environment's counter column for these rows; undefined if they are few and simply counted. */
  counter: string | undefined
  /** Returns the row ID that a cursor names; undefined if the text is not such an ID. */
  decodeCursor(cursor: string): string | number | undefined
  /** Returns the creation time encoded in a row ID, where rows are found by both. */
  createdAtOf?(id: string): number
  /** Approximate bytes of the texts of a row `t`; omitted if all rows are short. */
  weight?: Sql | undefined
  /** JSON text of a row `t`, or null if it must be built from the row. Needs `weight`. */
  text?: Sql | undefined
}

/** Maximum bytes of texts that are read with their page. */
export const LIGHT_BYTES = 256 * 1024
/** Bytes of a row without its texts. */
export const ROW_BYTES = 1024

export interface Page {
  ids: (string | number)[]
  /** Weight of each row, if the source has one. */
  weights?: number[]
  /** Text of each row, if the source has one; null beyond LIGHT_BYTES and if the row has no text. */
  texts?: (string | null)[]
  has_more: boolean
  total_count: number | null
  limit: number
  offset: number
}

interface Found {
  id: string | number
  weight?: number
  text?: string | null
  /** Rows in the whole list; only for an unfiltered list. */
  total?: number
}

export const OPERATORS = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const

export async function readPage(db: Db, source: PageSource, request: PageQuery): Promise<Page> {
  assertOnePosition(request)
  const limit = request.limit ?? 20
  const offset = request.offset ?? 0
  const bounds = createdBounds(request)
  const filtered = source.filters.length + bounds.length > 0 || source.counter === undefined
  const where = conditions(source, bounds)
  const isByCursor = request.starting_after !== undefined || request.ending_before !== undefined
  if (isByCursor || offset === 0) {
    // The page of an unfiltered list includes the total, unless the page is empty.
    const total = filtered ? countFiltered(db, source, where) : undefined
    const page = isByCursor
      ? readByCursor(db, source, bounds, limit, request, filtered)
      : readFromNearEnd(db, source, bounds, limit, offset, filtered)
    const [{ total: brought, ...found }, counted] = await Promise.all([page, total])
    const total_count = filtered ? (counted ?? null) : (brought ?? (await countAll(db, source)))
    return { ...found, total_count, limit, offset }
  }
  const total_count = await (filtered ? countFiltered(db, source, where) : countAll(db, source))
  const isFar = total_count !== null && offset + limit > total_count / 2
  const read = isFar ? readFromFarEnd : readFromNearEnd
  // Skipped rows are read only from the index.
  const bare = { ...source, text: undefined }
  const { total: _, ...found } = await read(db, bare, bounds, limit, offset, filtered)
  return { ...found, total_count, limit, offset }
}

/** The row after which a chunk of a list begins. */
export interface ChunkPlace extends Found {
  created_at: number
}

/** Returns the next matching rows, newest first; each chunk is a separate statement. */
export async function readChunk(
  db: Db,
  source: PageSource,
  request: PageQuery,
  { after, most }: { after: ChunkPlace | undefined; most: number },
): Promise<ChunkPlace[]> {
  const bounds = createdBounds(request)
  const { kept, needed } = after
    ? tightest(bounds, after.created_at, true)
    : { kept: bounds, needed: false }
  const position = after && sql`(created_at, id) < ${placeOf(after)}`
  const where = conditions(source, kept, needed ? position : undefined)
  return await reader(source.filters.length + kept.length > 0)<
    ChunkPlace & Record<string, unknown>
  >(
    db,
    sql`select page.id, page.created_at${weightIn(source)}
        from (select id, created_at from ${raw(source.table)} where ${where}
              order by created_at desc, id desc limit ${most}) page
        order by page.created_at desc, page.id desc`,
  )
}

/** The weight of each row of a page, looked up by its key. */
function weightIn({ weight, table, environmentId }: PageSource): Sql {
  if (!weight) return empty
  return sql`, (select ${weight} from ${raw(table)} t where t.environment_id = ${environmentId}
                  and t.id = page.id and t.created_at = page.created_at) as weight`
}

/** Rows of a page in order, with weight, text and total if the source has them. */
function withRows(source: PageSource, slice: Sql, order: Sql, filtered: boolean): Sql {
  const total = filtered ? empty : sql`, (${counted(source)}) as total`
  if (!source.text) {
    return sql`select page.id${weightIn(source)}${total} from (${slice}) page order by ${order}`
  }
  // A text is read only if it is light together with all texts before it.
  return sql`select page.id, page.weight${total},
               case when sum(page.weight + ${ROW_BYTES}::int) over (order by ${order})
                    <= ${LIGHT_BYTES}::int then page.text end as text
             from (${slice}) page order by ${order}`
}

/** IDs of a page with the other values read for each row. */
function pageOf({ weight, text }: PageSource, rows: Found[]) {
  return {
    ids: rows.map((row) => row.id),
    ...(weight && { weights: rows.map((row) => row.weight ?? 0) }),
    ...(text && { texts: rows.map((row) => row.text ?? null) }),
    ...(rows[0]?.total !== undefined && { total: rows[0].total }),
  }
}

const placeOf = ({ created_at, id }: ChunkPlace): Sql =>
  sql`(${new Date(created_at)}::timestamptz, ${id})`

function assertOnePosition(request: PageQuery): void {
  const names = (['offset', 'starting_after', 'ending_before'] as const).filter(
    (name) => request[name] !== undefined,
  )
  if (names.length < 2) return
  throw new Refusal(
    'parameters_exclusive',
    `${names.join(' and ')} cannot be combined, because each sets the start of the page. Send one of them.`,
    { param: names[1] as string },
  )
}

/** A bound on created_at. */
interface Bound {
  name: keyof typeof OPERATORS
  at: number
}

function createdBounds(request: PageQuery): Bound[] {
  return (Object.keys(OPERATORS) as Bound['name'][]).flatMap((name) => {
    const text = request[`created_at[${name}]`]
    return text === undefined ? [] : [{ name, at: Date.parse(text) }]
  })
}

function conditions(source: PageSource, bounds: Bound[], position?: Sql): Sql {
  const created = bounds.map(
    ({ name, at }) => sql`created_at ${raw(OPERATORS[name])} ${new Date(at)}::timestamptz`,
  )
  const parts = [
    sql`environment_id = ${source.environmentId}`,
    ...(source.visible ? [source.visible] : []),
    ...source.filters,
    ...created,
    ...(position ? [position] : []),
  ]
  return join(parts, ' and ')
}

/** The count of an unfiltered list, which every commit maintains. */
const counted = ({ counter, environmentId }: PageSource): Sql =>
  sql`select ${raw(counter as string)} as count from environment_counters
        where environment_id = ${environmentId}`

async function countAll(db: Db, source: PageSource): Promise<number> {
  const rows = await query<{ count: number }>(db, counted(source))
  return rows[0]?.count ?? 0
}

async function countFiltered(db: Db, source: PageSource, where: Sql): Promise<number | null> {
  const rows = await queryPlanned<{ count: number }>(
    db,
    sql`select count(*) as count
        from (select 1 from ${raw(source.table)} where ${where} limit ${COUNT_MOST + 1}) matching`,
  )
  const count = rows[0]?.count ?? 0
  return count > COUNT_MOST ? null : count
}

/** Filtered queries are planned for their values: see queryPlanned. */
const reader = (filtered: boolean) => (filtered ? queryPlanned : query)

const NEWEST_FIRST = raw('created_at desc, id desc')
const OLDEST_FIRST = raw('created_at, id')
const PAGE_NEWEST_FIRST = raw('page.created_at desc, page.id desc')
const PAGE_OLDEST_FIRST = raw('page.created_at, page.id')

interface Slice {
  position?: Sql | undefined
  order: Sql
  limit: number
  offset?: number
}

/** Limits written into the statement, so that its one plan is made for so few rows. */
const USUAL_LIMITS = new Set([20, 100])

/** The rows of a page near an end of the list, with weight and text if the source has a text. */
function sliceOf(source: PageSource, bounds: Bound[], slice: Slice): Sql {
  const { position, order, limit, offset = 0 } = slice
  const { parts, weight, text } = source
  const also = text ? sql`, ${weight as Sql} as weight, ${text} as text` : empty
  const rows = (from: PageSource, end: Sql) =>
    sql`select id, created_at${also} from ${raw(text ? `${from.table} t` : from.table)}
              where ${conditions(from, bounds, position)} order by ${order} limit ${end}`
  // One extra row shows whether there are more.
  const most = USUAL_LIMITS.has(limit - 1) ? raw(String(limit)) : sql`${limit}`
  const end = offset === 0 ? most : sql`${limit} offset ${offset}`
  if (!parts || limit + offset > PARTED_MOST) return rows(source, end)
  const ofPart = rows({ ...source, filters: parts.filters }, sql`${limit + offset}`)
  return sql`select near.* from ${parts.of} part cross join lateral (${ofPart}) near
              order by ${order} limit ${end}`
}

async function readFromNearEnd(
  db: Db,
  source: PageSource,
  bounds: Bound[],
  limit: number,
  offset: number,
  filtered: boolean,
) {
  const slice = sliceOf(source, bounds, { order: NEWEST_FIRST, limit: limit + 1, offset })
  const rows = await reader(filtered)<Found & Record<string, unknown>>(
    db,
    withRows(source, slice, PAGE_NEWEST_FIRST, filtered),
  )
  return { ...pageOf(source, rows.slice(0, limit)), has_more: rows.length > limit }
}

/** Reads the page from the oldest row; the count is taken in the same snapshot. */
async function readFromFarEnd(
  db: Db,
  source: PageSource,
  bounds: Bound[],
  limit: number,
  offset: number,
  filtered: boolean,
) {
  const where = conditions(source, bounds)
  const count = filtered
    ? sql`(select count(*) from ${raw(source.table)} where ${where})`
    : sql`(${counted(source)})`
  const rows = await queryPlanned<Found & { count: number }>(
    db,
    sql`with whole as materialized (select ${count} as count)
        select page.id, (select count from whole) as count${weightIn(source)}
        from (select id, created_at from ${raw(source.table)} where ${where}
              order by created_at, id
              limit greatest(least(${limit}, (select count from whole) - ${offset}), 0)
              offset greatest((select count from whole) - ${offset} - ${limit}, 0)) page
        order by page.created_at desc, page.id desc`,
  )
  const has_more = (rows[0]?.count ?? 0) > offset + limit
  return { ...pageOf(source, rows), has_more }
}

async function readByCursor(
  db: Db,
  source: PageSource,
  bounds: Bound[],
  limit: number,
  request: PageQuery,
  filtered: boolean,
) {
  const older = request.starting_after !== undefined
  const cursor = await findCursor(db, source, request)
  const { kept, needed } = tightest(bounds, cursor.created_at, older)
  const at = placeOf(cursor)
  const position = older ? sql`(created_at, id) < ${at}` : sql`(created_at, id) > ${at}`
  const order = older ? NEWEST_FIRST : OLDEST_FIRST
  const slice = sliceOf(source, kept, {
    position: needed ? position : undefined,
    order,
    limit: limit + 1,
  })
  const pageOrder = older ? PAGE_NEWEST_FIRST : PAGE_OLDEST_FIRST
  const found = await reader(source.filters.length + kept.length > 0)<
    Found & Record<string, unknown>
  >(db, withRows(source, slice, pageOrder, filtered))
  const rows = found.slice(0, limit)
  return { ...pageOf(source, older ? rows : rows.reverse()), has_more: found.length > limit }
}

/**
 * Applies only the tighter of the cursor and the bounds on its side: given both, PostgreSQL would start at
 * the looser one and scan from there.
 */
function tightest(bounds: Bound[], at: number, older: boolean): { kept: Bound[]; needed: boolean } {
  let needed = true
  const kept = bounds.filter((bound) => {
    const [inclusive, strict] = older ? (['lte', 'lt'] as const) : (['gte', 'gt'] as const)
    if (bound.name !== inclusive && bound.name !== strict) return true
    const apart = older ? bound.at - at : at - bound.at
    const implied = apart > 0 || (apart === 0 && bound.name === inclusive)
    if (!implied) needed = false
    return !implied
  })
  return { kept, needed }
}

async function findCursor(
  db: Db,
  source: PageSource,
  request: PageQuery,
): Promise<Found & { created_at: number }> {
  const param = request.starting_after !== undefined ? 'starting_after' : 'ending_before'
  const cursor = request[param] as string
  const id = source.decodeCursor(cursor)
  const madeAt = source.createdAtOf?.(String(id))
  const rows =
    id === undefined
      ? []
      : await query<{ created_at: number }>(
          db,
          sql`select created_at from ${raw(source.table)}
              where environment_id = ${source.environmentId} and id = ${id}
                ${madeAt === undefined ? sql`` : sql`and created_at = ${new Date(madeAt)}::timestamptz`}`,
        )
  const row = rows[0]
  if (id !== undefined && row) return { id, created_at: row.created_at }
  throw new Refusal(
    'parameter_invalid',
    `${param} must be the ID of an object in this list; ${JSON.stringify(cursor)} is not.`,
    { param },
  )
}
