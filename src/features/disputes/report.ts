// Takes over what a gateway says of the disputes of a payment.

import type { DisputeReport } from '../../domain/dispute.ts'
import { sql } from '../../platform/db/sql.ts'
import { fault } from '../../platform/faults.ts'
import type { PaymentKey } from '../gateway.ts'
import { withOwed } from '../invoices/pay-owed.ts'
import type { CollectParts } from '../payments/collect.ts'
import { recordDisputes } from './actions.ts'

/** SQL of the customer and currency of a payment, for credit that pays invoices. */
export const whoseDispute = (payment_id: string) => sql`
  select y.customer_id, y.currency from payments y
  where y.environment_id = s.environment_id and y.id = ${payment_id}::uuid`

/** Records the disputes of a payment; undefined if the gateway did not say. */
export async function takeOverDisputes(
  { pool, lane }: Pick<CollectParts, 'pool' | 'lane'>,
  { environment_id, id: payment_id }: PaymentKey,
  reports: readonly DisputeReport[] | undefined,
): Promise<void> {
  fault('dispute.answered')
  const none = { ifMatch: undefined, claim: undefined }
  await withOwed({ pool }, { scope: { environment_id } }, whoseDispute(payment_id), (paysOwed) =>
    lane.submit({
      ...{ action: recordDisputes, environment_id, ...none },
      input: { payment_id, reports, ...paysOwed },
    }),
  )
  fault('dispute.recorded')
}
