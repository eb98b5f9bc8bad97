// Refunds of the simulated gateway: the test number of the payment decides what becomes of them.

import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { RefundOutcome } from '../../domain/refund-outcomes.ts'
import { encodeId } from '../../platform/ids.ts'
import type { RefundKey, SendRefund } from '../gateway.ts'
import { behaviorOfLast4 } from './cards.ts'
import type { SimulatedPayment } from './store.ts'
import {
  findSimulatedRefund,
  type RefundEnd,
  refundSimulated,
  type SimulatedRefund,
} from './store-refunds.ts'

interface Parts {
  pool: Pool
  wallNow(): number
  hangMs: number
}

/** What the gateway calls a refund. */
export const refundRefOf = (id: string): string => encodeId('simre', id)

const REFUSED = 'The bank of the customer refused the refund.'
const TOO_MUCH = 'The payment does not have this amount left.'
const NO_MONEY = 'The payment did not arrive, or the bank took it back.'

export async function refund(
  { pool, wallNow, hangMs }: Parts,
  input: SendRefund,
): Promise<RefundOutcome> {
  const { environment_id, id, payment_id, amount } = input
  let last4 = ''
  const row = { environment_id, id, payment_id, amount }
  await refundSimulated(pool, row, wallNow(), (payment, refunded) => {
    last4 = payment?.last4 ?? ''
    return endOf(payment, refunded + amount)
  })
  const { isSilent, hangs } = behaviorOfLast4(last4)
  if (hangs) await setTimeout(hangMs)
  // The response is lost.
  if (isSilent) return { kind: 'open' }
  return (await lookUpRefund({ pool, wallNow }, input)) ?? { kind: 'open' }
}

export async function lookUpRefund(
  { pool, wallNow }: Omit<Parts, 'hangMs'>,
  key: RefundKey,
): Promise<RefundOutcome | undefined> {
  const found = await findSimulatedRefund(pool, key, wallNow())
  return found && outcomeOf(found)
}

/** What becomes of a refund, if this much of the payment is then refunded. */
function endOf(payment: SimulatedPayment | undefined, refunded: number): RefundEnd {
  if (!payment || !hasMoney(payment)) return { failure: NO_MONEY, days: null }
  if (refunded > (payment.amount ?? 0)) return { failure: TOO_MUCH, days: null }
  const later = behaviorOfLast4(payment.last4 ?? '').refund
  return { failure: later === 'fails' ? REFUSED : null, days: later ? 1 : null }
}

const hasMoney = ({ status, has_ended, has_bounced, decline_code }: SimulatedPayment): boolean =>
  status === 'settled' ||
  (status === 'processing' && has_ended && !has_bounced && decline_code === null)

function outcomeOf({ id, failure, ends_at, has_ended }: SimulatedRefund): RefundOutcome {
  const ref = refundRefOf(id)
  if (!has_ended) return { kind: 'pending', ref, ...(ends_at && { until: ends_at }) }
  return failure === null ? { kind: 'succeeded', ref } : { kind: 'failed', ref, reason: failure }
}
