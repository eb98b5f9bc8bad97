// The envelope of every list, assembled from the JSON texts of its items.

import type { Page } from '../db/page.ts'
import type { Reply } from './route.ts'

type Envelope = Pick<Page, 'has_more' | 'total_count' | 'limit' | 'offset'>

export function listReply(url: string, page: Envelope, items: string[]): Reply {
  const { head, tail } = listEnds(url, page)
  return { json: `${head}${items.join(',')}${tail}` }
}

/** The JSON before and after the items. */
export function listEnds(url: string, page: Envelope): { head: string; tail: string } {
  const { has_more, total_count, limit, offset } = page
  const rest = JSON.stringify({ has_more, total_count, limit, offset }).slice(1)
  return { head: `{"object":"list","url":"${url}","data":[`, tail: `],${rest}` }
}
