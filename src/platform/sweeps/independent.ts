// Due work that waits for other systems: an environment whose system hangs delays no other one.

import type { DueResult, DueWork } from './due.ts'
import type { Sweep, SweepResult } from './sweeps.ts'

/** Environments that wait at the same time. */
const ENVIRONMENTS_MOST = 8
/** How long a run waits for its environments. Those that take longer go on next to later runs. */
const RUN_MS = 1_000

/** Returns a sweep in which each environment goes on for itself, with at most one run at a time. */
export function independentSweep(
  work: DueWork,
  { most = ENVIRONMENTS_MOST, runMs = RUN_MS } = {},
): Sweep {
  const running = new Map<number, Promise<void>>()
  let ended: DueResult[] = []
  // Environments take turns: the next run begins after the one that was begun last.
  let last = 0
  const begin = (id: number): Promise<void> => {
    const run = work
      .run(id)
      .catch((failed: unknown): DueResult => ({ done: 0, lagMs: 0, more: false, failed }))
      .then((result) => {
        running.delete(id)
        ended.push(result)
      })
    running.set(id, run)
    last = id
    return run
  }
  return {
    name: work.name,
    everyMs: 1_000,
    async run(signal) {
      const found = await work.findEnvironments()
      const due = [...found.filter((id) => id > last), ...found.filter((id) => id <= last)]
      const patience = waiting(runMs, signal)
      const begun: Promise<void>[] = []
      for (const id of due.filter((each) => !running.has(each))) {
        while (running.size >= most && !patience.isOver())
          await Promise.race([patience.over, ...running.values()])
        if (patience.isOver()) break
        begun.push(begin(id))
      }
      await Promise.race([patience.over, Promise.all(begun)])
      patience.end()
      const results = ended
      ended = []
      return summed(results)
    },
    settle: (late) => Promise.race([Promise.all(running.values()), aborted(late)]),
  }
}

/** The results of all environments that ended. Throws the first failure; what failed is found again. */
function summed(results: readonly DueResult[]): SweepResult {
  const failure = results.find(({ failed }) => failed !== undefined)
  if (failure) throw failure.failed
  return {
    done: results.reduce((sum, { done }) => sum + done, 0),
    lagMs: Math.max(0, ...results.map(({ lagMs }) => lagMs)),
    more: results.some(({ more }) => more),
  }
}

/** Waits for a time, or for the signal. */
function waiting(ms: number, signal: AbortSignal) {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  let isOver = false
  const end = () => {
    isOver = true
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    resolve()
  }
  const timer = setTimeout(end, ms)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  return { over, isOver: () => isOver, end }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
