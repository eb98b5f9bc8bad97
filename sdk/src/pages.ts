// Lists, by page or by object across all pages. Uses cursors, whose cost does not grow with depth.
import type { Call } from './calls.ts'

/** The properties of every page of a list. */
export interface Page {
  data: unknown[]
  has_more: boolean
}

type Item<P extends Page> = P['data'][number]

/** A list request. Nothing is sent until it is read. */
export interface Pages<P extends Page> extends AsyncIterable<Item<P>> {
  /** The single page that the query names, as the service returns it. */
  page(): Call<P>
  /** All pages in turn. */
  pages(): AsyncIterable<P>
}

/** A list that is also available as CSV. */
export interface CsvPages<P extends Page> extends Pages<P> {
  /** All matching objects as CSV; `body` is the stream. */
  csv(): Call<Response>
}

export type Query = Record<string, unknown>
export type Cursor = 'starting_after' | 'after'

/** The default page size, which is also the maximum. */
const LIMIT = 100
/** The parameters that select a page; CSV has no pages. */
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

/** `ending_before` pages towards the newest: the object nearest to the cursor comes first. */
const goesBackwards = (query: Query) => query.ending_before !== undefined

async function* eachPage<P extends Page>({ cursor, query, read }: Source<P>): AsyncGenerator<P> {
  let next: Query | undefined = { limit: LIMIT, ...query }
  while (next) {
    const page: P = await read(next)
    yield page
    next = page.has_more ? after(page, cursor, next) : undefined
  }
}

/** The query of the next page; undefined if there is no cursor for it. */
function after(page: Page, cursor: Cursor, query: Query): Query | undefined {
  const isBackwards = goesBackwards(query)
  if (page.data.length === 0) return undefined
  const edge = page.data.at(isBackwards ? 0 : -1) as { id?: unknown; sequence?: unknown }
  if (cursor === 'after') {
    // `before` pages through events towards the oldest.
    const name = query.before === undefined ? 'after' : 'before'
    return { ...query, [name]: edge.sequence }
  }
  const { offset: _, starting_after: __, ending_before: ___, ...kept } = query
  return { ...kept, [isBackwards ? 'ending_before' : 'starting_after']: edge.id }
}
