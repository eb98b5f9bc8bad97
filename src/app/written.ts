// The tables that the write path saves, owners first.

import type { Table } from '../platform/db/table.ts'
import { FEATURES } from './features.ts'
import { type AnyFeature, assertFits, keptBy } from './fold.ts'

/** In saving order, owners first; they are locked in reverse. */
export function writtenBy(features: readonly AnyFeature[]): readonly Table[] {
  assertFits(features)
  return keptBy(features).flatMap(({ written }) => (written ? [written] : []))
}

export const TABLES = writtenBy(FEATURES)
