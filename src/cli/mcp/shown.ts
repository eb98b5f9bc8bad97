// Filters and truncates responses for a model: no links or secrets that give access, and no more than it can read.

import { redactSecrets } from '../../platform/redact.ts'

/** Properties that are always left out: links that need no sign-in, and signing secrets. */
const HIDDEN = new Set(['hosted_url', 'action_url', 'secret', 'former_secret_until'])

interface Bounds {
  characters: number
  items: number
  depth: number
}

/** Tried in turn until the result is small enough. */
const BOUNDS: Bounds[] = [
  { characters: 2_000, items: 100, depth: 24 },
  { characters: 300, items: 25, depth: 12 },
  { characters: 100, items: 5, depth: 6 },
]
/** Characters of JSON; about ten thousand tokens. */
const CHARACTERS_MOST = 40_000

/** The response without secrets, truncated to fit; `was_cut` is true if something is missing. */
export function shown(answer: Record<string, unknown>): Record<string, unknown> {
  for (const bounds of BOUNDS) {
    const cut = { done: false }
    const small = cutTo(answer, bounds, cut) as Record<string, unknown>
    if (JSON.stringify(small).length <= CHARACTERS_MOST) {
      return cut.done ? { ...small, was_cut: true } : small
    }
  }
  return { was_cut: true, too_large: true }
}

/** The value without hidden properties, untruncated. */
export function withoutSecrets(value: unknown): unknown {
  const all = Number.POSITIVE_INFINITY
  return cutTo(value, { characters: all, items: all, depth: all }, { done: false })
}

function cutTo(value: unknown, bounds: Bounds, cut: { done: boolean }): unknown {
  if (typeof value === 'string') {
    const text = redactSecrets(value)
    if (text.length <= bounds.characters) return text
    cut.done = true
    // Whole characters only: half of a surrogate pair is not valid text.
    return `${text.slice(0, bounds.characters).replace(/[\uD800-\uDBFF]$/, '')}… [cut]`
  }
  if (typeof value !== 'object' || value === null) return value
  if (bounds.depth === 0) {
    cut.done = true
    return '… [cut]'
  }
  const deeper = { ...bounds, depth: bounds.depth - 1 }
  if (Array.isArray(value)) {
    if (value.length > bounds.items) cut.done = true
    return value.slice(0, bounds.items).map((item) => cutTo(item, deeper, cut))
  }
  const members = Object.entries(value).filter(([name]) => !HIDDEN.has(name))
  return Object.fromEntries(
    // Property names can be chosen by strangers, as those of metadata are.
    members.map(([name, item]) => [redactSecrets(name), cutTo(item, deeper, cut)]),
  )
}
