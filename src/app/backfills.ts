// The backfills of all features, which fill columns that older versions left empty; used by the service and `doctor`.

import type { Backfill } from '../platform/sweeps/backfill.ts'
import { FEATURES } from './features.ts'
import type { AnyFeature } from './fold.ts'

// biome-ignore lint/suspicious/noExplicitAny: each backfill has its own cursor type, which only it reads.
export const backfillsOf = (features: readonly AnyFeature[]): readonly Backfill<any>[] =>
  features.flatMap(({ backfills = [] }) => backfills)

export const BACKFILLS = backfillsOf(FEATURES)
