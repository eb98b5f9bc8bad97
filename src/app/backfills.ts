// What rows of older versions lack, and sweeps fill: one list for the service and for `doctor`.

import { eventCustomers } from '../features/events/sweeps.ts'
import { entryDays } from '../features/ledger/sweeps.ts'
import type { Backfill } from '../platform/sweeps/backfill.ts'

// biome-ignore lint/suspicious/noExplicitAny: each knows the places it stops at, and nobody else does.
export const BACKFILLS: readonly Backfill<any>[] = [eventCustomers, entryDays]
