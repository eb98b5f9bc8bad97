// What a dry run foresees, without what is drawn anew each time, so that two of them can be compared.

import { canonicalJson } from '../../platform/canonical-json.ts'

/** Drawn by the real write, or moved on by writes to other objects: IDs, numbers, times and links. */
const DRAWN = /^(id|number|sequence|hosted_url|subject|.*_at)$/

interface DryRun {
  result: unknown
  events: { type: string; data: { object: unknown } }[]
  emails: unknown[]
  changes: unknown[]
  warnings: unknown[]
}

export function factsOf({ result, events, emails, changes, warnings }: DryRun): unknown {
  const happenings = events.map(({ type, data }) => ({ type, object: data.object }))
  return steady({ result, events: happenings, emails, changes, warnings })
}

export function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !DRAWN.test(name))
  return Object.fromEntries(members.map(([name, item]) => [name, steady(item)]))
}

export interface Difference {
  path: string
  before: unknown
  now: unknown
}

/** More would say nothing more. */
const DIFFERENCES_MOST = 20

/** Where two values differ, the first places. */
export function differences(before: unknown, now: unknown, path = ''): Difference[] {
  if (canonicalJson(before) === canonicalJson(now)) return []
  if (!isContainer(before) || !isContainer(now)) return [{ path, before, now }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return names
    .flatMap((name) => differences(before[name], now[name], path === '' ? name : `${path}.${name}`))
    .slice(0, DIFFERENCES_MOST)
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
