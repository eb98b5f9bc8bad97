// Verification of the books, with the records of all features.

import type { Pool } from 'pg'
import type { Against } from '../features/verification/chain.ts'
import { kindsOf } from '../features/verification/editable.ts'
import { inSnapshot } from '../features/verification/store.ts'
import {
  type Check,
  type Report,
  verifyWithin as verifyKinds,
  type Within,
} from '../features/verification/verify.ts'
import type { Tx } from '../platform/db/table.ts'
import { FEATURES } from './features.ts'

const KINDS = kindsOf(FEATURES.flatMap(({ objects }) => objects ?? []))

/** Runs the checks in the caller's transaction, optionally for one environment only. */
export const verifyWithin = (tx: Tx, within?: Within): Promise<Report> =>
  verifyKinds(tx, KINDS, within)

/** Runs all checks on all environments in one snapshot. */
export const verify = (
  pool: Pool,
  onCheck?: (check: Check) => void,
  against?: Against,
): Promise<Report> => inSnapshot(pool, (tx) => verifyWithin(tx, { onCheck, against }))
