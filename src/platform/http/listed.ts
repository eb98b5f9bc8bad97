// Declares a list once: the route that returns a page, and the CSV export of all rows.

import type { Pool } from 'pg'
import { type Static, type TSchema, Type } from 'typebox'
import { type CsvColumn, csvHeadings, csvLine } from '../csv.ts'
import {
  type ChunkPlace,
  LIGHT_BYTES,
  type Page,
  type PageQuery,
  type PageSource,
  ROW_BYTES,
  readChunk,
  readPage,
} from '../db/page.ts'
import type { Db, Sql } from '../db/sql.ts'
import type { RowKey } from '../db/table.ts'
import { headingsOf, lineOf } from './columns.ts'
import { listEnds, listReply } from './list.ts'
import {
  type Call,
  canonical,
  type Example,
  PREFIXES,
  type Reply,
  type Route,
  route,
} from './route.ts'
import { ListOf } from './shapes.ts'

/** The source of a list: the table and its filters, and the page request if it differs from the query. */
export type Source = Omit<PageSource, 'environmentId' | 'weight' | 'text'> & { request?: PageQuery }

export interface ListService {
  pool: Pool
}

export interface Listed<Q extends TSchema, R, S extends ListService> {
  path: string
  prefixes?: readonly string[]
  params?: Record<string, TSchema>
  /** For example `listInvoices`; its CSV export is `exportInvoices`. */
  operation: `list${string}`
  summary: string
  description?: string
  tag: string
  permission: string
  query: Q
  item: TSchema
  errors?: readonly string[]
  example?: Example
  columns: readonly CsvColumn[]
  source: (call: Call<Static<Q>>, service: S) => Source | Promise<Source>
  find(db: Db, keys: RowKey[]): Promise<(R | undefined)[]>
  /** Approximate length of the texts of a row `t` in bytes; undefined if all of them are short. */
  weight: Sql | undefined
  /** Text of a row `t` that `find` would return, read with the page; null if `find` has to build it. */
  text?: R extends string ? Sql : never
  json: (row: R, call: Call, service: S) => string
  /** Called for an empty list; can throw a more helpful error. */
  whenEmpty?: (call: Call, service: S) => Promise<void>
}

/** Rows per ID lookup of an export. They are read in pieces, without holding a transaction. */
const CHUNK = 500
/** Size limit of a piece in bytes; a single larger object is its own piece. */
const PIECE_BYTES = 512 * 1024
const POSITIONS = new Set(['limit', 'offset', 'starting_after', 'ending_before'])

export function listRoutes<Q extends TSchema, R, S extends ListService = ListService>(
  listed: Listed<Q, R, S>,
): [Route<S>, Route<S>] {
  return [pageRoute(listed), exportRoute(listed)]
}

/** Returns the JSON texts of items by their IDs. */
type Present = (db: Db, ids: readonly RowKey['id'][]) => Promise<string[]>

const presentFor =
  <Q extends TSchema, R, S extends ListService>(
    { find, json }: Listed<Q, R, S>,
    call: Call,
    service: S,
  ): Present =>
  async (db, ids) => {
    const rows = await find(
      db,
      ids.map((id) => ({ environment_id: call.scope.environment_id, id })),
    )
    return rows.flatMap((row) => (row === undefined ? [] : [json(row, call, service)]))
  }

function pageRoute<Q extends TSchema, R, S extends ListService>(listed: Listed<Q, R, S>): Route<S> {
  const { source, whenEmpty, item, weight, text, ...rest } = listed
  const { columns: _, find: __, json: ___, ...declared } = rest
  return route<Q, TSchema, S>({
    ...declared,
    method: 'GET',
    response: ListOf(item),
    async handle(call, service) {
      const { request, ...from } = await source(call, service)
      const pageQuery = request ?? (call.query as PageQuery)
      const whole = { ...from, weight, text, environmentId: call.scope.environment_id }
      const page = await call.heavy.light(service.pool, (db) => readPage(db, whole, pageQuery))
      if (page.total_count === 0) await whenEmpty?.(call, service)
      const path = listed.path.replace(/:([a-z_]+)/g, (_, name) => String(call.params[name]))
      const url = canonical({ prefixes: listed.prefixes ?? PREFIXES.slice(0, 1) }, path)
      const texts = page.texts?.filter((each) => each !== null)
      if (texts && texts.length === page.ids.length) {
        const items = texts.map((each) => listed.json(each as R, call, service))
        return listReply(url, page, items)
      }
      const [ids, ...more] = inPieces(page.ids, page.weights, LIGHT_BYTES)
      const present = presentFor(listed, call, service)
      // A page too large for one read is sent as a stream of pieces.
      if (more.length > 0) return bigPage(present, call, url, page)
      const items = await call.heavy.light(service.pool, (db) => present(db, ids ?? []))
      return listReply(url, page, items)
    },
  })
}

