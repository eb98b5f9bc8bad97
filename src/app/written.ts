// The tables that the write path saves, owners first.

import type { Table } from '../platform/db/table.ts'
import { FEATURES } from './features.ts'
import { assertFits, keptBy } from './fold.ts'

assertFits(FEATURES)

/** In the order in which they are saved, owners first; they are locked the other way round. */
export const TABLES: readonly Table[] = keptBy(FEATURES).flatMap(({ written }) =>
  written ? [written] : [],
)
