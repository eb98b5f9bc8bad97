// Reports debits that the bank returned and payments that customers dispute, as a gateway would in an event.

import { BillingError } from '../../domain/errors.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import { takeOverDisputes } from '../disputes/report.ts'
import { dueWork } from '../due-work.ts'
import type { GatewayBackground } from '../gateway.ts'
import { takeOver } from '../payments/collect.ts'
import { disputesOf, outcomeOf } from './gateway.ts'
import { findSimulated, putOffReport, toReport } from './store.ts'

const EARLY: readonly string[] = ['refund_pending', 'payment_disputed']

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
      if (payment.is_disputed) await takeOverDisputes(parts, key, disputesOf(payment))
      await putOffReport(pool, key, null)
    } catch (error) {
      // A refund of it is pending: paying that would return money that is gone. Or a dispute has the money.
      const isEarly = error instanceof BillingError && EARLY.includes(error.code)
      if (!isEarly) throw error
      await putOffReport(pool, key, 1)
    }
  }
}
