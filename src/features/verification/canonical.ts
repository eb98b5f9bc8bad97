// Canonical JSON of a value, independent of member order, and the digest of that text.

import { createHash } from 'node:crypto'

/** JSON with members sorted by name: equal values have equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const sorted = members.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`
}

/** The entries of a stored list; a forged value that is not a list counts as its only entry. */
export function entriesOf<T>(stored: readonly T[] | null | undefined): readonly T[] {
  if (Array.isArray(stored)) return stored
  return stored === null || stored === undefined ? [] : [stored as unknown as T]
}

export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true
  const areObjects = typeof one === 'object' && typeof other === 'object'
  return areObjects && canonical(one) === canonical(other)
}

/** SHA-256 in hex. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}
