// The API route of search: one field for IDs, numbers and words.

import type { SearchKind } from '../../domain/resource-lists.ts'
import { RESOURCES } from '../../domain/resources.ts'
import { readScope } from '../../domain/scopes.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { allows } from '../../platform/scope.ts'
import type { Searched } from '../searched.ts'
import type { Service } from '../service.ts'
import { type Result, search } from './find.ts'
import { SearchQuery, SearchResults } from './schemas.ts'

export interface SearchService extends Service {
  /** The kinds that features make searchable. */
  searched: readonly Searched[]
}

const resultOf = ({ kind, id, title, detail, status }: Result) => ({
  object: 'search_result',
  kind,
  id,
  title,
  detail,
  status,
  url: `/v1/${RESOURCES[kind].path}/${id}`,
})

export const searchRoutes: Route<SearchService>[] = [
  route({
    method: 'GET',
    path: '/search',
    operation: 'search',
    summary: 'Search',
    description:
      'Finds objects by ID, invoices by number, and customers and products by the beginnings of words, ignoring case and accents. Searches only objects that the caller can read.',
    tag: 'Search',
    permission: 'customers:read',
    query: SearchQuery,
    response: SearchResults,
    untagged: true,
    example: { summary: 'By a prefix of a name', query: { q: 'nord' } },
    async handle({ scope, query, heavy }, { searched }: SearchService) {
      const wanted = {
        environmentId: scope.environment_id,
        q: query.q,
        most: query.limit ?? 10,
        may: (kind: SearchKind) => allows(scope.scopes, readScope(kind)),
      }
      const found = await heavy.report((db) => search(db, searched, wanted))
      const data = found.map(resultOf)
      return { json: JSON.stringify({ object: 'search_results', q: query.q, data }) }
    },
  }),
]
