// Handles each row that falls due, by the live sweep and when a test clock advances.

import type { Pool } from 'pg'
import type { Lane } from '../platform/db/lane.ts'
import { fault } from '../platform/faults.ts'
import type { Due, DueWork } from '../platform/sweeps/due.ts'
import type { Action, BillingEnvironment } from './accounts/store.ts'
import { inBackground } from './background.ts'
import { findDue, findDueEnvironments } from './due-rows.ts'

/** Maximum rows of one environment per round, so that none waits for another's backlog. */
const ROUND_MOST = 100

export interface DueParts {
  pool: Pool
  lane: Lane<BillingEnvironment>
  wallNow(): number
}

/** A row that is due, and for how long it has been. */
interface DueRow {
  id: string
  late_ms: number
}

/** Does something with each due row; nothing, if the row is no longer due. */
export function dueWork(
  { pool, wallNow }: Pick<DueParts, 'pool' | 'wallNow'>,
  name: string,
  kind: Due,
  act: (environmentId: number, row: DueRow) => Promise<unknown>,
): DueWork {
  return {
    name,
    rows: kind,
    findEnvironments: () => findDueEnvironments(pool, kind, wallNow()),
    async run(environment_id) {
      const due = await findDue(pool, kind, environment_id, wallNow(), ROUND_MOST)
      fault('sweep.found')
      // Two processes can find the same row; the lock lets one process it, and the other finds it done.
      const outcomes = await Promise.allSettled(due.map((row) => act(environment_id, row)))
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
      const done = due.length - failures.length
      return {
        done,
        lagMs: due[0]?.late_ms ?? 0,
        // If a whole round failed, another one right away would fail the same way.
        more: due.length === ROUND_MOST && done > 0,
        ...(failures[0] && { failed: failures[0].reason }),
      }
    },
  }
}

/** Work that waits for other systems, which can hang: environments do not wait for each other. */
export const waitingWork = (...parameters: Parameters<typeof dueWork>): DueWork => ({
  ...dueWork(...parameters),
  isWaiting: true,
})

/** Runs an action on each due row. */
export const dueAction = (
  { lane, ...parts }: DueParts,
  name: string,
  kind: Due,
  action: Action<{ id: string }>,
): DueWork =>
  dueWork(parts, name, kind, (environmentId, { id }) =>
    lane.submit(inBackground(environmentId, action, { id })),
  )
