// Compares gateways with the books when that is due. It is no part of advancing a test clock: however many days pass, the
// books are compared once.

import { triedAgain } from '../../domain/reconciliation.ts'
import { transaction } from '../../platform/db/pool.ts'
import { fault } from '../../platform/faults.ts'
import { independentSweep } from '../../platform/sweeps/independent.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { waitingWork } from '../due-work.ts'
import { type GatewayBackground, GatewayError } from '../gateway.ts'
import { takeStep } from './steps.ts'
import { leaseStep, type RunKey, saveRun, toCompare } from './store.ts'

/** How long a run of the sweep goes on with one gateway. */
const TURN_MS = 2_000

export const compareGateways = (parts: GatewayBackground): Sweep =>
  independentSweep(
    waitingWork(parts, 'reconciliation.compare', toCompare, async (environment_id, { id }) => {
      const until = parts.ticksNow() + TURN_MS
      let goesOn = true
      while (goesOn && parts.ticksNow() < until) goesOn = await step(parts, { environment_id, id })
    }),
  )

/** Takes the next step; false if it is not due yet, or another process has it. */
async function step(parts: GatewayBackground, key: RunKey): Promise<boolean> {
  const { pool, wallNow } = parts
  const leased = await leaseStep(pool, key, wallNow())
  if (!leased) return false
  try {
    const write = await takeStep(parts, leased)
    fault('reconciliation.compared')
    return await transaction(pool, async (tx) => {
      const saved = await saveRun(tx, await write(tx))
      if (!saved) throw new TakenOver('Another process has this step.')
      return true
    })
  } catch (error) {
    if (error instanceof TakenOver) return false
    if (!(error instanceof GatewayError)) throw error
    const { now, ...run } = leased
    await transaction(pool, (tx) =>
      saveRun(tx, { ...run, due_at: triedAgain(now), error: error.message }),
    )
    throw error
  }
}

class TakenOver extends Error {
  override readonly name = 'TakenOver'
}
