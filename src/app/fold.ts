// Folds what features say of themselves, and refuses what cannot be: at the start of the service and of the tests.

import { EVENTS } from '../domain/event-catalogue.ts'
import { COUNTERS } from '../features/accounts/store.ts'
import type { Feature, Kept } from '../features/manifest.ts'
import { invariant } from '../invariant.ts'
import type { Table } from '../platform/db/table.ts'

/** Manifests that are read, and whose handlers nobody calls. */
export type AnyFeature = Feature<never, never>

/** Stops with one sentence at the first thing in manifests that cannot be. */
export function assertFits(features: readonly AnyFeature[]): void {
  const tables = keptBy(features)
  assertOnce(
    'feature',
    features.map(({ name }) => name),
  )
  assertOnce(
    'table',
    tables.map(({ name }) => name),
  )
  for (const { name, personal } of tables) {
    invariant(personal, `Table ${name} does not say what becomes of personal data in it.`)
  }
  for (const feature of features) assertKnown(feature)
  assertOwnersFirst(tables.flatMap(({ written }) => (written ? [written] : [])))
}

/** All tables of features, those that own rows of others first. */
export const keptBy = (features: readonly AnyFeature[]): readonly Kept[] =>
  features.flatMap(({ tables = [] }) => tables)

/** Series are columns of the counter rows, events stand in the catalogue that pages read. */
function assertKnown({ name, tables = [], series = {}, events = {} }: AnyFeature): void {
  const counted = tables.flatMap(({ written }) => written?.count?.counter ?? [])
  for (const counter of [...counted, ...Object.values(series).map((each) => each.counter)]) {
    const isKnown = (COUNTERS as readonly string[]).includes(counter)
    invariant(isKnown, `Feature ${name} names the series ${counter}, which no environment counts.`)
  }
  for (const { type } of Object.values(events)) {
    invariant(type in EVENTS, `Feature ${name} names the event ${type}, which no catalogue has.`)
  }
}

/** An owner that is saved behind what it owns would be locked before it, and two writes could wait in a circle. */
function assertOwnersFirst(tables: readonly Table[]): void {
  const saved = new Set<string>()
  for (const { name, owners = [] } of tables) {
    for (const { table } of owners) {
      const isLater = !saved.has(table.name)
      invariant(
        !isLater,
        `Table ${table.name} owns rows of ${name}, so it has to be listed before it.`,
      )
    }
    saved.add(name)
  }
}

function assertOnce(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  invariant(twice === undefined, `Two manifests name the ${what} ${twice}.`)
}
