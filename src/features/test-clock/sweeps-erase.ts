// Erases a test environment that is being reset, table by table, in transactions of bounded size.

import type { Pool } from 'pg'
import { transaction } from '../../platform/db/pool.ts'
import type { Tx } from '../../platform/db/table.ts'
import { fault } from '../../platform/faults.ts'
import { type Linking, restartChain } from '../chain/store.ts'
import { LeaseLost } from './actions.ts'
import { type Erasure, eraseRows, finishErasure, unlinkRows } from './store-erase.ts'

/** Rows per transaction, so that none is long. */
const ERASED_MOST = 2_000

export interface EraseParts extends Linking {
  pool: Pool
  /** The tables that a reset empties, referencing tables first. */
  erased: readonly string[]
}

/** Erases the environment and opens it again; stops between two transactions when signaled. */
export async function erase(
  { pool, erased, environments, wallNow }: EraseParts,
  lease: Omit<Erasure, 'untilMs'> & { leaseMs: number },
  signal: AbortSignal,
): Promise<void> {
  const held = (): Erasure => ({ ...lease, untilMs: wallNow() + lease.leaseMs })
  const steps = [
    ...erased.map((table) => (tx: Tx) => eraseRows(tx, held(), table, ERASED_MOST)),
    (tx: Tx) => unlinkRows(tx, held(), ERASED_MOST),
  ]
  for (const step of steps) {
    for (let count: number | undefined = 1; count !== 0; ) {
      if (signal.aborted) return
      count = await transaction(pool, step)
      if (count === undefined) throw new LeaseLost('Another process erases this environment.')
      fault('clock.erased')
    }
  }
  const done = await transaction(pool, async (tx) => {
    if (!(await finishErasure(tx, held(), wallNow()))) return false
    await restartChain(tx, { environments, wallNow }, lease.environmentId)
    return true
  })
  if (!done) throw new LeaseLost('Another process erases this environment.')
}
