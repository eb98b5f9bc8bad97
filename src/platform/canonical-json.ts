// JSON in one spelling, so that equal values have equal texts and digests.

import { hash } from 'node:crypto'

/** JSON with sorted members, so that the same value has one spelling. */
export function canonicalJson(value: unknown): string {
  // JSON spells numbers that no float holds; as null they would equal what is not there.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  // A plain loop: each issued document is spelled like this to be sealed.
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key]
    if (item === undefined) continue
    text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** SHA-256 of that spelling, in hex. */
export function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value))
}
