// Compares two versions of an object as clients see it: the former values of what changed.

import { isDeepStrictEqual } from 'node:util'

export interface Comparison {
  /** The later version. */
  json: string
  /** The former values of changed properties, as JSON. */
  previous: string
  /** True if a property other than `updated_at` differs. */
  isSeen: boolean
}

/** A property of both versions: its JSON texts, undefined where it is absent. */
export interface MemberTexts {
  name: string
  before: string | undefined
  after: string | undefined
}

/** The comparison of two versions from the properties whose texts can differ. */
export function compareMembers(json: string, members: readonly MemberTexts[]): Comparison {
  let previous = ''
  let isSeen = false
  for (const { name, before, after } of members) {
    if (before === after) continue
    isSeen ||= name !== 'updated_at'
    if (isSameValue(before, after)) continue
    // An optional property that was absent before counts as null.
    previous += `${previous === '' ? '' : ','}${JSON.stringify(name)}:${before ?? 'null'}`
  }
  return { json, previous: `{${previous}}`, isSeen }
}

/** True for texts that differ only in the order of properties. */
const isSameValue = (before = '', after = ''): boolean =>
  isStructured(before) &&
  isStructured(after) &&
  isDeepStrictEqual(JSON.parse(before), JSON.parse(after))

const isStructured = (json: string): boolean => json.startsWith('{') || json.startsWith('[')

/** Compares the texts of both versions; `unseen` has the later one with the former `updated_at`. */
export function compareTexts(before: string, json: string, unseen: () => string): Comparison {
  const former = formerMembers(before, json)
  const isOnlyTime = Object.keys(former).every((name) => name === 'updated_at')
  // Compares the texts, since numbers beyond JavaScript's precision are parsed as equal.
  const isSeen = !isOnlyTime || unseen() !== before
  return { json, previous: JSON.stringify(former), isSeen }
}

/** Returns the properties that another version of an object changed, with their former values. */
function formerMembers(beforeJson: string, afterJson: string): Record<string, unknown> {
  const after = JSON.parse(afterJson) as Record<string, unknown>
  const before = JSON.parse(beforeJson) as Record<string, unknown>
  const former: Record<string, unknown> = {}
  for (const name in before) {
    if (!isDeepStrictEqual(before[name], after[name])) former[name] = before[name]
  }
  // An optional property that was absent before counts as null.
  for (const name in after) if (!(name in before)) former[name] = null
  return former
}
