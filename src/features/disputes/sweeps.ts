// Asks gateways about the disputes of payments: when an event says that there is one, and daily while one is open.

import type { DisputeReport } from '../../domain/dispute.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import { waitingWork } from '../due-work.ts'
import type { GatewayBackground } from '../gateway.ts'
import { payments } from '../payments/store.ts'
import { takeOverDisputes } from './report.ts'
import { toAskAbout } from './store.ts'

export const checkDisputes = ({ wallNow, ...parts }: GatewayBackground): DueWork => {
  const { pool, gateways } = parts
  return waitingWork({ pool, wallNow }, 'disputes.check', toAskAbout, check)

  async function check(environment_id: number, { id }: { id: string }): Promise<void> {
    const key = { environment_id, id }
    const [payment] = await payments.find(pool, [key])
    if (!payment || payment.disputes_at === null) return
    let reports: readonly DisputeReport[] | undefined
    try {
      const gateway = await gateways.of(environment_id, payment.gateway_id)
      const { customer_id, gateway_ref } = payment
      reports = await gateway.disputesOf({ ...key, customer_id, gateway_ref })
    } finally {
      // Whatever happens, the gateway is asked again later.
      await takeOverDisputes(parts, key, reports)
    }
  }
}