/** Streams a large page, reading each piece once the previous one was consumed. */
async function bigPage(present: Present, call: Call, url: string, page: Page): Promise<Reply> {
  const { head, tail } = listEnds(url, page)
  async function* texts(): AsyncGenerator<string> {
    let before = head
    for (const ids of inPieces(page.ids, page.weights, PIECE_BYTES)) {
      const items = await call.heavy.behind((db) => present(db, ids))
      if (items.length === 0) continue
      yield `${before}${items.join(',')}`
      before = ','
    }
    yield before === head ? `${head}${tail}` : tail
  }
  const body = await call.heavy.stream('page', async () => texts())
  return { body, contentType: 'application/json; charset=utf-8' }
}

/** Groups IDs in order into pieces of at most `bytesMost`, with at least one ID each. */
function inPieces<Id>(
  ids: readonly Id[],
  weights: readonly number[] | undefined,
  bytesMost: number,
): Id[][] {
  const pieces: Id[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const [index, id] of ids.entries()) {
    const weight = ROW_BYTES + (weights?.[index] ?? 0)
    bytes += weight
    if (bytes > bytesMost) {
      pieces.push([])
      bytes = weight
    }
    pieces.at(-1)?.push(id)
  }
  return pieces
}

function exportRoute<Q extends TSchema, R, S extends ListService>(
  listed: Listed<Q, R, S>,
): Route<S> {
  const { path, prefixes, params, operation, tag, permission, errors, columns } = listed
  const name = path.split('/').at(-1)
  const headings = headingsOf(columns)
  return route({
    method: 'GET',
    path: `${path}.csv`,
    ...(prefixes && { prefixes }),
    ...(params && { params }),
    operation: operation.replace(/^list/, 'export'),
    summary: `${listed.summary} as CSV`,
    description: `All objects that match the filters, newest first. Columns: ${headings.map((each) => `\`${each}\``).join(', ')}. Amounts are decimals of the major unit (\`_major\`); texts are escaped so that no spreadsheet runs them as formulas.`,
    tag,
    permission,
    ...(errors && { errors }),
    query: withoutPosition(listed.query),
    produces: 'text/csv',
    columns: headings,
    untagged: true,
    async handle(call, service: S) {
      // The first rows are read before anything is sent, so that an error is still a proper response.
      const begin = async () => {
        const { request, ...from } = await listed.source(call as Call<Static<Q>>, service)
        const { weight } = listed
        const source = { ...from, weight, environmentId: call.scope.environment_id }
        const pageQuery = request ?? (call.query as PageQuery)
        const read = (after?: ChunkPlace) =>
          call.heavy.behind((db) => readChunk(db, source, pageQuery, { after, most: CHUNK }))
        const first = await read()
        if (first.length === 0) await listed.whenEmpty?.(call, service)
        return lines(presentFor(listed, call, service), columns, call, { first, read })
      }
      return {
        body: await call.heavy.stream('csv', begin),
        contentType: 'text/csv; charset=utf-8; header=present',
        headers: {
          'content-disposition': `attachment; filename="${name}.csv"`,
          'cache-control': 'no-store',
        },
      }
    },
  })
}

/** The filters of a list, without the pagination parameters. */
function withoutPosition(query: TSchema): TSchema {
  const { properties = {} } = query as { properties?: Record<string, TSchema> }
  const filters = Object.entries(properties).filter(([name]) => !POSITIONS.has(name))
  return Type.Object(Object.fromEntries(filters), { additionalProperties: false })
}

/** Yields the heading, then the lines of each chunk. */
async function* lines(
  present: Present,
  columns: readonly CsvColumn[],
  call: Call,
  {
    first,
    read,
  }: { first: ChunkPlace[]; read: (after: ChunkPlace | undefined) => Promise<ChunkPlace[]> },
): AsyncGenerator<string> {
  yield csvHeadings(headingsOf(columns), call.scope)
  for (let chunk = first; chunk.length > 0; ) {
    const weights = chunk.map(({ weight = 0 }) => weight)
    const ids = chunk.map(({ id }) => id)
    for (const piece of inPieces(ids, weights, PIECE_BYTES)) {
      const items = await call.heavy.behind((db) => present(db, piece))
      yield items.map((item) => csvLine(lineOf(columns, JSON.parse(item)))).join('')
    }
    chunk = chunk.length < CHUNK ? [] : await read(chunk.at(-1))
  }
}
