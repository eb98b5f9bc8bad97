// How a command ends in the model, and what every kind of object has in common.

import type { Version } from './commands.ts'
import { formerly, type Json, type ModelEvent, type Shown } from './state.ts'

/** The parts that only the response determines: the new ID and its timestamp. */
export interface Seen {
  id: string
  at: number
}

/** How a command ends: `ok` or the error code, with the response and the events. */
export interface End {
  end: string
  /** Undefined where the model does not check the response. */
  shows?: Json | undefined
  events: ModelEvent[]
}

export const refused = (end: string): End => ({ end, events: [] })

/** True if If-Match, if any, names the current version of the object. */
export function matches(version: Version | undefined, revision: number, shown: Json): boolean {
  if (version === undefined) return true
  return version.revision === revision && version.json === JSON.stringify(shown)
}

/** Applies a change to the object; records no event if nothing changes. */
export function change(shown: Shown, type: string, members: Json): ModelEvent[] {
  const before = shown.json
  const after = { ...before, ...members }
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  shown.json = after
  shown.revision++
  return [{ type, object: after, previous: formerly(before, after) }]
}

/** Sets keys, removes keys that are null, and clears all if the whole is null. */
export function mergeMetadata(before: Json, patch: Json | null | undefined): Json {
  if (patch === undefined) return before
  const merged = { ...before, ...patch }
  return patch === null
    ? {}
    : Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}
