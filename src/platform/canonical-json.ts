// Canonical JSON: equal values have equal texts and digests.

import { hash } from 'node:crypto'

/** Returns JSON with sorted properties. */
export function canonicalJson(value: unknown): string {
  // JSON can contain numbers that no float holds; as null they would equal a missing value.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  // A plain loop for speed: each finalized document is serialized here to be sealed.
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key]
    if (item === undefined) continue
    text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** SHA-256 of the canonical JSON, in hex. */
export function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value))
}
