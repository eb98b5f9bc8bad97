// How a command ends in the model, and what every kind of object has in common.

import type { Version } from './commands.ts'
import { formerly, type Json, type ModelEvent, type Shown } from './state.ts'

/** What the answer alone can tell: the id that was given, and the instant it was dated. */
export interface Seen {
  id: string
  at: number
}

/** How a command ends: `ok`, or the code of the error; and what it shows and tells. */
export interface End {
  end: string
  /** Undefined where the model does not follow the answer. */
  shows?: Json | undefined
  events: ModelEvent[]
}

export const refused = (end: string): End => ({ end, events: [] })

/** Whether If-Match, if any, names the object as it is shown now. */
export function matches(version: Version | undefined, revision: number, shown: Json): boolean {
  if (version === undefined) return true
  return version.revision === revision && version.json === JSON.stringify(shown)
}

/** Lays a change over what is shown; one that changes nothing is told to nobody. */
export function change(shown: Shown, type: string, members: Json): ModelEvent[] {
  const before = shown.json
  const after = { ...before, ...members }
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  shown.json = after
  shown.revision++
  return [{ type, object: after, previous: formerly(before, after) }]
}

/** Named keys are set, null removes one, null for all of it clears. */
export function mergeMetadata(before: Json, patch: Json | null | undefined): Json {
  if (patch === undefined) return before
  const merged = { ...before, ...patch }
  return patch === null
    ? {}
    : Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}
