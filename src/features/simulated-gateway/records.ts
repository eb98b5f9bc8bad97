// The simulated gateway's own books, for reconciliation.

import type { Pool } from 'pg'
import type { Held } from '../../domain/reconciliation.ts'
import { encodeId, firstUuid } from '../../platform/ids.ts'
import type { Gateway, GatewayRecord } from '../gateway.ts'
import { findSimulated, listSimulated, type SimulatedPayment } from './store.ts'
import { findRefundedSums } from './store-refunds.ts'

const PAGE = 500
const FIRST = firstUuid(0)

type Records = Pick<Gateway, 'listSince' | 'findRecord'>

export const simulatedRecords = (pool: Pool, wallNow: () => number): Records => {
  /** None if a method is saved without a payment. */
  async function recordsOf(found: readonly SimulatedPayment[]): Promise<GatewayRecord[]> {
    const sums = await findRefundedSums(pool, found, wallNow())
    return found.flatMap((payment, index) => {
      const { id, amount, currency } = payment
      if (amount === null || currency === null) return []
      const money = { amount, currency, held: heldOf(payment), refunded: sums[index] ?? 0 }
      return [{ kind: 'payment', id, ref: encodeId('sim', id), ...money }]
    })
  }
  return {
    async listSince({ environment_id, since, cursor }) {
      const after = cursor ?? (since === null ? FIRST : firstUuid(since))
      const page = await listSimulated(pool, { environment_id, id: after }, PAGE, wallNow())
      const next = page.length < PAGE ? null : (page.at(-1)?.id ?? null)
      return { records: await recordsOf(page), next }
    },
    async findRecord(key) {
      const found = await findSimulated(pool, key, wallNow())
      return found && (await recordsOf([found]))[0]
    },
  }
}

/** A payment whose dispute was won is disputed as well: the dispute itself says so. */
function heldOf(payment: SimulatedPayment): Held {
  if (!hasMoney(payment)) return 'none'
  return payment.is_disputed ? 'disputed' : 'settled'
}

/** A debit is `processing` also after it has ended. */
const hasMoney = ({ status, decline_code, has_ended, has_bounced }: SimulatedPayment): boolean =>
  status === 'settled' ||
  (status === 'processing' && has_ended && !has_bounced && decline_code === null)
