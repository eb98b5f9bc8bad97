// Custom key-value data that clients store on objects; Reckoner never reads it.
import { validationError } from './errors.ts'

export type Metadata = Record<string, string | number | boolean>

/** The metadata of a PATCH: null removes a key. */
export type MetadataPatch = Record<string, string | number | boolean | null>

/** The maximum number of keys per object. */
const METADATA_KEYS_MAX = 50

/**
 * Merges a patch into metadata: sets named keys, removes null keys, keeps others; a null patch clears everything.
 * Throws `parameter_invalid` if more than 50 keys would remain.
 */
export function mergeMetadata(current: Metadata, patch: MetadataPatch | null): Metadata {
  if (patch === null) return {}
  // Uses a Map and fromEntries so that "__proto__" is an ordinary key.
  const merged = new Map<string, string | number | boolean>(Object.entries(current))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  if (merged.size > METADATA_KEYS_MAX) {
    const constraint = {
      kind: 'metadata_keys',
      count: merged.size,
      max: METADATA_KEYS_MAX,
    } as const
    throw validationError('metadata', constraint)
  }
  return Object.fromEntries(merged)
}
