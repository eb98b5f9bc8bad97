// Runs sweeps: what must happen later is a due row in the table it belongs to, and a sweep finds
// and does it. The poll is the truth; any number of processes may sweep at once.

import type { Logger } from 'pino'
import { fault } from '../faults.ts'

const REST_LEAST_MS = 25

export interface Sweep {
  name: string
  everyMs: number
  /**
   * Does what is due, a bounded part of it. Answers how much was done and how late the oldest of it
   * was, in milliseconds; `more` asks to be run again at once.
   */
  run(signal: AbortSignal): Promise<SweepResult>
  /** Once nothing new begins: answers when what it began has ended, or was cut off at `late`. */
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
   * Tells a sweep that there may be something for it, so that it looks before its time. A hint: what
   * is not told is found all the same, by the next look.
   */
  wake(name: string): void
  /** Starts nothing new and answers when what is running has ended. */
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

/** Cuts the rest between two runs short, but leaves so much of it that the database is spared. */
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
      log.warn({ err: error, sweep: sweep.name }, 'sweep failed; it will be tried again')
    }
    if (more) continue
    // After a failure it backs off, up to a minute, and goes on.
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
