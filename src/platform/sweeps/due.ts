// Work that falls due in business time: defined once, done by the live sweep and when a clock is advanced.

import type { Sql } from '../db/sql.ts'
import type { Sweep, SweepResult } from './sweeps.ts'

/** Rows `t` and when they are due. The condition is spelled as in the partial index that finds them. */
export interface Due {
  table: Sql
  at: Sql
  where: Sql
}

export interface DueResult extends SweepResult {
  /** The error of the part that failed; the rest was done. */
  failed?: unknown
}

/** One kind of work with a due time. */
export interface DueWork {
  name: string
  /** True if it waits for other systems, which can hang. */
  isWaiting?: true
  rows: Due
  /** Returns environments in which something is due, each by its own clock. */
  findEnvironments(): Promise<number[]>
  /** Does a bounded part of the work due by the environment's clock, oldest first. */
  run(environmentId: number): Promise<DueResult>
}

/** Returns the sweep that does work of one kind in all environments, by their clocks. */
export function dueSweep(work: DueWork): Sweep {
  return {
    name: work.name,
    everyMs: 1_000,
    async run(signal) {
      const result: SweepResult = { done: 0, lagMs: 0, more: false }
      const failures: unknown[] = []
      for (const environmentId of await work.findEnvironments()) {
        if (signal.aborted) break
        const { done, lagMs, more, failed } = await work.run(environmentId)
        result.done += done
        result.lagMs = Math.max(result.lagMs, lagMs)
        result.more ||= more
        if (failed !== undefined) failures.push(failed)
      }
      // The other environments are done; the failed ones are reported and found again next time.
      if (failures.length > 0) throw failures[0]
      return result
    },
  }
}
