// Lists, declared once: the route that answers a page, and the one that writes all of it as CSV.

import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import { type Static, type TSchema, Type } from 'typebox'
import { csvLine } from '../csv.ts'
import type { RowKey } from '../db/action.ts'
import {
  type ChunkPlace,
  type PageQuery,
  type PageSource,
  readChunk,
  readPage,
} from '../db/page.ts'
import { type Column, headingsOf, lineOf } from './columns.ts'
import { listReply } from './list.ts'
import { type Call, canonical, type Example, PREFIXES, type Route, route } from './route.ts'
import { ListOf } from './shapes.ts'

/** What a call reads: the table with its filters, and the request where it is another than the query. */
export type Source = Omit<PageSource, 'environmentId'> & { request?: PageQuery }

export interface Listed<Q extends TSchema, R> {
  pool: Pool
  path: string
  prefixes?: readonly string[]
  params?: Record<string, TSchema>
  /** `listInvoices`; its CSV is `exportInvoices`. */
  operation: `list${string}`
  summary: string
  description?: string
  tag: string
  permission: string
  query: Q
  item: TSchema
  errors?: readonly string[]
  example?: Example
  /** The columns of the CSV. */
  columns: readonly Column[]
  source(call: Call<Static<Q>>): Source | Promise<Source>
  find(keys: RowKey[]): Promise<(R | undefined)[]>
  /** The JSON text of an item. */
  json(row: R, call: Call): string
  /** What an empty list may have to say instead. */
  whenEmpty?(call: Call): Promise<void>
}

/** Rows of one statement of an export: memory holds so many at a time, and no transaction is held. */
const CHUNK = 500
const POSITIONS = new Set(['limit', 'offset', 'starting_after', 'ending_before'])

export function listRoutes<Q extends TSchema, R>(listed: Listed<Q, R>): [Route, Route] {
  return [pageRoute(listed), exportRoute(listed)]
}

const present = async <Q extends TSchema, R>(
  { find, json }: Listed<Q, R>,
  call: Call,
  ids: readonly RowKey['id'][],
): Promise<string[]> => {
  const rows = await find(ids.map((id) => ({ environment_id: call.scope.environment_id, id })))
  return rows.flatMap((row) => (row === undefined ? [] : [json(row, call)]))
}

function pageRoute<Q extends TSchema, R>(listed: Listed<Q, R>): Route {
  const { pool, source, whenEmpty, item, columns: _, find: __, json: ___, ...declared } = listed
  return route<Q, TSchema>({
    ...declared,
    method: 'GET',
    response: ListOf(item),
    async handle(call) {
      const { request, ...from } = await source(call)
      const whole = { ...from, environmentId: call.scope.environment_id }
      const page = await readPage(pool, whole, request ?? (call.query as PageQuery))
      if (page.total_count === 0) await whenEmpty?.(call)
      const path = listed.path.replace(/:([a-z_]+)/g, (_, name) => String(call.params[name]))
      const url = canonical({ prefixes: listed.prefixes ?? PREFIXES.slice(0, 1) }, path)
      return listReply(url, page, await present(listed, call, page.ids))
    },
  })
}

function exportRoute<Q extends TSchema, R>(listed: Listed<Q, R>): Route {
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
    description: `All that match the filters, newest first, read ${CHUNK} at a time. Columns: ${headings.map((each) => `\`${each}\``).join(', ')}. Amounts are decimals of the major unit; texts are written so that no spreadsheet takes them for formulas.`,
    tag,
    permission,
    ...(errors && { errors }),
    query: withoutPosition(listed.query),
    produces: 'text/csv',
    untagged: true,
    async handle(call) {
      // The first rows are read before anything is sent, so that a refusal is one.
      const { request, ...from } = await listed.source(call as Call<Static<Q>>)
      const source = { ...from, environmentId: call.scope.environment_id }
      const asked = request ?? (call.query as PageQuery)
      const read = (after?: ChunkPlace) =>
        readChunk(listed.pool, source, asked, { after, most: CHUNK })
      const first = await read()
      if (first.length === 0) await listed.whenEmpty?.(call)
      return {
        body: Readable.from(lines(listed, call, first, read)),
        contentType: 'text/csv; charset=utf-8; header=present',
        headers: {
          'content-disposition': `attachment; filename="${name}.csv"`,
          'cache-control': 'no-store',
        },
      }
    },
  })
}

/** The filters of a list, without what says which page. */
function withoutPosition(query: TSchema): TSchema {
  const { properties = {} } = query as { properties?: Record<string, TSchema> }
  const filters = Object.entries(properties).filter(([name]) => !POSITIONS.has(name))
  return Type.Object(Object.fromEntries(filters), { additionalProperties: false })
}

/** The heading, and the lines of chunk after chunk. */
async function* lines<Q extends TSchema, R>(
  listed: Listed<Q, R>,
  call: Call,
  first: ChunkPlace[],
  read: (after: ChunkPlace | undefined) => Promise<ChunkPlace[]>,
): AsyncGenerator<string> {
  const { columns } = listed
  yield csvLine(headingsOf(columns))
  for (let chunk = first; chunk.length > 0; ) {
    const ids = chunk.map(({ id }) => id)
    const items = await present(listed, call, ids)
    yield items.map((item) => csvLine(lineOf(columns, JSON.parse(item)))).join('')
    chunk = chunk.length < CHUNK ? [] : await read(chunk.at(-1))
  }
}
