// A logged request as a call to repeat: its key is a variable, and so are secrets that it contained.
import type { Query } from '../../api/client.ts'
import type { LoggedRequestWithBodies } from '../../api/types.ts'
import type { Shown } from '../../page/api-call.tsx'

type Logged = Pick<
  LoggedRequestWithBodies,
  'method' | 'path' | 'query' | 'request_body' | 'request_body_cut'
>

/** The same call under /v1; a body that is truncated or not JSON is left out. */
export function callOf({ method, path, query, request_body, request_body_cut }: Logged): Shown {
  const body = request_body === null || request_body_cut ? undefined : parsed(request_body)
  return {
    method: method === 'HEAD' ? 'GET' : method,
    path: path.replace(/^(\/api\/public)?\/v1/, ''),
    query: Object.fromEntries(new URLSearchParams(query ?? '')) as Query,
    ...(body !== undefined && { body }),
  }
}

/** Formats JSON; other text stays as it is. */
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
