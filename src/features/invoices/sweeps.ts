// Marks posted invoices overdue when their due date is over, each environment by its own clock.

import type { Pool } from 'pg'
import type { Lane } from '../../platform/db/lane.ts'
import { fault } from '../../platform/faults.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import type { BillingEnvironment } from '../accounts/store.ts'
import { markInvoiceOverdue } from './actions-issue.ts'
import { findDueEnvironments, findFallenDue, findNextDue } from './store-due.ts'

/** Invoices of one environment in one round, so that none waits for another's backlog. */
const ROUND_MOST = 500

export interface DueParts {
  pool: Pool
  lane: Lane<BillingEnvironment>
  wallNow(): number
}

export function overdueWork({ pool, lane, wallNow }: DueParts): DueWork {
  return {
    name: 'invoices.overdue',
    findEnvironments: () => findDueEnvironments(pool, wallNow()),
    nextDueAt: (environmentId, stretch) => findNextDue(pool, environmentId, stretch),
    async run(environment_id) {
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
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
      const done = due.length - failures.length
      return {
        done,
        lagMs: due[0]?.late_ms ?? 0,
        // Where all of a round failed, another one at once would find the same.
        more: due.length === ROUND_MOST && done > 0,
        ...(failures[0] && { failed: failures[0].reason }),
      }
    },
  }
}
