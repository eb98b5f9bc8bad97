// Custom key-value data that callers keep on our objects; we never read it.
import { validationError } from './errors.ts'

export type Metadata = Record<string, string | number | boolean>

/** What a PATCH may say about metadata: null for a key removes that key. */
export type MetadataPatch = Record<string, string | number | boolean | null>

/** An object holds at most this many keys. */
const METADATA_KEYS_MAX = 50

/**
 * Lays a patch over what is there: named keys are set, keys sent as null removed, others kept; a
 * null patch clears everything. Throws `parameter_invalid` when more than 50 keys would remain.
 */
export function mergeMetadata(current: Metadata, patch: MetadataPatch | null): Metadata {
  if (patch === null) return {}
  // Through a map and fromEntries, so that a key like "__proto__" stays a key.
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
