// Search: one field for ids, numbers and words.

import { type Route, route } from '../../platform/http/route.ts'
import { allows } from '../../platform/scope.ts'
import type { Service } from '../service.ts'
import { type Found, search } from './actions.ts'
import { KINDS, type Kind, SearchQuery, SearchResults } from './schemas.ts'

/** Where objects of a kind are. */
const PATHS: Record<Kind, string> = {
  customer: 'customers',
  product: 'products',
  invoice: 'invoices',
  payment: 'payments',
  credit_transaction: 'credit_transactions',
  email: 'emails',
  event: 'events',
  webhook_endpoint: 'webhook_endpoints',
  webhook_delivery: 'webhook_deliveries',
  api_key: 'api_keys',
}

const resultOf = ({ kind, id, title, detail, status }: Found) => ({
  ...{ object: 'search_result', kind, id, title, detail, status },
  url: `/v1/${PATHS[kind]}/${id}`,
})

export const searchRoutes: Route<Service>[] = [
  route({
    method: 'GET',
    path: '/search',
    operation: 'search',
    summary: 'Search',
    description:
      'Finds any object by its id, invoices by number, customers and products by the beginnings of words, without regard to case and accents; those whose name begins so come first. Only kinds that the key may read are looked for.',
    tag: 'Search',
    permission: 'customers:read',
    query: SearchQuery,
    response: SearchResults,
    untagged: true,
    example: { summary: 'By the beginning of a name', query: { q: 'nord' } },
    async handle({ scope, query, heavy }) {
      const asked = {
        environmentId: scope.environment_id,
        q: query.q,
        most: query.limit ?? 10,
        may: (kind: Kind) => allows(scope.scopes, KINDS[kind]),
      }
      const found = await heavy.report((db) => search(db, asked))
      const data = found.map(resultOf)
      return { json: JSON.stringify({ object: 'search_results', q: query.q, data }) }
    },
  }),
]
