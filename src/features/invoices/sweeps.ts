// Marks posted invoices overdue when their due date is over, each environment by its own clock.

import type { Pool } from 'pg'
import type { Lane } from '../../platform/db/lane.ts'
import { fault } from '../../platform/faults.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { BillingEnvironment } from '../accounts/store.ts'
import { markInvoiceOverdue } from './actions-issue.ts'
import { findDueEnvironments, findFallenDue } from './store.ts'

/** Invoices of one environment in one round, so that none waits for another's backlog. */
const ROUND_MOST = 500

export function overdueSweep(
  pool: Pool,
  lane: Lane<BillingEnvironment>,
  wallNow: () => number,
): Sweep {
  return {
    name: 'invoices.overdue',
    everyMs: 1_000,
    async run(signal) {
      const result = { done: 0, lagMs: 0, more: false }
      for (const { environment_id } of await findDueEnvironments(pool, wallNow())) {
        if (signal.aborted) break
        const due = await findFallenDue(pool, environment_id, wallNow(), ROUND_MOST)
        fault('sweep.found')
        // Two processes may find the same invoice; the lock lets one mark it, the other finds it so.
        const marks = due.map(({ id }) =>
          lane.submit({
            action: markInvoiceOverdue,
            environment_id,
            input: { id },
            ifMatch: undefined,
            claim: undefined,
          }),
        )
        const outcomes = await Promise.allSettled(marks)
        const failed = outcomes.find((outcome) => outcome.status === 'rejected')
        // The others are done; this one is reported and found again next time.
        if (failed) throw failed.reason
        result.done += due.length
        result.more ||= due.length === ROUND_MOST
        const oldest = due[0]
        if (oldest) result.lagMs = Math.max(result.lagMs, wallNow() - oldest.overdue_at)
      }
      return result
    },
  }
}
