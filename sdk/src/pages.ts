// Lists: page by page, or object by object over all pages, by cursors, whose cost does not grow with depth.
import type { Call } from './calls.ts'

/** What every page of a list has. */
export interface Page {
  data: unknown[]
  has_more: boolean
}

type Item<P extends Page> = P['data'][number]

/** A list that was asked for. Nothing is sent before it is read. */
export interface Pages<P extends Page> extends AsyncIterable<Item<P>> {
  /** The one page that the query names, as the service answers it. */
  page(): Call<P>
  /** Page after page, as far as there are any. */
  pages(): AsyncIterable<P>
}

/** The same of a list that is served as CSV as well. */
export interface CsvPages<P extends Page> extends Pages<P> {
  /** All that match, as CSV; `body` is the stream. */
  csv(): Call<Response>
}

export type Query = Record<string, unknown>
export type Cursor = 'starting_after' | 'after'

/** So many at once when the caller does not say: the most there may be. */
const LIMIT = 100
/** Where in the list a page is; CSV has no pages. */
const POSITIONS = ['limit', 'offset', 'starting_after', 'ending_before']

export interface Source<P extends Page> {
  cursor: Cursor
  query: Query
  read(query: Query): Call<P>
  csv?: ((query: Query) => Call<Response>) | '' | undefined
}

export function pagesOf<P extends Page>(source: Source<P>): CsvPages<P> {
  return {
    page: () => source.read(source.query),
    pages: () => eachPage(source),
    async *[Symbol.asyncIterator]() {
      const isBackwards = goesBackwards(source.query)
      for await (const { data } of eachPage(source)) yield* isBackwards ? data.toReversed() : data
    },
    csv() {
      if (!source.csv) throw new TypeError('This list is not served as CSV.')
      const filters = Object.entries(source.query).filter(([name]) => !POSITIONS.includes(name))
      return source.csv(Object.fromEntries(filters))
    },
  }
}

/** From `ending_before` one goes on towards the newest: the object that is next comes first. */
const goesBackwards = (query: Query) => query.ending_before !== undefined

async function* eachPage<P extends Page>({ cursor, query, read }: Source<P>): AsyncGenerator<P> {
  let next: Query | undefined = { limit: LIMIT, ...query }
  while (next) {
    const page: P = await read(next)
    yield page
    next = page.has_more ? after(page, cursor, next) : undefined
  }
}

/** The query of the page behind this one; undefined where none can be named. */
function after(page: Page, cursor: Cursor, query: Query): Query | undefined {
  const isBackwards = goesBackwards(query)
  if (page.data.length === 0) return undefined
  const edge = page.data.at(isBackwards ? 0 : -1) as { id?: unknown; sequence?: unknown }
  if (cursor === 'after') {
    // `before` reads a feed towards its beginning.
    const name = query.before === undefined ? 'after' : 'before'
    return { ...query, [name]: edge.sequence }
  }
  const { offset: _, starting_after: __, ending_before: ___, ...kept } = query
  return { ...kept, [isBackwards ? 'ending_before' : 'starting_after']: edge.id }
}
