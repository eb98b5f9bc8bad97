// The tables that the write path saves, owners first.

import type { Table } from '../platform/db/table.ts'
import { FEATURES } from './features.ts'
import { type AnyFeature, assertFits, keptBy } from './fold.ts'

/** In the order in which they are saved, owners first; they are locked the other way round. */
export function writtenBy(features: readonly AnyFeature[]): readonly Table[] {
  assertFits(features)
  return keptBy(features).flatMap(({ written }) => (written ? [written] : []))
}

export const TABLES = writtenBy(FEATURES)
