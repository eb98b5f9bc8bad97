// What rows of older versions lack, and sweeps fill: one list for the service and for `doctor`.

import type { Backfill } from '../platform/sweeps/backfill.ts'
import { FEATURES } from './features.ts'
import type { AnyFeature } from './fold.ts'

// biome-ignore lint/suspicious/noExplicitAny: each knows the places it stops at, and nobody else does.
export const backfillsOf = (features: readonly AnyFeature[]): readonly Backfill<any>[] =>
  features.flatMap(({ backfills = [] }) => backfills)

export const BACKFILLS = backfillsOf(FEATURES)
