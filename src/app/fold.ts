// Folds what features say of themselves, and refuses what cannot be: at the start of the service and of the tests.

import { EVENTS } from '../domain/event.ts'
import { COUNTERS } from '../features/accounts/store.ts'
import type { Feature, Kept } from '../features/manifest.ts'
import { invariant } from '../invariant.ts'
import type { Table } from '../platform/db/table.ts'

/** Manifests that are read, and whose handlers nobody calls. */
export type AnyFeature = Feature<never, never>

/** Stops with one sentence at the first thing in manifests that cannot be. */
export function assertFits(features: readonly AnyFeature[]): void {
  const known = new Set<string>()
  for (const { name } of features) {
    invariant(!known.has(name), `Two features are called ${name}.`)
    known.add(name)
  }
  const keepers = new Map<string, string>()
  for (const feature of features) {
    for (const { name, personal } of feature.tables ?? []) {
      const keeper = keepers.get(name)
      invariant(!keeper, `Feature ${feature.name} brings the table ${name}, as ${keeper} does.`)
      keepers.set(name, feature.name)
      const isTold = personal.trim() !== ''
      invariant(
        isTold,
        `Feature ${feature.name} does not say of personal data in ${name} what becomes of it.`,
      )
    }
    assertKnown(feature)
  }
  assertOwnersFirst(features)
}

/** All tables of features, those that own rows of others first. */
export const keptBy = (features: readonly AnyFeature[]): readonly Kept[] =>
  features.flatMap(({ tables = [] }) => tables)

/** Series are columns of the counter rows, events stand in the catalogue that pages read. */
function assertKnown({ name, tables = [], series = {}, events = {} }: AnyFeature): void {
  const counted = tables.flatMap(({ written }) => written?.count?.counter ?? [])
  for (const counter of [...counted, ...Object.values(series).map((each) => each.counter)]) {
    const isKnown = COUNTERS.includes(counter)
    invariant(isKnown, `Feature ${name} names the series ${counter}, which no environment counts.`)
  }
  for (const { type } of Object.values(events)) {
    invariant(
      Object.hasOwn(EVENTS, type),
      `Feature ${name} names the event ${type}, which no catalogue has.`,
    )
  }
}

/** An owner that is saved behind what it owns would be locked before it, and two writes could wait in a circle. */
function assertOwnersFirst(features: readonly AnyFeature[]): void {
  const saved = new Set<string>()
  for (const feature of features) {
    for (const { written } of feature.tables ?? []) {
      if (!written) continue
      for (const { table } of (written as Table).owners ?? []) {
        invariant(
          saved.has(table.name),
          `Feature ${feature.name} brings ${written.name}, whose owner ${table.name} has to be listed before it.`,
        )
      }
      saved.add(written.name)
    }
  }
}
