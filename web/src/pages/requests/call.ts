// A request of the log as a call to make again: its key is only named, and so are secrets that were in it.
import type { Query } from '../../api/client.ts'
import type { LoggedRequestWithBodies } from '../../api/types.ts'
import type { Shown } from '../../page/api-call.tsx'

type Logged = Pick<
  LoggedRequestWithBodies,
  'method' | 'path' | 'query' | 'request_body' | 'request_body_cut'
>

/** The same call under /v1; a body that is not whole, or is no JSON, is left out. */
export function callOf({ method, path, query, request_body, request_body_cut }: Logged): Shown {
  const body = request_body === null || request_body_cut ? undefined : parsed(request_body)
  return {
    method: method === 'HEAD' ? 'GET' : method,
    path: path.replace(/^(\/api\/public)?\/v1/, ''),
    query: Object.fromEntries(new URLSearchParams(query ?? '')) as Query,
    ...(body !== undefined && { body }),
  }
}

/** JSON laid out to be read; anything else as it is. */
export function laidOut(text: string): string {
  const value = parsed(text)
  return value === undefined ? text : JSON.stringify(value, undefined, 2)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
