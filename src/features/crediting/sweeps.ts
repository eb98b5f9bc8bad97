// Sends refunds to the gateways that collected their payments, and asks what became of them.

import type { RefundOutcome } from '../../domain/refund-outcomes.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { fault } from '../../platform/faults.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import { inBackground } from '../background.ts'
import { waitingWork } from '../due-work.ts'
import { type GatewayBackground, GatewayError } from '../gateway.ts'
import { payments } from '../payments/store.ts'
import { type Refund, refunds } from '../refunds/record.ts'
import { leaseRefund, recordRefundOutcome, toCheckRefunds } from './refunds-by-gateway.ts'

type Parts = Pick<GatewayBackground, 'pool' | 'lane' | 'gateways'>

export const checkRefunds = ({ pool, lane, gateways, wallNow }: GatewayBackground): DueWork =>
  waitingWork({ pool, wallNow }, 'refunds.check', toCheckRefunds, (environment_id, { id }) =>
    check({ pool, lane, gateways }, { environment_id, id }),
  )

async function check(parts: Parts, { environment_id, id }: RowKey & { id: string }): Promise<void> {
  const { pool, lane } = parts
  const [refund] = await refunds.find(pool, [{ environment_id, id }])
  if (!refund || refund.check_at === null) return
  const { check_at } = refund
  const { answer } = await lane.submit(inBackground(environment_id, leaseRefund, { id, check_at }))
  const lease = Number(answer.json)
  if (lease === 0) return
  fault('refund.sending')
  let outcome: RefundOutcome = { kind: 'open' }
  try {
    outcome = await outcomeNow(parts, refund)
  } catch (error) {
    if (error instanceof GatewayError && refund.sent_at === null) outcome = { kind: 'refused' }
    throw error
  } finally {
    fault('refund.answered')
    const input = { id, lease, outcome }
    await lane.submit(inBackground(environment_id, recordRefundOutcome, input))
    fault('refund.recorded')
  }
}

async function outcomeNow({ pool, gateways }: Parts, refund: Refund): Promise<RefundOutcome> {
  const { environment_id, id, payment_id, gateway_ref, amount, currency } = refund
  const [payment] = await payments.find(pool, [{ environment_id, id: payment_id }])
  // A test environment can be erased meanwhile.
  if (!payment?.gateway_ref) return { kind: 'open' }
  const gateway = await gateways.of(environment_id, payment.gateway_id)
  const key = { environment_id, id, payment_id, payment_ref: payment.gateway_ref, gateway_ref }
  const known = refund.sent_at === null ? undefined : await gateway.lookUpRefund(key)
  if (known) return known
  // Only a pending one is sent; the gateway cannot have forgotten one that it paid.
  if (refund.status !== 'pending') return { kind: 'open' }
  return gateway.refund({ ...key, amount, currency })
}
