// The billing run: runs the due steps of subscriptions, each environment by its own clock.

import { BillingError } from '../../domain/errors.ts'
import type { DueResult, DueWork } from '../../platform/sweeps/due.ts'
import { type Background, inBackground } from '../background.ts'
import { findDue, findDueEnvironments } from '../due-rows.ts'
import { due as dueSubscriptions } from '../subscriptions/store.ts'
import { BilledOtherwise, withCharges } from './open-charges.ts'
import { type BillingFailure, failBilling, stepSubscription, UNNAMED } from './step.ts'

/** Maximum subscriptions of one environment per round, and how long it may take, so that no environment waits for another. */
const ROUND_MOST = 500
const ROUND_MS_MOST = 1_000

export const billingRun = ({ pool, lane, wallNow, ticksNow }: Background): DueWork => {
  /** Sends a step with the invoices from which it returns time. */
  const again = (environment_id: number, id: string): Promise<void> =>
    withCharges({ pool }, { scope: { environment_id } }, { id, returns: true }, async (names) => {
      const step = inBackground(environment_id, stepSubscription, { id, ...names })
      for await (const chunk of lane.bulk(environment_id, [step])) {
        for (const { outcome } of chunk) {
          if (!outcome.ok) throw outcome.error
          if (outcome.answer.also === UNNAMED) throw new BilledOtherwise()
        }
      }
    })
  return {
    name: 'subscriptions.bill',
    rows: dueSubscriptions,
    findEnvironments: () => findDueEnvironments(pool, dueSubscriptions, wallNow()),
    async run(environment_id): Promise<DueResult> {
      const due = await findDue(pool, dueSubscriptions, environment_id, wallNow(), ROUND_MOST)
      const began = ticksNow()
      // Pulled chunk by chunk: the last chunk begins before the time is up.
      function* steps() {
        for (const { id } of due) {
          if (ticksNow() - began >= ROUND_MS_MOST) return
          yield inBackground(environment_id, stepSubscription, { id })
        }
      }
      let ended = 0
      const refused: BillingFailure[] = []
      const failures: unknown[] = []
      const waiting: string[] = []
      // A refusal concerns only this subscription and is recorded with it; any other error is a failure of the run.
      const judge = (id: string, error: unknown): void => {
        if (error instanceof BillingError) {
          const { code, message } = error
          refused.push({ id, code, message })
        } else failures.push(error)
      }
      // Two processes can find the same subscription; the lock lets one bill it, and the other finds it done.
      for await (const chunk of lane.bulk(environment_id, steps())) {
        ended += chunk.length
        for (const { command: step, outcome } of chunk) {
          if (!outcome.ok) judge(step.input.id, outcome.error)
          else if (outcome.answer.also === UNNAMED) waiting.push(step.input.id)
        }
      }
      const resumed = ticksNow()
      // Subscriptions for which no time is left stay due.
      for (const id of waiting) {
        await again(environment_id, id).catch((error) => judge(id, error))
        if (ticksNow() - resumed >= ROUND_MS_MOST) break
      }
      const records = refused.map((each) => inBackground(environment_id, failBilling, each))
      for await (const chunk of lane.bulk(environment_id, records)) {
        for (const { outcome } of chunk) if (!outcome.ok) failures.push(outcome.error)
      }
      const done = ended - failures.length
      return {
        done,
        lagMs: due[0]?.late_ms ?? 0,
        // If a whole round failed, another one right away would fail the same way.
        more: due.length > 0 && done > 0,
        ...(failures.length > 0 && { failed: failures[0] }),
      }
    },
  }
}
