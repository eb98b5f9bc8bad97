// Reports debits that the bank returned, as a gateway would in an event.

import { BillingError } from '../../domain/errors.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import { dueWork } from '../due-work.ts'
import type { GatewayBackground } from '../gateway.ts'
import { takeOver } from '../payments/collect.ts'
import { outcomeOf } from './gateway.ts'
import { findSimulated, putOffReport, toReport } from './store.ts'

export const reportBounces = (parts: GatewayBackground): DueWork => {
  const { pool, wallNow, publicUrl } = parts
  return dueWork(
    { pool, wallNow },
    'simulated_gateway.report',
    toReport,
    (environment_id, { id }) => report(environment_id, id),
  )

  async function report(environment_id: number, id: string): Promise<void> {
    const key = { environment_id, id }
    const payment = await findSimulated(pool, key, wallNow())
    if (!payment) return
    try {
      await takeOver(parts, key, outcomeOf(payment, publicUrl()))
      await putOffReport(pool, key, null)
    } catch (error) {
      // A refund of it is pending: paying that would return money that is gone.
      if (!(error instanceof BillingError && error.code === 'refund_pending')) throw error
      await putOffReport(pool, key, 1)
    }
  }
}
