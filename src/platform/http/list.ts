// The one envelope of every list, put together from the JSON texts of its items.

import type { Page } from '../db/page.ts'
import type { Reply } from './route.ts'

export function listReply(url: string, page: Omit<Page, 'ids'>, items: string[]): Reply {
  const { has_more, total_count, limit, offset } = page
  const tail = JSON.stringify({ has_more, total_count, limit, offset }).slice(1)
  return { json: `{"object":"list","url":"${url}","data":[${items.join(',')}],${tail}` }
}
