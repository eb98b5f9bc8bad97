// Asks the gateway what became of payments: events can be lost, and customers leave pages.

import { isExpired } from '../../domain/payment-states.ts'
import type { DueResult, DueWork } from '../../platform/sweeps/due.ts'
import type { Background } from '../background.ts'
import { findDue, findDueEnvironments, findNextDue } from '../due-rows.ts'
import { simulatedGateway } from '../simulated-gateway/gateway.ts'
import { type CollectParts, takeOver } from './collect.ts'
import { payments, toCheck } from './store.ts'

/** Maximum payments of one environment per round. */
const ROUND_MOST = 50

export const checkPayments = ({ pool, lane, publicUrl, wallNow }: Background): DueWork => {
  const parts = { pool, lane, gateway: simulatedGateway({ pool, publicUrl, wallNow }) }
  return {
    name: 'payments.check',
    findEnvironments: () => findDueEnvironments(pool, toCheck, wallNow()),
    nextDueAt: (environmentId, stretch) => findNextDue(pool, toCheck, environmentId, stretch),
    async run(environment_id): Promise<DueResult> {
      const due = await findDue(pool, toCheck, environment_id, wallNow(), ROUND_MOST)
      const outcomes = await Promise.allSettled(
        due.map(({ id, late_ms }) => check(parts, { environment_id, id }, late_ms)),
      )
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
      const done = due.length - failures.length
      return {
        done,
        lagMs: due[0]?.late_ms ?? 0,
        more: due.length === ROUND_MOST && done > 0,
        ...(failures[0] && { failed: failures[0].reason }),
      }
    },
  }
}

/** Asks for the outcome of one payment; gives it up at the gateway if the customer did not complete it in time. */
async function check(
  parts: CollectParts,
  key: { environment_id: number; id: string },
  late_ms: number,
): Promise<void> {
  const [payment] = await payments.find(parts.pool, [key])
  if (!payment || payment.check_at === null) return
  const now = payment.check_at + late_ms
  const { gateway } = parts
  const outcome = isExpired(payment, now)
    ? await gateway.cancel(key)
    : ((await gateway.lookUp(key)) ?? { kind: 'open' as const })
  await takeOver(parts, key, outcome)
}
