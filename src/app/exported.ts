// Exports an environment: every object of every list, as the API returns it.

import { accountJson } from '../features/account-settings/schemas.ts'
import { getSettings } from '../features/account-settings/store.ts'
import { eventJson } from '../features/events/json.ts'
import { listEventsAfter } from '../features/events/store.ts'
import type { Db } from '../platform/db/sql.ts'
import { walkIds } from '../platform/db/walk.ts'
import { FEATURES } from './features.ts'
import type { AnyFeature } from './fold.ts'

/** The environment to export, and the public URL of its service. */
export interface Exported {
  environmentId: number
  mode: 'test' | 'live'
  publicUrl: string
}

/** Referenced kinds come first, so that a reader of the stream already knows the objects a line refers to. */
export const kindsOf = (features: readonly AnyFeature[]) =>
  features.flatMap(({ objects }) => objects ?? [])

export const KINDS = kindsOf(FEATURES)

const EVENTS = 500

export interface Chunk {
  /** The kind of the objects: `customers`, `invoices` …. */
  kind: string
  /** JSON texts without line breaks. */
  objects: string[]
}

/** Yields all objects of an environment in chunks. Each kind ends with an empty chunk. */
export async function* exportObjects(
  db: Db,
  exported: Exported,
  kinds = KINDS,
): AsyncGenerator<Chunk> {
  const { environmentId, mode, publicUrl } = exported
  yield { kind: 'account', objects: [accountJson(await getSettings(db, environmentId))] }
  for (const { name, visible, find, json } of kinds) {
    const table = { table: name, environmentId, ...(visible && { visible }) }
    for await (const ids of walkIds(db, table)) {
      const rows = await find(
        db,
        ids.map((id) => ({ environment_id: environmentId, id })),
      )
      const found = rows.filter((row) => row !== undefined)
      yield { kind: name, objects: found.map((row) => json(row, publicUrl)) }
    }
    yield { kind: name, objects: [] }
  }
  for (let after = 0; ; ) {
    const events = await listEventsAfter(db, environmentId, after, EVENTS)
    yield { kind: 'events', objects: events.map((event) => oneLine(eventJson(event, mode))) }
    const last = events.at(-1)
    if (!last) return
    after = last.sequence
  }
}

/** Event payloads are stored as text, in which line breaks between members are legal. */
const oneLine = (text: string) => (/[\n\r]/.test(text) ? JSON.stringify(JSON.parse(text)) : text)
