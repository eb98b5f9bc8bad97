// Combines the manifests of all features, and refuses invalid ones when the service or the tests start.

import { resourceOf } from '../domain/resource-lists.ts'
import { COUNTERS } from '../features/accounts/store.ts'
import type { Feature, Kept } from '../features/manifest.ts'
import { invariant } from '../invariant.ts'
import type { Table } from '../platform/db/table.ts'

/** A manifest that is only read; its handlers are not called. */
export type AnyFeature = Feature<never, never>

/** Throws at the first fault in the manifests, with one sentence. */
export function assertFits(features: readonly AnyFeature[]): void {
  const known = new Set<string>()
  for (const { name } of features) {
    invariant(!known.has(name), `Two features have the name ${name}.`)
    known.add(name)
  }
  const keepers = new Map<string, string>()
  for (const feature of features) {
    for (const { name, personal } of feature.tables ?? []) {
      const keeper = keepers.get(name)
      invariant(
        !keeper,
        `Feature ${feature.name} declares the table ${name}, which ${keeper} also declares.`,
      )
      keepers.set(name, feature.name)
      const isDeclared = personal.trim() !== ''
      invariant(
        isDeclared,
        `Feature ${feature.name} does not declare what happens to personal data in ${name}.`,
      )
    }
    assertKnown(feature)
  }
  assertOwnersFirst(features)
}

/** The tables of all features, owners before the tables they own. */
export const keptBy = (features: readonly AnyFeature[]): readonly Kept[] =>
  features.flatMap(({ tables = [] }) => tables)

/** Checks that series and counters are columns of counter rows, and that erased rows belong to a resource. */
function assertKnown({ name, tables = [], series = {}, erased }: AnyFeature): void {
  const counted = tables.flatMap(({ written }) => written?.count?.counter ?? [])
  for (const counter of [...counted, ...Object.values(series).map((each) => each.counter)]) {
    const isKnown = COUNTERS.includes(counter)
    invariant(
      isKnown,
      `Feature ${name} uses the series ${counter}, which is not a counter of environments.`,
    )
  }
  const isResource = erased === undefined || resourceOf(erased.table)?.prefix !== undefined
  invariant(
    isResource,
    `Feature ${name} erases ${erased?.table}, which is not a resource with IDs.`,
  )
}

/** An owner that is saved after its rows would be locked before them, and two writes could deadlock. */
function assertOwnersFirst(features: readonly AnyFeature[]): void {
  const saved = new Set<string>()
  for (const feature of features) {
    for (const { written } of feature.tables ?? []) {
      if (!written) continue
      for (const { table } of (written as Table).owners ?? []) {
        invariant(
          saved.has(table.name),
          `Feature ${feature.name} declares ${written.name}, whose owner ${table.name} must be listed first.`,
        )
      }
      saved.add(written.name)
    }
  }
}
