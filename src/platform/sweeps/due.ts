// Work that falls due in business time: told once, done by the live sweep and by a clock that is advanced.

import type { Sweep, SweepResult } from './sweeps.ts'

/** After one instant of business time, and until another, that one included. */
export interface Stretch {
  after: number
  until: number
}

export interface DueResult extends SweepResult {
  /** What failed for some of it; the rest was done. */
  failed?: unknown
}

/** One kind of work with a due time. Instants are milliseconds of the environment's business time. */
export interface DueWork {
  name: string
  /** Environments in which something is due, each by its own clock. */
  findEnvironments(): Promise<number[]>
  /** When the next of it falls due in a stretch of time; undefined when nothing does. */
  nextDueAt(environmentId: number, stretch: Stretch): Promise<number | undefined>
  /** Does what is due by the environment's clock, oldest first, a bounded part of it. */
  run(environmentId: number): Promise<DueResult>
}

/** The sweep that does work of one kind in all environments as their clocks go. */
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
      // The others are done; these are reported and found again next time.
      if (failures.length > 0) throw failures[0]
      return result
    },
  }
}

/** Of work of several kinds, when the first of all falls due. */
export async function nextInstant(
  works: readonly DueWork[],
  environmentId: number,
  stretch: Stretch,
): Promise<number | undefined> {
  const found = await Promise.all(works.map((work) => work.nextDueAt(environmentId, stretch)))
  const instants = found.filter((instant) => instant !== undefined)
  return instants.length > 0 ? Math.min(...instants) : undefined
}
