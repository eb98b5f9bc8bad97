// Keeps one server running: detects its death, starts it again, and stops it for good on request.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fault } from '../../faults.ts'
import { ended } from './postmaster.ts'

export type ServerState = 'running' | 'restarting' | 'stopped'

export interface Supervisor {
  state(): ServerState
  pid(): number | undefined
  stop(): Promise<void>
}

/** The wait before each further attempt; the last one repeats until the server starts. */
const BACKOFF_MS = [0, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000]

/** A server that ran this long counts as working: after its next death, the delays start from the beginning. */
const SOUND_MS = 1_000

/**
 * `launch` starts a server and resolves when it accepts connections; `end` stops it. Throws if the first
 * launch fails; later launches are repeated with growing waits.
 */
export async function supervise(
  launch: () => Promise<ChildProcess>,
  end: (pid: number) => Promise<void>,
  log: (line: string) => void,
): Promise<Supervisor> {
  let state: ServerState = 'running'
  let child = await launch()
  let startedAt = Date.now()
  let attempt = 0
  let mending: Promise<void> = Promise.resolve()
  let stopping: Promise<void> | undefined
  const wake = new AbortController()

  // If this process ends without stop(), its server still gets the signal.
  const farewell = () => child.kill('SIGINT')
  process.on('exit', farewell)

  const watch = () => {
    if (ended(child)) died()
    else child.once('exit', died)
  }
  const died = () => {
    if (stopping !== undefined) return
    state = 'restarting'
    fault('embedded.died')
    if (Date.now() - startedAt > SOUND_MS) attempt = 0
    log(`PostgreSQL exited unexpectedly (${child.signalCode ?? `exit code ${child.exitCode}`}).`)
    mending = mend()
  }
  const mend = async () => {
    while (stopping === undefined) {
      const waitMs = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)]
      attempt += 1
      await pause(waitMs, undefined, { signal: wake.signal }).catch(() => undefined)
      if (stopping !== undefined) return
      try {
        child = await launch()
        startedAt = Date.now()
        state = 'running'
        log('PostgreSQL is running again.')
        watch()
        return
      } catch (error) {
        log((error as Error).message)
      }
    }
  }
  const stopOnce = async () => {
    wake.abort()
    await mending
    fault('embedded.stopping')
    if (child.pid !== undefined && !ended(child)) await end(child.pid)
    fault('embedded.stopped')
    process.off('exit', farewell)
    state = 'stopped'
  }
  watch()
  return {
    state: () => state,
    pid: () => (ended(child) ? undefined : child.pid),
    stop() {
      stopping ??= stopOnce()
      return stopping
    },
  }
}
