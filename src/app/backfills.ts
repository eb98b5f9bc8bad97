// What rows of older versions lack, and sweeps fill: one list for the service and for `doctor`.

import type { Backfill } from '../platform/sweeps/backfill.ts'
import { FEATURES } from './features.ts'

// biome-ignore lint/suspicious/noExplicitAny: each knows the places it stops at, and nobody else does.
export const BACKFILLS: readonly Backfill<any>[] = FEATURES.flatMap(
  ({ backfills = [] }) => backfills,
)
