// Runs sweeps. Later work is stored as a due row in its own table; a sweep finds the row and does the
// work. Polling is the source of truth; any number of processes can sweep at once.

import type { Logger } from 'pino'
import { fault } from '../faults.ts'

const REST_LEAST_MS = 25

export interface Sweep {
  name: string
  everyMs: number
  /**
   * Does a bounded part of the due work. Returns how much was done and how late the oldest of it was, in milliseconds;
   * `more` asks for another run at once.
   */
  run(signal: AbortSignal): Promise<SweepResult>
  /** Called once nothing new starts; resolves when running work has ended, or was cut off at `late`. */
  settle?(late: AbortSignal): Promise<unknown>
}

export interface SweepResult {
  done: number
  lagMs: number
  more: boolean
}

export interface SweepObserver {
  swept(name: string, result: SweepResult, seconds: number): void
  failed(name: string): void
}

export interface Sweeper {
  /**
   * Wakes a sweep that may have work before its interval ends. Only a hint: without it, the next poll
   * finds the work.
   */
  wake(name: string): void
  /** Starts nothing new; resolves when running sweeps have ended. */
  stop(): Promise<void>
}

export function startSweeps(
  sweeps: readonly Sweep[],
  log: Logger,
  observer: SweepObserver,
): Sweeper {
  const stopping = new AbortController()
  const bells = new Map(sweeps.map(({ name }) => [name, new Bell()]))
  const loops = sweeps.map((sweep) =>
    loop(sweep, stopping.signal, log, observer, bells.get(sweep.name) as Bell),
  )
  return {
    wake: (name) => bells.get(name)?.ring(),
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

/** Cuts the rest between two runs short, but keeps a minimum to spare the database. */
class Bell {
  #rung = false
  #wake: () => void = () => undefined

  ring(): void {
    this.#rung = true
    this.#wake()
  }

  async rest(ms: number, signal: AbortSignal): Promise<void> {
    const least = Math.min(REST_LEAST_MS, ms)
    await pause(least, signal)
    if (!this.#rung) {
      await pause(ms - least, signal, (end) => {
        this.#wake = end
      })
    }
    this.#rung = false
  }
}

async function loop(
  sweep: Sweep,
  signal: AbortSignal,
  log: Logger,
  observer: SweepObserver,
  bell: Bell,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let more = false
    try {
      more = await once(sweep, signal, observer)
      failures = 0
    } catch (error) {
      failures++
      observer.failed(sweep.name)
      log.warn({ err: error, sweep: sweep.name }, 'sweep failed and will be retried')
    }
    if (more) continue
    // After a failure it backs off, up to a minute, and continues.
    if (failures > 0) await pause(Math.min(sweep.everyMs * 2 ** failures, 60_000), signal)
    else await bell.rest(sweep.everyMs, signal)
  }
}

async function once(sweep: Sweep, signal: AbortSignal, observer: SweepObserver): Promise<boolean> {
  const started = performance.now()
  const result = await sweep.run(signal)
  fault('sweep.done', sweep.name)
  observer.swept(sweep.name, result, (performance.now() - started) / 1000)
  return result.more
}

function pause(
  ms: number,
  signal: AbortSignal,
  onStart?: (end: () => void) => void,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    onStart?.(end)
  })
}
