// Judges a response by the rules that every response must follow, whatever the request.

import type { Answer } from '../client.ts'
import type { Description } from './description.ts'
import { bodyText, type Draft } from './requests.ts'

export interface Judged {
  draft: Draft
  answer: Answer
}

/** Maximum bytes of request line and headers that Node reads. */
const HEAD_MOST = 16_384

/** The minimum length of the request line; escaping makes it longer. */
const lengthOf = ({ path, query }: Draft): number =>
  query.reduce(
    (sum, [name, value]) => sum + encodeURIComponent(name + value).length + 2,
    path.length,
  )

/**
 * The fault of a response that passed `assertAnswer`; undefined if it has none. `canary` is in another tenant's data
 * and was never sent.
 */
export function faultOf(
  { draft, answer }: Judged,
  description: Description,
  canary: string,
): string | undefined {
  const { status, text, body } = answer
  if (status >= 500) return `answered ${status}`
  if (draft.key !== 'live' && text.includes(canary)) return "shows another tenant's data"
  if (status < 200 || (status > 299 && status < 400 && status !== 304)) return `answered ${status}`
  if (draft.method === 'HEAD' || draft.method === 'OPTIONS') return undefined
  const code = body?.error?.code
  if (code === 'route_not_found' || code === 'method_not_allowed') return undefined
  const described = description.find(draft.method, draft.path)
  // Invalid HTTP is rejected before the path is read.
  if (status === 400 && lengthOf(draft) > HEAD_MOST) return undefined
  if (!described) {
    return status === 404 ? undefined : `answered ${status} at an address that is not described`
  }
  const type = String(answer.headers['content-type'] ?? '')
  const fault = description.answerFault(described.operation, status, type, body)
  if (fault || status > 299 || draft.headers['idempotency-key'] !== undefined) return fault
  return acceptanceFault(draft, description)
}

/** An accepted body must be allowed by the document; null on create counts as absent. */
function acceptanceFault(draft: Draft, description: Description): string | undefined {
  const described = description.find(draft.method, draft.path)
  const text = bodyText(draft)
  if (!described?.body || text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text.toString()) ?? {}
  } catch {
    return text.toString().trim() === '' ? undefined : 'accepted a body that is not JSON'
  }
  const sent = draft.method === 'POST' ? withoutNulls(value) : value
  return description.allowsBody(described, sent) ? undefined : 'accepted what the document forbids'
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutNulls)
  const members = Object.entries(value).filter(([, item]) => item !== null)
  return Object.fromEntries(members.map(([name, item]) => [name, withoutNulls(item)]))
}
