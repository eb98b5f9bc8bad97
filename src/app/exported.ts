// What an export holds of an environment: every object of every list, as the API shows it.

import { accountJson } from '../features/account-settings/schemas.ts'
import { getSettings } from '../features/account-settings/store.ts'
import { eventJson } from '../features/events/actions.ts'
import { listEventsAfter } from '../features/events/store.ts'
import type { Db } from '../platform/db/sql.ts'
import { walkIds } from '../platform/db/walk.ts'
import { FEATURES } from './features.ts'
import type { AnyFeature } from './fold.ts'

/** Whose objects, and how others reach the service that has them. */
export interface Exported {
  environmentId: number
  mode: 'test' | 'live'
  publicUrl: string
}

/** Those that others refer to first, so that a reader who goes on from line to line knows them. */
export const kindsOf = (features: readonly AnyFeature[]) =>
  features.flatMap(({ exported }) => (exported ? [exported] : []))

export const KINDS = kindsOf(FEATURES)

const EVENTS = 500

export interface Chunk {
  /** `customers`, `invoices` …: what the objects are. */
  kind: string
  /** JSON texts, none of which has a line break. */
  objects: string[]
}

/** All objects of an environment, in chunks; each kind ends with one that is empty. */
export async function* exportObjects(
  db: Db,
  exported: Exported,
  kinds = KINDS,
): AsyncGenerator<Chunk> {
  const { environmentId, mode, publicUrl } = exported
  yield { kind: 'account', objects: [accountJson(await getSettings(db, environmentId))] }
  for (const { table, visible, read } of kinds) {
    for await (const ids of walkIds(db, { table, environmentId, ...(visible && { visible }) })) {
      const keys = ids.map((id) => ({ environment_id: environmentId, id }))
      const found = await read(db, keys, publicUrl)
      yield { kind: table, objects: found.flatMap((text) => (text === undefined ? [] : [text])) }
    }
    yield { kind: table, objects: [] }
  }
  for (let after = 0; ; ) {
    const events = await listEventsAfter(db, environmentId, after, EVENTS)
    yield { kind: 'events', objects: events.map((event) => oneLine(eventJson(event, mode))) }
    const last = events.at(-1)
    if (!last) return
    after = last.sequence
  }
}

/** What an event carries is stored text; a line break between its members would be legal in it. */
const oneLine = (text: string) => (/[\n\r]/.test(text) ? JSON.stringify(JSON.parse(text)) : text)
